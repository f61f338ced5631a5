import { createHash } from 'node:crypto'
import type { TableShape, Value } from '../../platform/database/dump.ts'
import { MIGRATION_NAMES } from '../../platform/database/migrate.ts'
import {
  ArchiveEnd,
  ArchiveManifest,
  END_NAME,
  type ListedFile,
  listedFile,
  MANIFEST_NAME,
  MEDIA_TABLE,
  mediaEntry,
  tableEntry,
} from './archive.ts'
import { ArchiveError, damaged, type Entry, readEntries } from './tar.ts'

/** Receives the contents of a backup as they are read. They are valid only once `readBackup` has resolved. */
export type Receiver = {
  begin(manifest: ArchiveManifest): Promise<void>
  rows(table: TableShape, rows: Value[][]): Promise<void>
  /** @param body must be read to its end */
  file(name: string, size: number, body: AsyncIterable<Buffer>): Promise<void>
}

export type ReadReport = {
  manifest: ArchiveManifest
  rows: number
  /** null: rows only. */
  media: { files: number; bytes: number } | null
  /** Files that were lost or damaged before the backup was made. */
  missing: string[]
  damaged: string[]
}

const MAX_MANIFEST_BYTES = 4 * 2 ** 20
const MAX_END_BYTES = 64 * 2 ** 20
const MAX_ROW_BYTES = 64 * 2 ** 20
const MAX_THUMBNAIL_BYTES = 16 * 2 ** 20
const ROWS_AT_ONCE = 500

/**
 * Reads a backup from beginning to end and checks every byte. Names, sizes and order that are not as expected are refused.
 *
 * @throws ArchiveError
 */
export async function readBackup(input: AsyncIterable<Uint8Array>, receiver: Receiver): Promise<ReadReport> {
  const entries = readEntries(input)
  const next = async (): Promise<Entry> => {
    const { value, done } = await entries.next()
    if (done === true) throw damaged()
    return value
  }

  const first = await next()
  if (first.name !== MANIFEST_NAME) throw new ArchiveError('not-a-backup', 'This is not a backup of Placard.')
  const manifestBytes = await readSmall(first, MAX_MANIFEST_BYTES)
  const manifest = readManifest(manifestBytes)
  await receiver.begin(manifest)

  const files: ListedFile[] = []
  let rows = 0
  for (const table of manifest.tables) {
    const entry = await next()
    if (entry.name !== tableEntry(table.name) || entry.size !== table.bytes) throw damaged()
    await readTable(entry, table, async (some) => {
      rows += some.length
      if (table.name === MEDIA_TABLE && manifest.media) {
        for (const row of some) files.push(readListed(table, row))
      }
      await receiver.rows(table, some)
    })
  }

  const spoilt = new Map<string, string>()
  const absent = new Set<string>()
  const thumbnails = createHash('sha256')
  let thumbnailCount = 0
  let [mediaFiles, mediaBytes] = [0, 0]
  let entry = await next()
  const readFile = async (limit: number, hash: { update(bytes: Uint8Array): unknown }) => {
    if (entry.size > limit) throw damaged()
    const name = entry.name.slice(mediaEntry('').length)
    await receiver.file(name, entry.size, hashed(entry.body, hash))
    entry = await next()
  }
  for (const file of files) {
    if (entry.name !== mediaEntry(file.name)) {
      absent.add(file.name)
      continue
    }
    if (entry.size !== file.sizeBytes) throw damaged()
    const hash = createHash('sha256')
    await readFile(file.sizeBytes, hash)
    const sha256 = hash.digest('hex')
    if (sha256 !== file.sha256) spoilt.set(file.name, sha256)
    mediaFiles += 1
    mediaBytes += file.sizeBytes
    if (entry.name === mediaEntry(file.thumbnail)) {
      thumbnails.update(file.thumbnail)
      thumbnailCount += 1
      await readFile(MAX_THUMBNAIL_BYTES, thumbnails)
    }
  }

  if (entry.name !== END_NAME) throw damaged()
  const end = ArchiveEnd.safeParse(readJson(await readSmall(entry, MAX_END_BYTES))).data
  const asWritten =
    end !== undefined &&
    end.manifestSha256 === createHash('sha256').update(manifestBytes).digest('hex') &&
    end.thumbnails.files === thumbnailCount &&
    end.thumbnails.sha256 === thumbnails.digest('hex') &&
    end.missing.length === absent.size &&
    end.missing.every((name) => absent.has(name)) &&
    end.damaged.length === spoilt.size &&
    end.damaged.every(({ name, sha256 }) => spoilt.get(name) === sha256)
  if (!asWritten) throw damaged()
  if ((await entries.next()).done !== true) throw damaged()
  return {
    manifest,
    rows,
    media: manifest.media && { files: mediaFiles, bytes: mediaBytes },
    missing: [...absent],
    damaged: [...spoilt.keys()],
  }
}

