internal import CommandLineTool
internal import Pipelines

// Measures the program that lies beside this one. What it measures in its own process needs no stage types of others.
await CommandLineTool.main(BenchCommand.command) { try Registry([]) }
