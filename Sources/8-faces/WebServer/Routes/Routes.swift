/// All that may be asked of the server.
enum Routes {
    static let all: [Route] =
        EntryRoutes.all + DocumentRoutes.all + VersionRoutes.all + MediaRoutes.all + ShareRoutes.all + UploadRoutes.all
        + RunRoutes.all + NotificationRoutes.all
        + EventRoutes.all + QuarantineRoutes.all + BatchRoutes.all + PipelineRoutes.all + LegalRoutes.all
        + LinkRoutes.all + HookRoutes.all
        + SessionRoutes.all + PeopleRoutes.all + ExportRoutes.all + ServiceRoutes.all + BackupRoutes.all
        + AssetRoutes.all + PageRoutes.all
}
