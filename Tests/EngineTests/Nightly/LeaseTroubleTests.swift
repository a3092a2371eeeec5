import Platform
import Testing

@testable import Engine

@Suite struct LeaseTroubleTests {
    @Test("while a lease cannot be renewed it is told once a minute, tried every three seconds, and told when it works")
    func pacing() {
        var trouble = LeaseTrouble(interval: .milliseconds(250), lease: .seconds(30))
        var (now, told, tries) = (Duration.seconds(5), [Duration](), 0)
        var pauses: [Duration] = []
        while now < .seconds(185) {
            let (isNews, pause) = trouble.failed(at: now)
            if isNews { told.append(now) }
            tries += 1
            pauses.append(pause)
            now += pause
        }
        #expect(told.count == 3)
        #expect(zip(told, told.dropFirst()).allSatisfy { $1 - $0 >= .seconds(60) && $1 - $0 <= .seconds(63) })
        #expect(pauses.prefix(5) == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(3), .seconds(3)])
        // Its renewal is due with two thirds left, into which several tries must fit.
        #expect(pauses.max() == .seconds(3))
        #expect(tries < 70)
        #expect(trouble.worked(at: now) == now - .seconds(5))
        #expect(trouble.worked(at: now) == nil)
    }

    @Test("trouble that comes and goes is not told more often either, and its end only if it was told")
    func flapping() {
        var trouble = LeaseTrouble(interval: .milliseconds(250), lease: .seconds(30))
        var (told, ended) = (0, 0)
        for second in 0..<180 {
            if trouble.failed(at: .seconds(second)).isNews { told += 1 }
            if trouble.worked(at: .seconds(second) + .milliseconds(250)) != nil { ended += 1 }
        }
        #expect((told, ended) == (3, 3))
    }
}
