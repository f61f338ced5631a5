/** Where films that are being made lie, in the browser's own part of the disk. */
const FOLDER = 'films-under-way'
/** One that is older was left behind by a page that was closed. */
const LEFT_BEHIND_MS = 24 * 60 * 60_000

/** A file that is written piece by piece, wherever in it each belongs. */
export type ScratchFile = {
  writable: WritableStream<{ type: 'write'; data: Uint8Array<ArrayBuffer>; position: number }>
  /** All of it, once the stream was closed. It is there until `remove`. */
  read: () => Promise<File>
  remove: () => Promise<void>
}

/**
 * Makes a file on the disk for a film that does not fit into memory.
 *
 * @returns undefined where a page has no such files: plain http, a private window, an old browser, a full disk
 */
export async function createScratchFile(name: string): Promise<ScratchFile | undefined> {
  try {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle(FOLDER, { create: true })
    await removeLeftBehind(folder)
    const file = await folder.getFileHandle(name, { create: true })
    return {
      writable: await file.createWritable(),
      read: () => file.getFile(),
      remove: () => folder.removeEntry(name).catch(() => {}),
    }
  } catch (error) {
    console.warn('a film is made in memory', error)
    return undefined
  }
}

/** The film that an earlier page has written. @throws where it is not there */
export async function readScratchFile(name: string): Promise<File> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle(FOLDER)
  return (await folder.getFileHandle(name)).getFile()
}

/** A worker that was ended holds its file until it is really gone, on a busy machine for seconds. */
const HELD = { everyMs: 250, tries: 120 }

/** Removes the file of a film that nobody needs any more. */
export async function removeScratchFile(name: string): Promise<void> {
  for (let tried = 0; tried < HELD.tries; tried += 1) {
    try {
      const root = await navigator.storage.getDirectory()
      return await (await root.getDirectoryHandle(FOLDER)).removeEntry(name)
    } catch (error) {
      // Otherwise it was made in memory, or never begun.
      if (!(error instanceof DOMException && error.name === 'NoModificationAllowedError')) return
      await new Promise((resolve) => setTimeout(resolve, HELD.everyMs))
    }
  }
}

async function removeLeftBehind(folder: FileSystemDirectoryHandle): Promise<void> {
  for await (const [name, entry] of folder.entries()) {
    if (entry.kind !== 'file') continue
    const { lastModified } = await (entry as FileSystemFileHandle).getFile()
    // One that another page writes to is locked and stays.
    if (lastModified < Date.now() - LEFT_BEHIND_MS) await folder.removeEntry(name).catch(() => {})
  }
}
