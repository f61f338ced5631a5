import { MediaId, type OrganisationId, UPLOAD_EXPIRES_MS, UploadId, type UserId } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import type { Columns } from '../../platform/database/tables.ts'
import { removeWhere } from '../../platform/database/where.ts'

/** The owner of the upload. Nobody else can access it, even in the same organisation. */
export type Owner = { organisationId: OrganisationId; userId: UserId }

export type StoredUpload = {
  id: UploadId
  lengthBytes: number
  kind: 'picture' | 'film'
  /** Only for a film: accept it even if not every screen can play it. */
  insists: boolean
  /** SHA-256, in hex, of the film that it was converted from. */
  sourceSha256: string | undefined
  /** The stored file made from it. Undefined until it is finished. */
  mediaId: MediaId | undefined
  expiresAt: number
}

function toUpload(row: Columns<'upload', typeof COLUMNS>): StoredUpload {
  return {
    id: UploadId.parse(row.id),
    lengthBytes: row.length_bytes,
    kind: row.kind,
    insists: row.insists === 1,
    sourceSha256: row.source_sha256 ?? undefined,
    mediaId: row.media_id === null ? undefined : MediaId.parse(row.media_id),
    expiresAt: row.expires_at,
  }
}

const COLUMNS = ['id', 'length_bytes', 'kind', 'insists', 'source_sha256', 'media_id', 'expires_at'] as const

export async function createUpload(
  queries: Queries,
  owner: Owner,
  upload: StoredUpload & { commandKey: string | undefined },
): Promise<void> {
  await queries
    .insertInto('upload')
    .values({
      id: upload.id,
      organisation_id: owner.organisationId,
      user_id: owner.userId,
      command_key: upload.commandKey ?? null,
      length_bytes: upload.lengthBytes,
      kind: upload.kind,
      insists: upload.insists ? 1 : 0,
      source_sha256: upload.sourceSha256 ?? null,
      media_id: upload.mediaId ?? null,
      expires_at: upload.expiresAt,
    })
    .execute()
}

export async function findUpload(
  queries: Queries,
  owner: Owner,
  by: { id: UploadId } | { commandKey: string },
): Promise<StoredUpload | undefined> {
  const query = queries
    .selectFrom('upload')
    .select(COLUMNS)
    .where('organisation_id', '=', owner.organisationId)
    .where('user_id', '=', owner.userId)
  const row = await ('id' in by
    ? query.where('id', '=', by.id)
    : query.where('command_key', '=', by.commandKey)
  ).executeTakeFirst()
  return row && toUpload(row)
}

export type OpenUpload = { id: UploadId; userId: string; createdAt: number }

/** Uploads of an organisation that are neither finished nor expired, oldest first. */
export async function listOpenUploads(
  queries: Queries,
  organisationId: OrganisationId,
  now: number,
): Promise<OpenUpload[]> {
  const rows = await queries
    .selectFrom('upload')
    .select(['id', 'user_id', 'expires_at'])
    .where('organisation_id', '=', organisationId)
    .where('media_id', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, user_id, expires_at }) => ({
    id: UploadId.parse(id),
    userId: user_id,
    createdAt: expires_at - UPLOAD_EXPIRES_MS,
  }))
}

/** Bytes reserved for uploads that are neither finished nor expired. @param except an upload that does not count */
export async function sumReservedBytes(
  queries: Queries,
  organisationId: OrganisationId,
  now: number,
  except?: UploadId,
): Promise<number> {
  let query = queries
    .selectFrom('upload')
    .select((column) => column.fn.sum<number | string | null>('length_bytes').as('bytes'))
    .where('organisation_id', '=', organisationId)
    .where('media_id', 'is', null)
    .where('expires_at', '>', now)
  if (except !== undefined) query = query.where('id', '!=', except)
  const row = await query.executeTakeFirstOrThrow()
  return Number(row.bytes ?? 0)
}

/** @returns false if it was finished already */
export async function finishUpload(queries: Queries, id: UploadId, mediaId: MediaId): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('upload')
    .set({ media_id: mediaId })
    .where('id', '=', id)
    .where('media_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function removeUpload(queries: Queries, id: UploadId): Promise<void> {
  await removeWhere(queries, 'upload', { id })
}

export async function removeUploadsOf(queries: Queries, organisationId: OrganisationId): Promise<void> {
  await removeWhere(queries, 'upload', { organisation_id: organisationId })
}

export async function listExpiredUploads(queries: Queries, now: number): Promise<UploadId[]> {
  const rows = await queries.selectFrom('upload').select('id').where('expires_at', '<=', now).execute()
  return rows.map(({ id }) => UploadId.parse(id))
}

/** Number of bytes in its pieces. Undefined if there is no such upload. */
export async function findArrivedBytes(queries: Queries, id: UploadId): Promise<number | undefined> {
  const row = await queries
    .selectFrom('upload')
    .leftJoin('upload_piece', 'upload_piece.upload_id', 'upload.id')
    .select(({ fn, ref }) => fn.sum<number | string | null>(fn('length', [ref('upload_piece.bytes')])).as('bytes'))
    .where('upload.id', '=', id)
    .groupBy('upload.id')
    .executeTakeFirst()
  return row && Number(row.bytes ?? 0)
}

/** @returns false if a piece starts there already, or there is no such upload */
export async function createPiece(queries: Queries, id: UploadId, start: number, bytes: Uint8Array): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('upload_piece')
    .columns(['upload_id', 'start_byte', 'bytes'])
    .expression((select) =>
      select
        .selectFrom('upload')
        .select(({ val }) => ['upload.id', val(start).as('start_byte'), val(bytes).as('bytes')])
        .where('upload.id', '=', id),
    )
    .onConflict((conflict) => conflict.columns(['upload_id', 'start_byte']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Reads the pieces in order, one at a time: together they may exceed the memory. */
export async function* readPieces(queries: Queries, id: UploadId): AsyncGenerator<Uint8Array> {
  for (let from = 0; ; ) {
    const piece = await queries
      .selectFrom('upload_piece')
      .select(['start_byte', 'bytes'])
      .where('upload_id', '=', id)
      .where('start_byte', '>=', from)
      .orderBy('start_byte')
      .limit(1)
      .executeTakeFirst()
    if (!piece) return
    yield piece.bytes
    from = Number(piece.start_byte) + 1
  }
}

/** Removes the pieces that start at `from` or later. */
export async function removePieces(queries: Queries, id: UploadId, from: number): Promise<void> {
  await queries.deleteFrom('upload_piece').where('upload_id', '=', id).where('start_byte', '>=', from).execute()
}

/** Returns those of the ids that are uploads. */
export async function keepKnownUploads(queries: Queries, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await queries.selectFrom('upload').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}
