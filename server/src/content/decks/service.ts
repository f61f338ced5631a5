import type { CreateDeck, Deck, MediaFile, OrganisationId } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import { within } from '../../platform/database/database.ts'
import { runCommand, type Sender } from '../commands/service.ts'
import { findPages, storeDeck } from '../media/service.ts'

/**
 * Makes a deck of pictures that were uploaded as the pages of a document. The pictures already count towards the storage, so
 * there is always room.
 *
 * @throws AppError media-not-found, page-used-already with the place of the page, disk-full, idempotency-mismatch
 */
export function createDeck(
  context: Context,
  sender: Sender,
  organisationId: OrganisationId,
  wanted: CreateDeck,
): Promise<Deck> {
  return runCommand(
    context,
    sender,
    // A new deck is in no programme yet.
    async () => [],
    async (queries) => {
      const inside = { ...context, database: within(context.database, queries) }
      const file: MediaFile = await storeDeck(inside, sender.caller, wanted, (_, _file, insert) => insert())
      const pages = (await findPages(queries, organisationId, [file.id])).get(file.id) ?? []
      return { answer: { ...file, pages: pages.map(({ url }) => ({ url })) }, touched: [] }
    },
  )
}
