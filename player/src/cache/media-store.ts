import { withTimeout } from '../page/read/with-timeout.ts'
import { MEDIA_CACHE } from './cache-names.ts'
import type { Database } from './database.ts'
import type { MediaFile } from './media-file.ts'

/** The store of whole, verified files, by their url. */
export type MediaStore = {
  /** @returns a handle of the file, whose content stays on the disk; undefined when the file is not stored */
  get(url: string): Promise<Blob | undefined>
  /** Rejects without changing anything, for example when there is no space. */
  put(file: MediaFile, blob: Blob): Promise<void>
  remove(url: string): Promise<void>
  urls(): Promise<string[]>
}

const ANSWER_WITHIN_MS = 10_000

/**
 * Uses the Cache API, from which the worker serves. Over plain http there is neither, and the database is used.
 *
 * @param caches the browser's caches; undefined when it has none
 */
export function openMediaStore(caches: CacheStorage | undefined, database: Database): MediaStore {
  return caches ? cacheStore(caches) : databaseStore(database)
}

function cacheStore(caches: CacheStorage): MediaStore {
  // The cache is opened for each use. After its storage was cleared, an old handle never works again ([F14]).
  const within = <T>(act: (cache: Cache) => Promise<T>): Promise<T> =>
    withTimeout(ANSWER_WITHIN_MS, async () => act(await caches.open(MEDIA_CACHE)))
  return {
    get: (url) => within((cache) => cache.match(url)).then((response) => response?.blob()),
    // No timeout: a slow disk may take long to write a film, and reports an error itself.
    async put(file, blob) {
      const headers = {
        'Content-Type': file.contentType,
        'Content-Length': String(blob.size),
        ETag: `"${file.sha256}"`,
      }
      const cache = await caches.open(MEDIA_CACHE)
      await cache.put(file.url, new Response(blob, { headers }))
    },
    remove: (url) => within((cache) => cache.delete(url)).then(() => {}),
    urls: () => within((cache) => cache.keys()).then((requests) => requests.map(({ url }) => new URL(url).pathname)),
  }
}

function databaseStore(database: Database): MediaStore {
  return {
    async get(url) {
      const value = await database.get('media', url)
      return value instanceof Blob ? value : undefined
    },
    put: (file, blob) => database.put('media', file.url, blob),
    remove: (url) => database.remove('media', url),
    urls: () => database.keys('media'),
  }
}
