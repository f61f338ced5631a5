import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Bytes of memory that a process really holds; undefined when it is gone, or nobody here can tell. */
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

/**
 * https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: in these the system counts for every program, on every machine.
 */
const TICK_MS = 10

/** Milliseconds of a processor that a process has taken so far; undefined when it is gone, or the system does not tell. */
export async function processorMs(pid: number): Promise<number | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The name before may hold anything, brackets too.
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
