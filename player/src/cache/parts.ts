import type { Database } from './database.ts'
import type { MediaFile } from './media-file.ts'

/** The pieces of incomplete downloads, kept across reloads and power cuts. They are never played. */
export type Parts = {
  read(file: MediaFile): Promise<Blob[]>
  /** Adds a piece after the stored ones. Never rejects: a piece that cannot be stored is fetched again. */
  append(file: MediaFile, index: number, piece: Blob): Promise<void>
  clear(file: MediaFile): Promise<void>
  /** Forgets the downloads of all other files. */
  only(files: MediaFile[]): Promise<void>
}

export function createParts(database: Database): Parts {
  const keyOf = (file: MediaFile, index: number) => `${file.url} ${file.sha256} ${index}`
  const ignore = () => {}

  async function removeWhere(matches: (key: string) => boolean): Promise<void> {
    const keys = await database.keys('parts').catch((): string[] => [])
    for (const key of keys) if (matches(key)) await database.remove('parts', key).catch(ignore)
  }

  return {
    async read(file) {
      const pieces: Blob[] = []
      for (;;) {
        const piece = await database.get('parts', keyOf(file, pieces.length)).catch(ignore)
        if (!(piece instanceof Blob)) return pieces
        pieces.push(piece)
      }
    },
    append: (file, index, piece) => database.put('parts', keyOf(file, index), piece).catch(ignore),
    clear: (file) => removeWhere((key) => key.startsWith(`${file.url} ${file.sha256} `)),
    only(files) {
      const urls = new Set(files.map(({ url }) => url))
      return removeWhere((key) => !urls.has(key.slice(0, key.indexOf(' '))))
    },
  }
}
