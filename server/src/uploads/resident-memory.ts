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
