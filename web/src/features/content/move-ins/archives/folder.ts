import { UnreadableSource, why } from '../reasons.ts'
import { readPath, sayable } from './names.ts'
import { type Entry, type LeftOut, MOST_ENTRIES, type Source } from './source.ts'

/** A file with its path from the chosen folder. */
export type Placed = { path: string; file: File }

/** Opens plain files and folders as a source. @throws UnreadableSource */
export function openFolder(name: string, files: readonly Placed[]): Source {
  const found = new Map<string, File>()
  const left: LeftOut[] = []
  let skipped = 0
  for (const { path: raw, file } of files) {
    const read = readPath(raw)
    if (read.status === 'system') skipped += 1
    else if (read.status === 'stays') left.push({ path: sayable(raw), reason: why(read.why) })
    else found.set(read.path, file)
    if (found.size + left.length > MOST_ENTRIES) throw new UnreadableSource('too-many')
  }
  const entries = Array.from(found, ([path, { size }]): Entry => ({ path, size }))
  return {
    name,
    entries,
    left,
    skipped,
    async *take(wanted, signal) {
      for (const path of wanted) {
        signal.throwIfAborted()
        const file = found.get(path)
        yield file ? { path, file } : { path, why: 'missing' }
      }
    },
  }
}
