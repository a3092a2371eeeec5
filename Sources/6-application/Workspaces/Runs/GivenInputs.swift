package import Pipelines
package import Platform

/// Which of a run's inputs were given to it: those that are not what the pipeline's defaults come to.
package struct GivenInputs {
    package let pipeline: Pipeline

    package init(pipeline: Pipeline) {
        self.pipeline = pipeline
    }

    package func values(of run: RunRecord) -> Record {
        var document: Record = [:]
        if let path = run.source?.path {
            document = [
                Fact.name.name: .string(path.name.text), Fact.stem.name: .string(path.stem.text),
                Fact.extension.name: .string(path.fileExtension), Fact.path.name: .string(path.text),
            ]
        }
        var given: Record = [:]
        for input in pipeline.inputs {
            guard let value = run.inputs[input.name] else { continue }
            let environment = Environment(
                roots: [
                    "document": .record(document), "inputs": .record(run.inputs), "trigger": .record(run.trigger),
                    "run": [
                        "id": "", "attempt": 1, "started-at": .string(run.startedAt.description),
                        "owner": .string(run.owner),
                    ],
                ])
            // A default that cannot be computed now is none that this value came from.
            let standard = input.standard.flatMap { try? $0.evaluate(environment) } ?? .null
            if value != standard { given[input.name] = value }
        }
        return given
    }
}
