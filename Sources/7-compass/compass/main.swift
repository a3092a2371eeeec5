internal import CommandLineTool
internal import Glibc
internal import Pipelines

// The stage types of this program. Nothing else knows all of them.
let code = await CommandLineTool.main { try Registry([]) }
exit(code.status)
