import { DisplayId, Duration, OrganisationId, PlaylistId, Title, UPLOAD_EXPIRES_MS, UploadId } from '@placard/contract'
import { z } from 'zod'
import { markUnfinished } from './unfinished.ts'

const common = z.object({
  id: z.string(),
  /** The signed-in person: on a shared computer the next one must not find it. */
  owner: z.string(),
  organisationId: OrganisationId,
  title: Title,
  duration: Duration,
  visible: z.boolean(),
  made: z.discriminatedUnion('type', [
    z.object({ type: z.literal('image'), bytes: z.instanceof(Blob) }),
    z.object({
      type: z.literal('video'),
      bytes: z.instanceof(Blob),
      poster: z.instanceof(Blob).optional(),
      insists: z.boolean(),
      sourceSha256: z.string().optional(),
    }),
  ]),
  uploadId: UploadId.optional(),
  /** Address of the stored file, once it is all there and only the item is missing. */
  mediaUrl: z.string().optional(),
  /** Stopped on purpose: after a reload it waits to be resumed. */
  paused: z.boolean(),
  /** Milliseconds since 1970. */
  keptAt: z.number(),
})

/** The data with which an upload goes on after a reload: a page loses the picked file, so what was made of it. */
export const KeptUpload = common.and(
  z.union([z.object({ displayId: DisplayId }), z.object({ playlistId: PlaylistId })]),
)
export type KeptUpload = z.infer<typeof KeptUpload>

/** What is larger is not kept: a browser copies it, and a phone has no room for a second film. */
export const MOST_KEPT_BYTES = 256 * 2 ** 20

const DATABASE = 'placard-uploads'
const STORE = 'upload'

/** Unfinished uploads in IndexedDB. Where that is shut (a private window, a full disk), nothing is kept and nothing fails. */
export const keptUploads = {
  async put(upload: KeptUpload): Promise<void> {
    await withStore('readwrite', (store) => store.put(upload))
    markUnfinished(true)
  },

  async remove(id: string): Promise<void> {
    await withStore('readwrite', (store) => store.delete(id))
    const left = await withStore('readonly', (store) => store.count())
    if (left === 0) markUnfinished(false)
  },

  /** Of this owner. What is old, or cannot be read, goes. */
  async list(owner: string, now: number): Promise<KeptUpload[]> {
    const all: unknown[] = (await withStore('readonly', (store) => store.getAll())) ?? []
    if (all.length === 0) markUnfinished(false)
    const fresh: KeptUpload[] = []
    for (const value of all) {
      const kept = KeptUpload.safeParse(value)
      if (kept.success && kept.data.keptAt > now - UPLOAD_EXPIRES_MS) fresh.push(kept.data)
      else await withStore('readwrite', (store) => store.delete(idOf(value)))
    }
    return fresh.filter((upload) => upload.owner === owner).sort((one, other) => one.keptAt - other.keptAt)
  },
}

async function withStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await open()
    try {
      return await resultOf(act(database.transaction(STORE, mode).objectStore(STORE)))
    } finally {
      database.close()
    }
  } catch (error) {
    console.warn('unfinished uploads cannot be kept', error)
    return undefined
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
  return resultOf(request)
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function idOf(value: unknown): string {
  return value !== null && typeof value === 'object' && 'id' in value ? String(value.id) : ''
}
