import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Resident memory of a process in bytes. Undefined if the process is gone, or the system does not provide it. */
export async function residentBytes(pid: number): Promise<number | undefined> {
  try {
    const kilobytes =
      process.platform === 'linux'
        ? /^VmRSS:\s*(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
        : (await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout.trim()
    return kilobytes ? Number(kilobytes) * 1_024 : undefined
  } catch {
    return undefined
  }
}

/** The length of a clock tick in /proc: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const TICK_MS = 10

/** Processor time that a process has used so far, in milliseconds. Undefined if it is gone, or the system does not provide it. */
export async function processorMs(pid: number): Promise<number | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The process name before may contain anything, including brackets.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number)
    return user === undefined || system === undefined ? undefined : (user + system) * TICK_MS
  } catch {
    return undefined
  }
}
