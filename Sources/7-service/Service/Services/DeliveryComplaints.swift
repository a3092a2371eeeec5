internal import Engine
internal import Platform

/// Which troubles of channels are told, and when: a new one at once, one that lasts ever more rarely, and its end once.
struct DeliveryComplaints: Sendable {
    enum Line: Sendable, Hashable {
        /// With how many tries since the last line were not told.
        case trouble(DeliveryReport, untold: Int)
        case works(channel: String, recipient: String?)
    }

    private struct Trouble {
        var toldAt: ContinuousClock.Instant
        var silence = DeliveryComplaints.shortest
        var untold = 0
    }

    private struct Channel {
        /// By cause.
        var troubles: [String: Trouble] = [:]
        /// Whether people believe that it does not work.
        var isDown = false
    }

    private var channels: [String: Channel] = [:]

    static let shortest = Duration.seconds(60)
    static let longest = Duration.seconds(3_600)
    /// A receiver may find new words for every try; those beyond that many count as one cause.
    private static let maxCauses = 8

    /// - Parameter round: what came of a channel's tries, all of a round together.
    /// - Returns: what is to be told; nil: nothing.
    mutating func line(for round: DeliveryReport, at now: ContinuousClock.Instant) -> Line? {
        var channel = channels[round.channel, default: Channel()]
        defer { channels[round.channel] = channel }
        guard let cause = round.cause, round.postponed > 0 else {
            guard round.delivered > 0, channel.isDown else { return nil }
            channel.isDown = false
            // What went on for long is news again when it comes back after its silence, and a channel that fails now and
            // then is not told of more often than one that fails all the time.
            return .works(channel: round.channel, recipient: round.recipient)
        }
        let isKnown = channel.troubles[cause] != nil || channel.troubles.count < Self.maxCauses
        let key = isKnown ? cause : ""
        guard var trouble = channel.troubles[key] else {
            channel.troubles[key] = Trouble(toldAt: now)
            channel.isDown = true
            return .trouble(round, untold: 0)
        }
        defer { channel.troubles[key] = trouble }
        guard now - trouble.toldAt >= trouble.silence else {
            trouble.untold += round.postponed
            return nil
        }
        trouble.silence = channel.isDown ? min(trouble.silence * 4, Self.longest) : Self.shortest
        trouble.toldAt = now
        let untold = trouble.untold
        trouble.untold = 0
        channel.isDown = true
        return .trouble(round, untold: untold)
    }
}
