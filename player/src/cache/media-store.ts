import { withTimeout } from '../page/read/with-timeout.ts'
import { MEDIA_CACHE } from './cache-names.ts'
import type { Database } from './database.ts'
import type { MediaFile } from './media-file.ts'

/** The store of whole, verified files, by their url. */
export type MediaStore = {
  /** @returns a handle on the file, its content still on the disk; undefined when it is not there */
  get(url: string): Promise<Blob | undefined>
  /** Rejects, for want of room for one, with nothing changed. */
  put(file: MediaFile, blob: Blob): Promise<void>
  remove(url: string): Promise<void>
  urls(): Promise<string[]>
}

const ANSWER_WITHIN_MS = 10_000

/**
 * In the Cache API, where the worker serves it from; over plain http there is neither, and the database keeps it.
 *
 * @param caches the browser's, undefined where it has none
 */
export function openMediaStore(caches: CacheStorage | undefined, database: Database): MediaStore {
  return caches ? cacheStore(caches) : databaseStore(database)
}

function cacheStore(caches: CacheStorage): MediaStore {
  // Opened for each use: a cache whose storage was cleared stays dead for ever under the old handle ([F14]).
  const within = <T>(act: (cache: Cache) => Promise<T>): Promise<T> =>
    withTimeout(ANSWER_WITHIN_MS, async () => act(await caches.open(MEDIA_CACHE)))
  return {
    get: (url) => within((cache) => cache.match(url)).then((response) => response?.blob()),
    // However long a slow disk takes to write a film: it says itself when it cannot.
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
