import {
  type DisplayKey,
  type Item,
  type ItemId,
  itemIdOfEntry,
  type Manifest,
  type MediaId,
  mediaIdOf,
  type Programme,
} from '@placard/contract'
import {
  boardAt,
  forecastOf,
  liveWordsUntil,
  nextChangeAt,
  openingReaderOf,
  type Place,
  type Playable,
  planAt,
  playableOf,
  playingZonesOf,
  takenOverAt,
  toldWeather,
  weatherAt,
  withLiveWords,
  withoutLiveWords,
} from '@placard/playback'
import type { Context } from '../../platform/context.ts'
import { readManifest, readProgramme } from '../manifest/service.ts'
import { type CalendarDraft, eventsOf, MOST_SUMMARY_CHARACTERS } from './calendar.ts'
import { calendarWordsOf, type What, whatOf } from './kinds.ts'
import * as store from './store.ts'

/** Items that went off by their schedule within this time are still listed, so that a person who saw one in passing can look it up. */
const JUST_WAS_MS = 15 * 60_000

/** @param startsAt the next time at which it is shown; undefined: it is shown now, or will not be shown again */
export type Entry = {
  id: ItemId
  what: What
  startsAt: number | undefined
  /** For a calendar. Undefined if the item is about no date, or no text describes it. */
  calendar: CalendarDraft | undefined
}

/** Everything that a display shows at a moment, for readers (TW1). Instants are milliseconds since 1970. */
export type Twin = Pick<Programme, 'name' | 'language' | 'timeZone' | 'zoneOffsets' | 'revision'> & {
  at: number
  /** The running take-overs, which cover everything else. */
  over: { isDrill: boolean; whats: What[]; line: string | undefined }[]
  /** The insert that is shown over the content. */
  insert: What[]
  /** In the order of the loop, beginning with the current item. */
  entries: Entry[]
  /** Items that went off by their schedule within the last 15 minutes. */
  before: Entry[]
  /** The zones beside the main one, by the name of their playlist. Empty during a take-over of the picture, and without a layout. */
  zones: { name: string; entries: Entry[]; before: Entry[] }[]
  lines: string[]
  /** The words, the weather and the addresses of QR codes that stand in the corners now. */
  corners: ({ text: string } | { link: string })[]
  /** The time until which the screens are dark, outside the opening hours. Undefined: they are on. */
  asleepUntil: number | undefined
  /** Until then the result stays the same, if nothing is changed. */
  until: number
}

/** @param language of the reader @returns undefined if there is no such display */
export async function readTwin(context: Context, key: DisplayKey, language: string): Promise<Twin | undefined> {
  const [programme, manifest] = [await readProgramme(context, key), await readManifest(context, key)]
  if (!programme) return undefined
  const { takeOvers = [], inserts = [] } = manifest ?? {}
  const ids = [
    ...filesOf(programme),
    ...[...takeOvers, ...inserts].flatMap(({ items }) => items.flatMap(({ url }) => mediaIdOf(url) ?? [])),
  ]
  const files = await store.readWords(context.database.queries, key.organisationId, ids)
  return twinOf({ ...programme, takeOvers, inserts }, files, context.now(), language)
}

/**
 * @param files texts of stored files
 * @param at the moment, for which `planAt` decides what is on
 * @param language of the reader, used for dates if the display has no language
 */
