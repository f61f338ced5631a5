import { MediaId, OrganisationId } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import type { Columns } from '../../platform/database/tables.ts'
import { addressOf } from './address.ts'
import { isProposed } from './store.ts'

// Files that were sent for a proposal. Until it is approved, they are not served, listed or found anywhere else.

export type HeldFile = {
  id: MediaId
  organisationId: OrganisationId
  url: string
  contentType: string
  sha256: string
  sizeBytes: number
  heldFor: string
  deckId: MediaId | null
}

const COLUMNS = ['id', 'organisation_id', 'content_type', 'sha256', 'size_bytes', 'held_for', 'deck_id'] as const

function toHeldFile(row: Columns<'media_file', typeof COLUMNS>): HeldFile {
  return {
    id: MediaId.parse(row.id),
    organisationId: OrganisationId.parse(row.organisation_id),
    url: addressOf({ id: row.id, contentType: row.content_type }),
    contentType: row.content_type,
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
    heldFor: row.held_for ?? '',
    deckId: row.deck_id === null ? null : MediaId.parse(row.deck_id),
  }
}

/** A held file, for any proposal or sender. */
export async function findHeldFile(queries: Queries, id: MediaId): Promise<HeldFile | undefined> {
  const row = await queries
    .selectFrom('media_file')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('held_for', 'is not', null)
    .executeTakeFirst()
  return row && toHeldFile(row)
}

/** Those of the files that are held for this sender or proposal. Includes pages of decks. */
export async function findHeld(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly MediaId[],
  heldFor: string,
): Promise<HeldFile[]> {
  if (ids.length === 0) return []
  const rows = await queries
    .selectFrom('media_file')
    .select(COLUMNS)
    .where('organisation_id', '=', organisationId)
    .where('held_for', '=', heldFor)
    .where((media) => media.or([media('id', 'in', ids), media('deck_id', 'in', ids)]))
    .orderBy('page')
    .orderBy('id')
    .execute()
  return rows.map(toHeldFile)
}

/** Turns the held file into an ordinary one. */
export async function releaseHeld(queries: Queries, organisationId: OrganisationId, id: MediaId): Promise<void> {
  await setHeldFor(queries, organisationId, id, null)
}

/** Includes the pages of a deck. */
export async function setHeldFor(
  queries: Queries,
  organisationId: OrganisationId,
  id: MediaId,
  heldFor: string | null,
): Promise<void> {
  await queries
    .updateTable('media_file')
    .set({ held_for: heldFor, held_link: null, unreferenced_since: null })
    .where('organisation_id', '=', organisationId)
    .where((media) => media.or([media('id', '=', id), media('deck_id', '=', id)]))
    .execute()
}

/** Bytes that a sender has uploaded and not proposed. */
export async function sumHeldBytes(queries: Queries, heldFor: string): Promise<number> {
  const row = await queries
    .selectFrom('media_file')
    .select(({ fn }) => fn.sum<number | string | null>('size_bytes').as('bytes'))
    .where('held_for', '=', heldFor)
    .executeTakeFirstOrThrow()
  return Number(row.bytes ?? 0)
}

/** Files of an organisation, or of one proposal link, that were sent and not proposed yet. */
type Unproposed = { organisationId: OrganisationId; heldLink?: string }

/** Proposed files are held for their proposal (`proposal:` and its id), and are excluded. */
function unproposed(queries: Queries, { organisationId, heldLink }: Unproposed) {
  const all = queries
    .selectFrom('media_file')
    .where('organisation_id', '=', organisationId)
    .where('held_for', 'is not', null)
    .where('held_for', 'not like', 'proposal:%')
  return heldLink === undefined ? all : all.where('held_link', '=', heldLink)
}

export async function sumUnproposedBytes(queries: Queries, of: Unproposed): Promise<number> {
  const row = await unproposed(queries, of)
    .select(({ fn }) => fn.sum<number | string | null>('size_bytes').as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(row.bytes ?? 0)
}

/** Oldest first. */
export async function listUnproposed(
  queries: Queries,
  of: Unproposed,
  atMost: number,
): Promise<{ id: MediaId; sizeBytes: number; createdAt: number }[]> {
  const rows = await unproposed(queries, of)
    .select(['id', 'size_bytes', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(atMost)
    .execute()
  return rows.map((row) => ({ id: MediaId.parse(row.id), sizeBytes: row.size_bytes, createdAt: row.created_at }))
}

/** Held files of no waiting proposal, older than `before`. A page is removed with its deck. */
export async function listForgotten(
  queries: Queries,
  before: number,
): Promise<{ id: MediaId; organisationId: OrganisationId }[]> {
  const rows = await queries
    .selectFrom('media_file')
    .select(['id', 'organisation_id'])
    .where('held_for', 'is not', null)
    .where('deck_id', 'is', null)
    .where('created_at', '<', before)
    .where((media) => media.not(isProposed(media)))
    .execute()
  return rows.map((row) => ({ id: MediaId.parse(row.id), organisationId: OrganisationId.parse(row.organisation_id) }))
}
