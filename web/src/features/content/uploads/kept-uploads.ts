import { DisplayId, Duration, OrganisationId, PlaylistId, Title, UPLOAD_EXPIRES_MS, UploadId } from '@placard/contract'
import { z } from 'zod'
import { inTime } from '../../../platform/signal/in-time.ts'
import { removeScratchFile } from './films/scratch-file.ts'
import type { Made } from './prepare-file.ts'
import { markUnfinished } from './unfinished.ts'

const common = z.object({
  id: z.string(),
  /** The signed-in user: the next user of a shared computer must not see the upload. */
  owner: z.string(),
  organisationId: OrganisationId,
  title: Title,
  duration: Duration,
  visible: z.boolean(),
  keepsQuality: z.boolean(),
  /** The chosen file, to recognise it when it is chosen again. */
  file: z.object({ name: z.string(), size: z.number(), type: z.string() }),
  /** The prepared item without its bytes; undefined until it is prepared. */
  made: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('image') }),
      z.object({
        type: z.literal('video'),
        poster: z.instanceof(Blob).optional(),
        insists: z.boolean(),
        sourceSha256: z.string().optional(),
      }),
    ])
    .optional(),
  /** The place where a later page finds the bytes. */
  lies: z.enum([
    // Nowhere: the file has to be chosen again.
    'nowhere',
    // The chosen file is kept. The upload is prepared from it again.
    'chosen',
    // The bytes of the prepared upload are kept.
    'made',
    // The converted film is still in its scratch file (`films/scratch-file.ts`).
    'scratch',
  ]),
  /** The name of the scratch file. */
  scratch: z.string(),
  uploadId: UploadId.optional(),
  /** The fingerprint of the bytes whose upload was begun. */
  fingerprint: z.string().optional(),
  /** The share of the bytes that has arrived. */
  share: z.number(),
  /** Address of the stored file, once it is complete and only the item is missing. */
  mediaUrl: z.string().optional(),
  /** Paused by the user: after a reload it waits to be resumed. */
  paused: z.boolean(),
  /** The time the upload was begun, in milliseconds since 1970. */
  keptAt: z.number(),
})

/** The data with which an upload continues after a reload, because a page loses the chosen file. */
export const KeptUpload = common.and(
  z.union([z.object({ displayId: DisplayId }), z.object({ playlistId: PlaylistId })]),
)
export type KeptUpload = z.infer<typeof KeptUpload>

/** The most that is kept if the browser does not report its free storage (plain http). */
const MOST_UNASKED_BYTES = 256 * 2 ** 20

/** A damaged database may never answer, and a good one may be slow on a busy computer. */
const OPEN_WITHIN_MS = 5_000
const ASK_WITHIN_MS = 5_000

const DATABASE = 'placard-uploads'
const RECORDS = 'record'
/** Separate from the records, which are written with every piece: the browser would copy the bytes each time. */
const BYTES = 'bytes'
/** A record is small. The bytes may be 2 GB, at 7 MB per second. */
const DONE_WITHIN_MS = { [RECORDS]: 10_000, [BYTES]: 300_000 }

