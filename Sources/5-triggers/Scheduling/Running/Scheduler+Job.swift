public import Pipelines
public import Schedules

extension Scheduler {
    /// A schedule of a pipeline.
    public struct Job: Sendable {
        public let pipeline: Pipeline
        public let trigger: ScheduleTrigger

        public init(_ trigger: ScheduleTrigger, of pipeline: Pipeline) {
            self.trigger = trigger
            self.pipeline = pipeline
        }

        /// Every schedule of some pipelines, in their order.
        public static func all(of pipelines: [Pipeline]) -> [Job] {
            pipelines.flatMap { pipeline in pipeline.triggers.schedules.map { Job($0, of: pipeline) } }
        }

        var key: ScheduleKey { ScheduleKey(trigger, ofPipeline: pipeline.name) }

        /// - Throws: `CronError`, `TimeZoneError`
        func decider() throws -> SlotDecider {
            SlotDecider(key: key, times: try trigger.schedule(ofPipeline: pipeline.name), rules: SlotRules(trigger))
        }
    }
}

extension ScheduleTrigger {
    /// When it is due.
    ///
    /// - Parameter pipeline: its name, which `H` stands for.
    /// - Throws: `CronError`, `TimeZoneError`; lint finds both, but the system's zones may have changed since.
    public func schedule(ofPipeline pipeline: String) throws -> Schedule {
        Schedule(try CronExpression(cron, seed: pipeline), in: try TimeZone(named: zoneName))
    }
}
