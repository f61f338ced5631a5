import { MediaId, type OrganisationId } from '@placard/contract'
import type { ExpressionBuilder } from 'kysely'
import type { Queries } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { addressOf } from './address.ts'
import { isReferenced } from './store.ts'

/** A page of a stored deck: a picture that is kept and removed with the deck. */
export type StoredPage = { mediaId: MediaId; url: string; sha256: string; sizeBytes: number }

/** The pages of these decks, in order. Decks never change. */
export async function findPages(
  queries: Queries,
  organisationId: OrganisationId,
  deckIds: readonly MediaId[],
): Promise<Map<MediaId, StoredPage[]>> {
  const pages = new Map<MediaId, StoredPage[]>(deckIds.map((id) => [id, []]))
  if (pages.size === 0) return pages
  const rows = await queries
    .selectFrom('media_file')
    .select(['deck_id', 'id', 'content_type', 'sha256', 'size_bytes'])
    .where('organisation_id', '=', organisationId)
    .where('deck_id', 'in', [...pages.keys()])
    .orderBy('deck_id')
    .orderBy('page')
    .execute()
  for (const { deck_id: deckId, id, content_type: contentType, sha256, size_bytes: sizeBytes } of rows) {
    const page = { mediaId: MediaId.parse(id), url: addressOf({ id, contentType }), sha256, sizeBytes }
    pages.get(deckId as MediaId)?.push(page)
  }
  return pages
}

/** A picture that was only uploaded: it is not shown anywhere, never was, and has no name. */
const isNew = (media: ExpressionBuilder<Tables, 'media_file'>, heldFor: string | null) =>
  media.and([
    media('content_type', '=', 'image/jpeg'),
    media('name', '=', ''),
    media('kept', '=', 0),
    media('removed_at', 'is', null),
    media.not(isReferenced(media)),
    heldFor === null ? media('held_for', 'is', null) : media('held_for', '=', heldFor),
  ])

/** The size of each of these pictures, and if it may become a page. */
export async function findPictures(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly MediaId[],
  heldFor: string | null,
): Promise<Map<string, { width: number; height: number; isNew: boolean }>> {
  const select = () =>
    queries.selectFrom('media_file').where('organisation_id', '=', organisationId).where('id', 'in', ids)
  const rows = await select().select(['id', 'width', 'height', 'content_type']).execute()
  const fresh = new Set(
    (
      await select()
        .select('id')
        .where((media) => isNew(media, heldFor))
        .execute()
    ).map(({ id }) => id),
  )
  return new Map(
    rows
      .filter(({ content_type: type }) => type === 'image/jpeg')
      .map(({ id, width, height }) => [id, { width, height, isNew: fresh.has(id) }]),
  )
}

/** @returns false if the picture is no longer unused */
export async function makePage(
  queries: Queries,
  organisationId: OrganisationId,
  {
    id,
    deckId,
    page,
    text,
    letters,
  }: { id: MediaId; deckId: MediaId; page: number; text: string; letters: number | null },
  heldFor: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('media_file')
    .set({ deck_id: deckId, page, page_text: text, page_letters: letters, unreferenced_since: null })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where((media) => isNew(media, heldFor))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