export function twinOf(
  programme: Programme & Pick<Manifest, 'takeOvers' | 'inserts'>,
  files: ReadonlyMap<MediaId, string>,
  at: number,
  language: string,
): Twin {
  const { name, timeZone, revision, zoneOffsets, openingHours } = programme
  const place: Place = { zoneOffsets, language: programme.language ?? language }
  const playable = playableOf(programme)
  const plan = planAt(playable, at)
  const forecast = forecastOf(programme)
  const items = new Map(itemsOf(programme).map((item) => [item.id, item]))
  const toEntry = (id: ItemId, startsAt?: number): Entry[] => {
    const item = items.get(id)
    const what = item && whatOf(item, { files, at, place, forecast })
    return what ? [{ id, what, startsAt, calendar: calendarOf(item, what) }] : []
  }

  const taken = takenOverAt(programme.takeOvers, at)
  const over = taken.by.map(({ drill, items: shown, line }) => ({
    isDrill: drill === true,
    // The text follows the picture, for screens that cannot show the picture.
    whats: shown.flatMap((item) => whatOf(item, { files, at, place }) ?? []),
    line: line === undefined ? undefined : withLiveWords(line, at, place),
  }))
  const opening = openingReaderOf(openingHours, zoneOffsets)(at)
  const inserted = takenOverAt(programme.inserts, at)
  // An insert does not switch the screens on.
  const isInserted = opening.isOn && !taken.picture
  const insert = isInserted ? (inserted.picture?.items ?? []) : []
  const lines = plan.lines.map(({ text }) => text)
  const listOf = (one: Playable) => {
    const turns = turnsOf(one, at)
    const justWere = new Set<ItemId>()
    for (let then = at - JUST_WAS_MS; then < at; then = nextChangeAt(one, then)) {
      for (const { id } of planAt(one, then).items) if (!turns.has(itemIdOfEntry(id))) justWere.add(itemIdOfEntry(id))
    }
    return {
      entries: [...turns].flatMap(([id, startsAt]) => toEntry(id, startsAt)),
      before: [...justWere].flatMap((id) => toEntry(id)),
    }
  }
  const playables = playingZonesOf(programme)
  const standing = taken.picture ? [] : (plan.corners ?? [])
  const texts = [
    ...lines,
    ...standing.flatMap((piece) => (piece.kind === 'words' ? [piece.text] : [])),
    ...[...items.values()].flatMap(({ notice }) => (notice ? [notice.heading, notice.body, notice.byline] : [])),
  ]
  const boards = [...items.values()].flatMap(({ contents }) => contents ?? [])
  return {
    name,
    language: programme.language,
    timeZone,
    zoneOffsets,
    revision,
    at,
    over,
    insert: insert.flatMap((item) => whatOf(item, { files, at, place }) ?? []),
    ...listOf(playable),
    zones: taken.picture ? [] : playables.map((zone) => ({ name: zone.name, ...listOf(zone.playable) })),
    lines: lines.map((text) => withLiveWords(text, at, place)),
    corners: standing.flatMap((piece): Twin['corners'] => {
      if (piece.kind === 'words') return [{ text: withLiveWords(piece.text, at, place) }]
      if (piece.kind === 'weather') {
        const told = toldWeather(piece.forecast, at, zoneOffsets, place.language)
        return told ? [{ text: `${told.town}: ${told.now} (${told.credit})` }] : []
      }
      return piece.kind === 'qr' ? [{ link: piece.link }] : []
    }),
    // A take-over switches the screens on.
    asleepUntil: opening.isOn || over.length > 0 ? undefined : opening.until,
    until: Math.min(
      plan.until,
      ...playables.map((zone) => planAt(zone.playable, at).until),
      opening.until,
      taken.until,
      inserted.until,
      ...texts.map((text) => liveWordsUntil(text, at, place)),
      (forecast && weatherAt(forecast, at, zoneOffsets)?.until) ?? Number.POSITIVE_INFINITY,
      ...boards.map((board) => boardAt(board, at, zoneOffsets).until),
    ),
  }
}

/** The next time of each item in the loop, the current one first. For a deck: its first page to come. */
function turnsOf(playable: Playable, at: number): Map<ItemId, number | undefined> {
  const turns = new Map<ItemId, number | undefined>()
  let plan = planAt(playable, at)
  const steps = plan.items.length
  for (let step = 0; step < steps && plan.status === 'playing'; step += 1) {
    const id = itemIdOfEntry(plan.current.item.id)
    if (!turns.has(id)) turns.set(id, step === 0 ? undefined : plan.current.startsAt)
    plan = planAt(playable, plan.current.endsAt)
  }
  // An item that ends before its next turn still counts as on.
  for (const { id } of planAt(playable, at).items) {
    if (!turns.has(itemIdOfEntry(id))) turns.set(itemIdOfEntry(id), undefined)
  }
  return turns
}

/** All items, notices with their values. */
const itemsOf = ({ items, playlists, zones }: Programme): Item[] =>
  [items, ...[...playlists, ...zones].map((held) => held.items)]
    .flat()
    .map((item) => (item.shown ? { ...item, notice: item.shown.notice } : item))

/** The ids of all stored files in the programme. */
function filesOf(programme: Programme): MediaId[] {
  const urls = itemsOf(programme).flatMap(({ url, pages = [] }) => [url, ...pages.map((page) => page.url)])
  return urls.flatMap((url) => mediaIdOf(url) ?? [])
}

/** A calendar entry does not change by itself, so live words are left out. */
function calendarOf(item: Item, what: What): Entry['calendar'] {
  const events = eventsOf(item)
  const [summary = '', ...more] = calendarWordsOf(what, item)
    .map((text) => withoutLiveWords(text).trim())
    .filter((text) => text !== '')
  if (events.length === 0 || summary === '') return undefined
  const { id, revision } = item
  return { id, revision, summary: summary.slice(0, MOST_SUMMARY_CHARACTERS), description: more.join('\n\n'), events }
}
