// What each kind of stage is in a registry. The compiler chooses: asked while the program runs, whether a type conforms to a
// protocol is a search through all conformances that there are (0.3 ms for each name in a registry of fifteen).

extension PureStage {
    public static var stageType: StageType {
        StageType(Self.self) { stage in .pure { try await stage.run($0) } }
    }
}

extension EffectStage {
    public static var stageType: StageType {
        StageType(
            Self.self, isUndoable: isUndoable, hasLastingEffect: { $0.hasLastingEffect }, work: { $0.work })
    }

    fileprivate var work: BoundStage.Work {
        .effect(
            EffectWork(
                intent: { try intent($0) }, perform: { try await perform($0, $1) },
                probe: { try await probe($0, $1) }, preview: { try await preview($0, $1) },
                undo: { try await undo($0, $1) }))
    }
}

extension CataloguedStage {
    public static var stageType: StageType {
        StageType(
            Self.self, isUndoable: isUndoable, hasLastingEffect: { $0.hasLastingEffect },
            entry: { stage in
                BoundStage.Entry(
                    enter: { try stage.enter($0, $1, in: $2) }, withdraw: { try stage.withdraw($0, $1, in: $2) })
            }, work: { $0.work })
    }
}

extension TransactionalStage {
    public static var stageType: StageType {
        StageType(Self.self, isUndoable: isUndoable) { stage in
            .transactional(
                TransactionalWork(
                    commit: { try stage.commit($0, in: $1) }, preview: { try await stage.preview($0, in: $1) },
                    undo: { try stage.undo($0, $1, in: $2) }))
        }
    }
}
