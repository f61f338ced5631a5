/** The folder of films in progress, in the browser's private file system. */
const FOLDER = 'films-under-way'
/** An older file was left behind by a page that was closed. */
const LEFT_BEHIND_MS = 24 * 60 * 60_000

/** A file that is written in pieces, at any position. */
export type ScratchFile = {
  writable: WritableStream<{ type: 'write'; data: Uint8Array<ArrayBuffer>; position: number }>
  /** The whole file, once the stream is closed. It exists until `remove`. */
  read: () => Promise<File>
  remove: () => Promise<void>
}

/**
 * Creates a file on the disk for a film that does not fit into memory.
 *
 * @returns undefined if the page cannot have such files: plain http, a private window, an old browser, a full disk
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

/** The film that an earlier page wrote. @throws if it does not exist */
export async function readScratchFile(name: string): Promise<File> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle(FOLDER)
  return (await folder.getFileHandle(name)).getFile()
}

/** A terminated worker keeps its file locked until it is really gone, which takes seconds on a busy machine. */
const HELD = { everyMs: 250, tries: 120 }

/** Deletes the scratch file of a film. */
export async function removeScratchFile(name: string): Promise<void> {
  for (let tried = 0; tried < HELD.tries; tried += 1) {
    try {
      const root = await navigator.storage.getDirectory()
      return await (await root.getDirectoryHandle(FOLDER)).removeEntry(name)
    } catch (error) {
      // Any other error: the film was made in memory, or never begun.
      if (!(error instanceof DOMException && error.name === 'NoModificationAllowedError')) return
      await new Promise((resolve) => setTimeout(resolve, HELD.everyMs))
    }
  }
}

async function removeLeftBehind(folder: FileSystemDirectoryHandle): Promise<void> {
  for await (const [name, entry] of folder.entries()) {
    if (entry.kind !== 'file') continue
    const { lastModified } = await (entry as FileSystemFileHandle).getFile()
    // A file that another page is writing is locked, so it stays.
    if (lastModified < Date.now() - LEFT_BEHIND_MS) await folder.removeEntry(name).catch(() => {})
  }
}
