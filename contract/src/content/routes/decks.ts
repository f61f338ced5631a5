import { ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { CreateDeck, Deck } from '../deck.ts'

export const DECK_ROUTES = {
  createDeck: {
    method: 'POST',
    path: `${ORGANISATION}/decks`,
    access: 'editor',
    params: organisation,
    body: CreateDeck,
    response: Deck,
    creates: true,
  },
} as const satisfies Routes

export const DECK_DETAILS = {
  createDeck: {
    summary: 'Creates a deck from uploaded pictures of its pages. The response contains the address for an item.',
    errors: [
      'media-not-found',
      'page-used-already',
      'name-missing',
      'deck-without-pages',
      'too-many-pages',
      'too-long',
    ],
    takes: ['Idempotency-Key'],
    // 200 pages with 1,500 characters of three bytes each.
    bodyBytes: 2 ** 20,
    takesRoom: true,
  },
} as const satisfies DetailsOf<typeof DECK_ROUTES>
