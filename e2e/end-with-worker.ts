import type { ChildProcess } from 'node:child_process'

/** A journey that fails ends nothing that it has started: a browser that plays on takes a sixth of a core from all that follow. */
export function endWithWorker(child: ChildProcess): void {
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}