/** Unfinished uploads in IndexedDB. If that is unavailable (a private window, a full disk), nothing is kept and nothing fails. */
export const keptUploads = {
  async put(upload: KeptUpload): Promise<void> {
    await within(RECORDS, 'readwrite', (store) => store.put(upload))
    markUnfinished(true)
  },

  /** Copies the bytes of an upload whose record was put before. @returns false if the browser has no space for them */
  async putBytes(id: string, bytes: Blob): Promise<boolean> {
    if (!(await hasRoomFor(bytes.size))) return false
    return (await within(BYTES, 'readwrite', (store) => store.put(bytes, id))) !== undefined
  },

  async findBytes(id: string): Promise<Blob | undefined> {
    const bytes: unknown = await within(BYTES, 'readonly', (store) => store.get(id))
    return bytes instanceof Blob ? bytes : undefined
  },

  async removeBytes(id: string): Promise<void> {
    await within(BYTES, 'readwrite', (store) => store.delete(id))
  },

  async remove(id: string, scratch = id): Promise<void> {
    // The record first: bytes that are still being copied delay later requests.
    await within(RECORDS, 'readwrite', (store) => store.delete(id))
    await Promise.all([this.removeBytes(id), removeScratchFile(scratch)])
    const left = await within(RECORDS, 'readonly', (store) => store.count())
    if (left === 0) markUnfinished(false)
  },

  /** Lists the uploads of this owner. Deletes old and unreadable ones. */
  async list(owner: string, now: number): Promise<KeptUpload[]> {
    // Bytes are written after their record and deleted after it. Bytes without a record were left behind by a page that was closed.
    const withBytes = (await within(BYTES, 'readonly', (store) => store.getAllKeys())) ?? []
    const all: unknown[] = (await within(RECORDS, 'readonly', (store) => store.getAll())) ?? []
    const known = new Set<IDBValidKey>(all.map(idOf))
    for (const key of withBytes) if (!known.has(key)) await this.removeBytes(String(key))
    if (all.length === 0) markUnfinished(false)
    const fresh: KeptUpload[] = []
    for (const value of all) {
      const kept = KeptUpload.safeParse(value)
      if (kept.success && kept.data.keptAt > now - UPLOAD_EXPIRES_MS) fresh.push(kept.data)
      else await this.remove(idOf(value), kept.data?.scratch)
    }
    return fresh.filter((upload) => upload.owner === owner).sort((one, other) => one.keptAt - other.keptAt)
  },
}

/** The file, or the upload prepared from it, as an earlier page kept it. If both are undefined, the file has to be chosen again. */
export type Reopened = { file: File | undefined; made: Made | undefined }

const NOTHING: Reopened = { file: undefined, made: undefined }

/** Finds the bytes of an upload that an earlier page began. */
export async function reopen({ id, scratch, lies, file, made }: KeptUpload): Promise<Reopened> {
  if (lies === 'nowhere') return NOTHING
  const bytes = await (lies === 'scratch' ? filmOnDisk(scratch) : keptUploads.findBytes(id))
  if (!bytes) return NOTHING
  if (lies === 'chosen') return { file: new File([bytes], file.name, { type: file.type }), made: undefined }
  if (made?.type !== 'video') return { file: undefined, made: made && { ...made, bytes } }
  return { file: undefined, made: { ...made, bytes, liesIn: lies === 'scratch' ? 'scratch-file' : 'memory' } }
}

async function filmOnDisk(name: string): Promise<Blob | undefined> {
  try {
    return await (await import('./films/make.ts')).readMade(name)
  } catch (error) {
    console.warn('a film that was converted is not there any more', error)
    return undefined
  }
}

const NO_ROOM: StorageEstimate = { quota: 0, usage: 0 }

/** Requires twice the space: a film may be converted meanwhile, and that must not fail because of this copy. */
async function hasRoomFor(bytes: number): Promise<boolean> {
  const storage: StorageManager | undefined = navigator.storage
  if (!storage) return bytes <= MOST_UNASKED_BYTES
  const { quota = 0, usage = 0 } = await inTime(storage.estimate(), ASK_WITHIN_MS, late).catch(() => NO_ROOM)
  return 2 * bytes <= quota - usage
}

/** @returns the result, once it is written; undefined if that failed */
async function within<T>(
  name: keyof typeof DONE_WITHIN_MS,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await inTime(open(), OPEN_WITHIN_MS, late)
    try {
      const transaction = database.transaction(name, mode)
      const request = act(transaction.objectStore(name))
      // A request succeeds before the bytes are on the disk, and the disk may still be too full for them.
      const written = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error)
      })
      await inTime(written, DONE_WITHIN_MS[name], late)
      return request.result
    } finally {
      database.close()
    }
  } catch (error) {
    console.warn('unfinished uploads cannot be kept', error)
    return undefined
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 2)
    request.onupgradeneeded = () => {
      const { result: database } = request
      for (const before of Array.from(database.objectStoreNames)) database.deleteObjectStore(before)
      database.createObjectStore(RECORDS, { keyPath: 'id' })
      database.createObjectStore(BYTES)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

const late = () => new Error('the browser did not answer in time')

function idOf(value: unknown): string {
  return value !== null && typeof value === 'object' && 'id' in value ? String(value.id) : ''
}
