import { MAX_DECK_PAGES, MAX_DURATION_SECONDS, MAX_PAGE_TEXT_CHARACTERS } from '../platform/constants.ts'
import { MediaId } from '../platform/id.ts'
import { isWellFormedText, Name } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { MediaFile, Sha256 } from './media.ts'

/** The type of a stored deck: a document whose pages are stored pictures. */
export const DECK_TYPE = 'application/vnd.placard.deck+json'

/** The number of a page, from 1. */
const PageNumber = z.int().min(1).max(MAX_DECK_PAGES)

/** The pages of its deck that an item shows. Numbers above the deck's last page say nothing; of numbers that are given twice the last counts. */
export const DeckSettings = z.strictObject({
  /** Pages that are left out. At least one page stays: `deck-without-pages`. */
  without: z.array(PageNumber).max(MAX_DECK_PAGES),
  /** Pages with a time of their own; the others have the item's `duration`. */
  seconds: z
    .array(z.strictObject({ page: PageNumber, seconds: z.int().min(1).max(MAX_DURATION_SECONDS) }))
    .max(MAX_DECK_PAGES),
})
export type DeckSettings = z.infer<typeof DeckSettings>

/** A page as its item tells it. */
export const DeckPage = z.object({
  /** Path of its picture on this server. */
  url: z.string(),
})
export type DeckPage = z.infer<typeof DeckPage>

const CreateDeckPage = z.strictObject({
  mediaId: MediaId,
  /** The page's words, for search and for whoever does not see it; may be empty. */
  text: z.string().max(MAX_PAGE_TEXT_CHARACTERS, 'too-long').refine(isWellFormedText, 'text-not-well-formed'),
  /** Height of its smallest letters, as a share of the page's; absent: it has none, or nobody has looked. */
  letters: z.number().positive().max(1).optional(),
})

/** The pages of a new deck, in order. */
export const CreateDeckPages = z
  .array(CreateDeckPage)
  .min(1, 'deck-without-pages')
  .max(MAX_DECK_PAGES, 'too-many-pages')

/** Makes a deck of pictures that were uploaded as its pages and are nowhere else: they are its own from then on. */
export const CreateDeck = z.strictObject({
  name: Name,
  pages: CreateDeckPages,
  /** SHA-256 of the document that they come from, in lower-case hex: `findKnownFile` finds the deck by it. */
  sha256: Sha256.optional(),
})
export type CreateDeck = z.infer<typeof CreateDeck>

/** A stored deck. Immutable like every file: another version of the document is another deck. */
export const Deck = MediaFile.extend({ pages: z.array(DeckPage) })
export type Deck = z.infer<typeof Deck>
