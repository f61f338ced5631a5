import type { Placed } from './archives/folder.ts'
import { MOST_ENTRIES } from './archives/source.ts'
import type { Brought } from './read.ts'
import { UnreadableSource } from './reasons.ts'

/** Folders are read to this depth. */
const MOST_DEPTH = 32

/**
 * The content of a drop: files, and folders with everything in them.
 *
 * @param loose the name for files that came without a folder
 * @throws UnreadableSource
 */
export async function droppedIn(transfer: DataTransfer, loose: string): Promise<Brought> {
  // The entries only exist during the event.
  const entries = Array.from(transfer.items).flatMap((item) => item.webkitGetAsEntry() ?? [])
  const files: Placed[] = []
  if (entries.length === 0) files.push(...Array.from(transfer.files, (file) => ({ path: file.name, file })))
  for (const entry of entries) await gather(entry, '', files, 0)
  return broughtOf(files, loose)
}

/** The files chosen with a file field. Files of a folder have their path. */
export function chosenIn(list: FileList, loose: string): Brought {
  return broughtOf(
    Array.from(list, (file) => ({ path: file.webkitRelativePath || file.name, file })),
    loose,
  )
}

function broughtOf(files: Placed[], loose: string): Brought {
  const tops = new Set(files.map(({ path }) => path.split('/')[0] ?? path))
  const [only] = tops
  return { name: tops.size === 1 && only !== undefined ? only : loose, files }
}

async function gather(entry: FileSystemEntry, folder: string, files: Placed[], depth: number): Promise<void> {
  if (files.length > MOST_ENTRIES || depth > MOST_DEPTH) throw new UnreadableSource('too-many')
  const path = folder + entry.name
  try {
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
      files.push({ path, file })
      return
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader()
    for (;;) {
      // Browsers return about a hundred entries at a time; an empty list is the end.
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
      if (some.length === 0) return
      for (const one of some) await gather(one, `${path}/`, files, depth + 1)
    }
  } catch (error) {
    if (error instanceof UnreadableSource) throw error
    throw new UnreadableSource('not-readable', { cause: error })
  }
}
