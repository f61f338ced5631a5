import { randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isRunning } from './running.ts'

/** After this long, nobody is writing to a partial file any more. By then its process id may belong to another process. */
const ABANDONED_MS = 24 * 60 * 60_000
const PARTIAL = /\.partial-(\d+)(?:-[0-9a-f]+)?$/

/**
 * The name of a file while it is being written. It is hidden, so that nobody takes it for a complete one, and contains the id of the
 * writing process. Containers that share a folder may have equal process ids, so a random part follows.
 */
export function partialOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.partial-${process.pid}-${randomBytes(4).toString('hex')}`)
}

/** Names of partial files in a folder, in progress or left behind. */
export async function listPartial(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => PARTIAL.test(name))
}

/** Removes partial files that interrupted processes have left in a folder. */
export async function removeAbandoned(folder: string, now: number): Promise<void> {
  for (const name of await listPartial(folder)) {
    const path = join(folder, name)
    const pid = Number(PARTIAL.exec(name)?.[1])
    const file = await stat(path).catch(() => undefined)
    if (!file || pid === process.pid || (isRunning(pid) && now - file.mtimeMs < ABANDONED_MS)) continue
    await rm(path, { force: true })
  }
}
