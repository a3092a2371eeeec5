internal import CommandLineTool
internal import Pipelines

// Measures the program that lies beside this one. Its commands need no stage types; what is measured in this process
// brings its own.
await CommandLineTool.main(BenchCommand.command) { try Registry([]) }
