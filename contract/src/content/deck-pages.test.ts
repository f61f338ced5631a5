import { describe, expect, it } from 'vitest'
import { ItemId } from '../platform/id.ts'
import { DeckSettings } from './deck.ts'
import { itemIdOfEntry, pageIdOf, readEntryId, shownPagesOf } from './deck-pages.ts'
import { tidyDeck } from './tidy-deck.ts'

const id = ItemId.parse('6b1f2b1e-0000-4000-8000-000000000001')

describe('the pages of a deck', () => {
  it('[CT8] are shown in order without those that are left out, each for its own time or that of all', () => {
    const deck = { without: [2], seconds: [{ page: 3, seconds: 40 }] }
    expect(shownPagesOf({ id, duration: 10, deck, pages: ['a', 'b', 'c', 'd'] })).toEqual([
      { id: pageIdOf(id, 1), number: 1, page: 'a', duration: 10 },
      { id: pageIdOf(id, 3), number: 3, page: 'c', duration: 40 },
      { id: pageIdOf(id, 4), number: 4, page: 'd', duration: 10 },
    ])
  })

  it('[CT8] are all shown, for as long as the player decides, where nothing is said', () => {
    expect(shownPagesOf({ id, deck: null, pages: ['a'] })).toMatchObject([{ number: 1, duration: undefined }])
  })

  it('[CT8] have ids that are ids, which lead back to the item; that of any other item is its own', () => {
    const last = pageIdOf(id, 200)
    expect(ItemId.parse(last)).toBe(last)
    expect(readEntryId(last)).toEqual({ itemId: id, page: 200 })
    expect(itemIdOfEntry(id)).toBe(id)
    expect(itemIdOfEntry(ItemId.parse('legacy-aa_p'))).toBe('legacy-aa_p')
  })

  it('[CT8] are written down in one way of several', () => {
    const seconds = [
      { page: 9, seconds: 5 },
      { page: 1, seconds: 5 },
      { page: 9, seconds: 7 },
    ]
    expect(tidyDeck({ without: [3, 1, 3], seconds })).toEqual({
      without: [1, 3],
      seconds: [
        { page: 1, seconds: 5 },
        { page: 9, seconds: 7 },
      ],
    })
    expect(tidyDeck({ without: [], seconds: [] })).toBeNull()
  })

  it.each([
    { without: [0], seconds: [] },
    { without: [201], seconds: [] },
    { without: [], seconds: [{ page: 1, seconds: 0 }] },
    { without: [], seconds: [{ page: 1, seconds: 86_401 }] },
    { without: [] },
  ])('[B38] cannot be chosen as %j', (settings) => expect(DeckSettings.safeParse(settings).success).toBe(false))
})
