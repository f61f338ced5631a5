import { randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isRunning } from './running.ts'

/** Nobody writes to one for that long; by then its process's number may be a stranger's. */
const ABANDONED_MS = 24 * 60 * 60_000
const PARTIAL = /\.partial-(\d+)(?:-[0-9a-f]+)?$/

/**
 * The name of a file until it is whole. It is hidden, so that nobody takes it for a whole one, and has the number of the process
 * that writes it. Containers that share a folder have the same numbers, so a random part follows.
 */
export function partialOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.partial-${process.pid}-${randomBytes(4).toString('hex')}`)
}

/** Names of what is being written in a folder, or was left half written. */
export async function listPartial(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => PARTIAL.test(name))
}

/** Removes what processes that were ended half way have left in a folder. */
export async function removeAbandoned(folder: string, now: number): Promise<void> {
  for (const name of await listPartial(folder)) {
    const path = join(folder, name)
    const pid = Number(PARTIAL.exec(name)?.[1])
    const file = await stat(path).catch(() => undefined)
    if (!file || pid === process.pid || (isRunning(pid) && now - file.mtimeMs < ABANDONED_MS)) continue
    await rm(path, { force: true })
  }
}
