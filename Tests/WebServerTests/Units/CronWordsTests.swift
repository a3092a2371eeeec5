import Testing

@testable import WebServer

@Suite struct CronWordsTests {
    @Test(
        "plain schedules: as people say them",
        arguments: [
            ("0 3 * * *", "every day at 03:00"), ("30 8,17 * * 1-5", "Monday to Friday at 08:30 and 17:30"),
            ("0 7 * * mon", "every Monday at 07:00"), ("0 1 * * 0,3", "every Sunday and Wednesday at 01:00"),
            ("0 0 1 * *", "on day 1 of every month at 00:00"),
            ("0 0 1,15 2 *", "on days 1 and 15 in February at 00:00"),
            ("0 6 * 6,7 *", "every day in June and July at 06:00"), ("* * * * *", "every minute"),
            ("*/15 * * * *", "every 15 minutes"), ("*/15 * * * 6", "every 15 minutes, every Saturday"),
            ("5 * * * *", "every hour at :05"), ("10 */6 * * *", "every 6 hours at :10"),
            ("@daily", "every day at 00:00"),
            ("0 0 3 * * *", "every day at 03:00"),
        ])
    func plain(_ cron: String, _ words: String) {
        #expect(CronWords.text(cron) == words)
    }

    @Test(
        "schedules for which there are no plain words: none",
        arguments: [
            "*/7 * * * *", "H 3 * * *", "0 3 L * *", "0 3 13 * 5", "0 3 * * 5#2", "30 0 3 * * *", "0 0-5 * * *",
            "0 1,2,3,4,5 * * *", "", "nonsense", "0 3 * *", "0 3 * * ,", "0 3 -1 * *", "61 3 * * *",
        ])
    func none(_ cron: String) {
        #expect(CronWords.text(cron) == nil)
    }
}
