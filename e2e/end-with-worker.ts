import type { ChildProcess } from 'node:child_process'

/** Ends a child process with this one. A journey that fails does not end its browsers, and each takes a sixth of a core. */
export function endWithWorker(child: ChildProcess): void {
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}
