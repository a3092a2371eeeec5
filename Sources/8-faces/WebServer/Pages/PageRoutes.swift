/// All that people see in a browser.
enum PageRoutes {
    static let all: [Route] =
        DocumentListRoutes.all
        + DocumentPageRoutes.all
        + DocumentFormRoutes.all
        + UploadPageRoutes.all
        + LinkPageRoutes.all
        + PolicyRoutes.all
        + SignInRoutes.all
        + PipelinePageRoutes.all
        + RunListRoutes.all
        + RunPageRoutes.all
        + RunActionRoutes.all
        + QuarantineListRoutes.all
        + QuarantineActionRoutes.all
        + NotificationPageRoutes.all
        + SchedulePageRoutes.all
        + FolderPageRoutes.all
        + PeoplePageRoutes.all
        + ErasureRoutes.all
        + AccountPageRoutes.all
}