function readManifest(bytes: Buffer): ArchiveManifest {
  const json = readJson(bytes)
  const parsed = ArchiveManifest.safeParse(json)
  const newer = (what: string) => {
    const way = 'Restore it with that version, or update this one.'
    return new ArchiveError('backup-newer', `The backup was made by a newer Placard (${what}) than this one. ${way}`)
  }
  if (!parsed.success) {
    const format = typeof json === 'object' && json !== null && 'format' in json ? json.format : undefined
    if (typeof format === 'number' && format > 1) throw newer(`its format is ${format}`)
    throw new ArchiveError('not-a-backup', 'This is not a backup of Placard.')
  }
  const { migrations, tables, version } = parsed.data
  const unknown = migrations.find((name) => !MIGRATION_NAMES.includes(name))
  if (unknown !== undefined) throw newer(`version ${version}, ${unknown}`)
  if (migrations.some((name, index) => MIGRATION_NAMES[index] !== name)) throw damaged()
  if (new Set(tables.map(({ name }) => name)).size !== tables.length) throw damaged()
  return parsed.data
}

async function readTable(
  entry: Entry,
  table: ArchiveManifest['tables'][number],
  take: (rows: Value[][]) => Promise<void>,
): Promise<void> {
  const hash = createHash('sha256')
  let rows = 0
  let some: Value[][] = []
  let parts: Buffer[] = []
  let partsBytes = 0
  const give = async () => {
    rows += some.length
    if (some.length > 0) await take(some)
    some = []
  }
  for await (const bytes of hashed(entry.body, hash)) {
    let from = 0
    for (let to = bytes.indexOf(0x0a); to !== -1; to = bytes.indexOf(0x0a, from)) {
      parts.push(bytes.subarray(from, to))
      some.push(readRow(Buffer.concat(parts), table.columns.length))
      parts = []
      partsBytes = 0
      from = to + 1
      if (some.length >= ROWS_AT_ONCE) await give()
    }
    parts.push(bytes.subarray(from))
    partsBytes += bytes.byteLength - from
    if (partsBytes > MAX_ROW_BYTES) throw damaged()
  }
  await give()
  if (partsBytes > 0 || rows !== table.rows || hash.digest('hex') !== table.sha256) throw damaged()
}

function readRow(line: Buffer, width: number): Value[] {
  const row = readJson(line)
  if (!Array.isArray(row) || row.length !== width || !row.every(isValue)) throw damaged()
  return row
}

function isValue(value: unknown): value is Value {
  return value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
}

function readListed(table: TableShape, row: Value[]): ListedFile {
  try {
    return listedFile(table, row)
  } catch {
    throw damaged()
  }
}

async function readSmall(entry: Entry, limit: number): Promise<Buffer> {
  if (entry.size > limit) throw damaged()
  const parts: Buffer[] = []
  for await (const bytes of entry.body) parts.push(bytes)
  return Buffer.concat(parts)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw damaged()
  }
}

async function* hashed(
  body: AsyncIterable<Buffer>,
  hash: { update(bytes: Uint8Array): unknown },
): AsyncGenerator<Buffer> {
  for await (const bytes of body) {
    hash.update(bytes)
    yield bytes
  }
}
