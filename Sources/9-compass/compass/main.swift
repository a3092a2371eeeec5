internal import Channels
internal import CommandLineTool
internal import ContributedStages
internal import DirectoryStore
internal import DocumentStages
internal import ExternalStages
internal import MediaStages
internal import Pipelines
internal import WebServer

// The server, the stage types, channels and object stores of this program. Nothing else knows all of them.
await CommandLineTool.main(server: WebServer.factory) {
    try Registry(
        [
            DetectMime.self, ValidateExtension.self, SizeCheck.self, Upload.self, CreateVersion.self, Share.self,
            Notify.self, Trash.self, VerifyObject.self, RequireConsent.self, ProbeMedia.self, PDFInfo.self,
            Thumbnail.self, WebRendition.self, ScanVirus.self, Exec.self, HTTPRequestStage.self,
        ] + contributedStages,
        channels: [LogChannel.self, WebhookChannel.self], objectStores: [DirectoryStore.self])
}
