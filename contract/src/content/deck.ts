import { MAX_DECK_PAGES, MAX_DURATION_SECONDS, MAX_PAGE_TEXT_CHARACTERS } from '../platform/constants.ts'
import { MediaId } from '../platform/id.ts'
import { isWellFormedText, Name } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { MediaFile, Sha256 } from './media.ts'

/** The content type of a stored deck: a document whose pages are stored pictures. */
export const DECK_TYPE = 'application/vnd.placard.deck+json'

/** A page number, from 1. */
const PageNumber = z.int().min(1).max(MAX_DECK_PAGES)

/**
 * The settings of a deck's pages. Numbers beyond the last page are ignored. If a number is given twice, the last one counts.
 */
export const DeckSettings = z.strictObject({
  /** Pages to leave out. At least one page must remain: `deck-without-pages`. */
  without: z.array(PageNumber).max(MAX_DECK_PAGES),
  /** Pages with their own duration. The others use the item's `duration`. */
  seconds: z
    .array(z.strictObject({ page: PageNumber, seconds: z.int().min(1).max(MAX_DURATION_SECONDS) }))
    .max(MAX_DECK_PAGES),
})
export type DeckSettings = z.infer<typeof DeckSettings>

/** A page in its item. */
export const DeckPage = z.object({
  /** The path of its picture on this server. */
  url: z.string(),
})
export type DeckPage = z.infer<typeof DeckPage>

const CreateDeckPage = z.strictObject({
  mediaId: MediaId,
  /** The page's text, for search and for people who cannot see the page. May be empty. */
  text: z.string().max(MAX_PAGE_TEXT_CHARACTERS, 'too-long').refine(isWellFormedText, 'text-not-well-formed'),
  /** The height of its smallest letters, as a share of the page's height. Absent: it has none, or it was not examined. */
  letters: z.number().positive().max(1).optional(),
})

/** The pages of a new deck, in order. */
export const CreateDeckPages = z
  .array(CreateDeckPage)
  .min(1, 'deck-without-pages')
  .max(MAX_DECK_PAGES, 'too-many-pages')

/**
 * Creates a deck from pictures that were uploaded as its pages and are not used elsewhere. They belong to the deck from then
 * on.
 */
export const CreateDeck = z.strictObject({
  name: Name,
  pages: CreateDeckPages,
  /** The SHA-256 of the source document, in lower-case hex. `findKnownFile` finds the deck by it. */
  sha256: Sha256.optional(),
})
export type CreateDeck = z.infer<typeof CreateDeck>

/** A stored deck. Immutable like every file: another version of the document becomes a new deck. */
export const Deck = MediaFile.extend({ pages: z.array(DeckPage) })
export type Deck = z.infer<typeof Deck>
