import {
  type Forecast,
  type IncludedPlaylist,
  type Item,
  type Line,
  type LineId,
  type ManifestCornerPiece,
  type ManifestItem,
  type ManifestLine,
  NO_PICTURE,
  type Programme,
  playlistAt,
  READ_CARD_ID,
  READ_CARD_SECONDS,
  secondsOf,
  shownPagesOf,
} from '@placard/contract'
import { answererOf, finderOf } from './condition.ts'
import { flattenProgramme } from './flatten-programme.ts'
import type { Playable } from './plan.ts'
import { scheduleUntil } from './schedule-until.ts'

/** A programme as its page has it, including hidden and unplayable items. */
export type HeldProgramme = Pick<Programme, 'items' | 'lines' | 'playlists' | 'zoneOffsets' | 'loopStartedAt'> &
  Partial<Pick<Programme, 'readCode' | 'pairedOnly' | 'covers' | 'cornerPieces' | 'values' | 'weather'>>

/** The playlist that an item includes. undefined for every other item, and for a missing playlist. */
export function playlistOf(item: Item, playlists: readonly IncludedPlaylist[]): IncludedPlaylist | undefined {
  const id = item.type === 'playlist' ? playlistAt(item.url) : undefined
  return id && playlists.find((playlist) => playlist.id === id)
}

/** The words of a notice as screens show them: with its values. */
export const wordsOf = <One extends Pick<Item, 'notice' | 'shown'>>(item: One): Item['notice'] =>
  item.shown?.notice ?? item.notice

/** Lines as they run: with their values, and without those that lack one. */
export function runningLines(lines: readonly Line[]): Line[] {
  return lines.flatMap((line) => (line.shown ? (line.shown.isOff ? [] : { ...line, text: line.shown.text }) : line))
}

/** Only visible and playable items are shown. This also applies to inclusions. */
export const isShown = ({ visible, playable }: Item) => visible && playable

/** The pages that a deck shows, as picture items. */
export function pagesOf({ deck, pages = [], ...item }: Item): Item[] {
  const { fit: _, focus: __, duration: ___, ...rest } = item
  return shownPagesOf({ ...item, deck, pages }).map(({ id, page, duration }) => ({
    ...rest,
    id,
    type: 'image',
    url: page.url,
    ...(duration === undefined ? {} : { duration }),
  }))
}

/** The entries of a feed, as notice items and lines. */
export function entriesOf({ feed: _, entries = [], schedule: __, ...item }: Item): { items: Item[]; lines: Line[] } {
  const items: Item[] = []
  const lines: Line[] = []
  for (const { id, text, notice, schedule } of entries) {
    const when = schedule ? { schedule } : {}
    if (notice) items.push({ ...item, id, type: 'notice', title: notice.heading, url: NO_PICTURE, notice, ...when })
    if (text !== undefined) {
      const { position, revision } = item
      const asked = item.condition ? { condition: item.condition } : {}
      lines.push({ id: id as string as LineId, text, position, revision, ...when, ...asked })
    }
  }
  return { items, lines }
}

/**
 * The part of a programme's manifest that the plan depends on. Repeated calls for the same programme return the same object.
 */
export function playableOf(programme: HeldProgramme): Playable & { lines: ManifestLine[] } {
  const known = playables.get(programme)
  if (known) return known
  const { playlists, zoneOffsets, loopStartedAt } = programme
  const answerOf = answererOf(finderOf(programme.values))
  const forecast = forecastOf(programme)
  const { items, lines, inclusions } = flattenProgramme({
    ...programme,
    lines: runningLines(programme.lines),
    playlistOf(item) {
      const playlist = playlistOf(item, playlists)
      return playlist && { ...playlist, lines: runningLines(playlist.lines) }
    },
    pagesOf,
    entriesOf,
    weatherOf: (item) =>
      forecast ? [{ ...item, schedule: scheduleUntil(item.schedule, forecast.until, zoneOffsets) }] : [],
    isShown,
    answerOf,
  })
  const shown = items.map(({ item, inclusion }) => {
    const { id, type, url, schedule } = item
    return { id, type, url, duration: secondsOf(item), schedule, condition: answerOf(item), inclusion } as ManifestItem
  })
  const cornerPieces = programme.cornerPieces?.flatMap((piece): ManifestCornerPiece[] => {
    const condition = answerOf(piece)
    if (piece.kind === 'logo') return [{ ...piece, url: piece.url ?? NO_PICTURE, condition }]
    if (piece.kind !== 'weather') return [{ ...piece, condition }]
    if (!forecast) return []
    const schedule = scheduleUntil(piece.schedule, forecast.until, zoneOffsets)
    return [{ ...piece, forecast, schedule, condition }]
  })
  const playable = {
    items: hasReadCard(programme) ? [...shown, READ_CARD] : shown,
    lines: lines.map(({ line, inclusion }) => {
      const { id, text, schedule } = line
      return { id, text, schedule, condition: answerOf(line), inclusion }
    }),
    cornerPieces,
    inclusions,
    zoneOffsets,
    loopStartedAt,
  }
  playables.set(programme, playable)
  return playable
}

/** The weather at the display. undefined: none that may be shown. */
export function forecastOf({ weather }: Pick<HeldProgramme, 'weather'>): Forecast | undefined {
  return weather && 'forecast' in weather ? weather.forecast : undefined
}

/** [TW2] The last item of the loop, if its display offers the page to read on a card. */
export const READ_CARD: ManifestItem = {
  id: READ_CARD_ID,
  type: 'notice',
  url: NO_PICTURE,
  duration: READ_CARD_SECONDS,
}

/** A display that is limited to its paired screens has no card, because people without an account cannot open its page. */
export function hasReadCard({ readCode, pairedOnly }: Partial<Pick<Programme, 'readCode' | 'pairedOnly'>>): boolean {
  return readCode === 'card' && pairedOnly !== true
}

const playables = new WeakMap<HeldProgramme, Playable & { lines: ManifestLine[] }>()
