import { setImmediate as letOthers } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import {
  type ErrorCode,
  isShownType,
  type Line,
  MAX_ADDRESS_BYTES_PER_DISPLAY,
  MAX_BOARDS_PER_DISPLAY,
  MAX_DECK_PAGES_PER_DISPLAY,
  MAX_FEEDS_PER_DISPLAY,
  MAX_ITEMS_PER_DISPLAY,
  MAX_LINES_PER_DISPLAY,
  MAX_NOTICE_BYTES_PER_DISPLAY,
  MAX_SCHEDULE_BYTES_PER_LIST,
  type OrganisationId,
  type PlaylistId,
  type ProgrammeId,
  programmeIdOf,
  secondsOf,
} from '@placard/contract'
import { loopStartAfter, type Playable } from '@placard/playback'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Activity, Change, ThingState } from '../activity/service.ts'
import type { HeldProgramme, Touch } from '../commands/service.ts'
import { scheduleBytesOf } from '../schedules/service.ts'
import { answererFor, type Contents, type Found, flatten, includedIn, NO_CONTENTS, readContents } from './contents.ts'
import { pagesOf, shownAsItems } from './decks.ts'
import type { Place } from './feeds.ts'
import { type ItemState, urlOf } from './item-fields.ts'
import { placeOf } from './place.ts'
import { NO_SOURCES, readSources, type Sources } from './sources.ts'
import { includesAny } from './store.ts'

/** One programme that a command has changed, in its state before the change. */
export type Done = { held: HeldProgramme; found: Found; activity: Activity }

/** The contents of one programme before and after a command. A list that does not matter is empty in both. */
type Span = { before: Contents; after: Contents }

/** Displays that are read and settled before other work gets a turn on the event loop. */
const DISPLAYS_AT_ONCE = 25

/**
 * Works out the effect of a command on the programmes that it changed and on the displays that include one of them. Each must
 * have room for its new contents. A loop restarts if it plays something else (PB5).
 *
 * @param includers the locked displays that include a playlist of `done` and are not in `done`
 * @param options.isOfSeveral the command is about several programmes, so errors must name the one that is too full
 * @throws AppError too-many-items, too-many-deck-pages, too-many-feeds, too-many-boards, addresses-too-long, notices-too-long, schedules-too-long,
 * too-many-lines; for one of several, and for a display that only includes a changed playlist, display-too-full with its name
 */
export async function settle(
  context: Context,
  queries: Queries,
  done: readonly Done[],
  includers: readonly HeldProgramme[],
  { isOfSeveral = false }: { isOfSeveral?: boolean } = {},
): Promise<Touch[]> {
  const changed = new Map<ProgrammeId, Span>()
  let sources: Sources = NO_SOURCES
  async function learnSources(organisationId: OrganisationId, all: readonly Contents[]): Promise<void> {
    sources = await readSources(
      queries,
      organisationId,
      all.flatMap(({ items }) => items),
      sources,
    )
  }
  for (const one of done) {
    const span = await spanOf(queries, one, includers.length > 0)
    changed.set(programmeIdOf(one.held), span)
    await learnSources(one.held.organisationId, [span.before, span.after])
  }
  const unchanged = new Map<ProgrammeId, Contents>()
  const included = (when: keyof Span) => (id: PlaylistId) => changed.get(id)?.[when] ?? unchanged.get(id)

  async function learn(programmes: readonly HeldProgramme[], spans: readonly Span[]): Promise<void> {
    const ids = spans.flatMap(({ before, after }) => includedIn([...before.items, ...after.items]))
    const unknown = [...new Set(ids)].filter((id) => !changed.has(id) && !unchanged.has(id))
    const organisationId = programmes[0]?.organisationId
    if (unknown.length === 0 || organisationId === undefined) return
    const read = await readContents(queries, organisationId, unknown)
    for (const [id, contents] of read) unchanged.set(id, contents)
    await learnSources(organisationId, [...read.values()])
  }

  function settleOne(held: HeldProgramme, { before, after }: Span, activity: Activity | undefined): Touch {
    const was = [before, ...includedIn(before.items).flatMap((id) => included('before')(id) ?? [])]
    const is = [after, ...includedIn(after.items).flatMap((id) => included('after')(id) ?? [])]
    requireRoom(was, is, sources, isOfSeveral || activity === undefined ? held : undefined)
    const place = placeOf(held, sources, context.now())
    const plays = (contents: Contents, when: keyof Span): Omit<Playable, 'loopStartedAt'> => ({
      ...playableOf(contents, included(when), sources, place, context.now()),
      zoneOffsets: place.zoneOffsets,
    })
    const { loopStartedAt } = held
    const isSame = before.items.length + after.items.length === 0
    return {
      key: held,
      activity,
      loopStartedAt: isSame
        ? undefined
        : loopStartAfter({ ...plays(before, 'before'), loopStartedAt }, plays(after, 'after'), context.now()),
    }
  }

  const touched: Touch[] = []
  for (const { held, activity } of done) {
    const span = changed.get(programmeIdOf(held)) as Span
    await learn([held], [span])
    touched.push(settleOne(held, span, activity))
    if (done.length > 1) await letOthers()
  }
  if (!Array.from(changed.values()).some((span) => mattersElsewhere(span, sources))) {
    return [...touched, ...includers.map((key): Touch => ({ key, activity: undefined }))]
  }
  for (let from = 0; from < includers.length; from += DISPLAYS_AT_ONCE) {
    const some = includers.slice(from, from + DISPLAYS_AT_ONCE)
    const own = await readContents(queries, (some[0] as HeldProgramme).organisationId, some.map(programmeIdOf))
    const spans = some.map((held): Span => {
      const contents = own.get(programmeIdOf(held)) as Contents
      return { before: contents, after: contents }
    })
    await learnSources(
      (some[0] as HeldProgramme).organisationId,
      spans.map(({ before }) => before),
    )
    await learn(some, spans)
    for (const [index, held] of some.entries()) touched.push(settleOne(held, spans[index] as Span, undefined))
    await letOthers()
  }
  return touched
}

/**
 * False: displays that include the playlist have as much room as before and play the same loop. An edited text then changes two
 * hundred displays without reading their other contents.
 */
function mattersElsewhere({ before, after }: Span, sources: Sources): boolean {
  const [was, is] = [sumOf([before], sources), sumOf([after], sources)]
  const isMore = Object.keys(MEASURES).some((measure) => is[measure as keyof Load] > was[measure as keyof Load])
  return isMore || !isDeepStrictEqual(before.items.map(loopedPartOf), after.items.map(loopedPartOf))
}

/** The parts of an item that affect the loop. */
const loopedPartOf = ({ id, type, url, visible, durationSeconds, schedule, condition, deck, feed }: ItemState) =>
  [id, type, url, visible, durationSeconds, schedule, condition, deck, feed] as const

/** @param isShared displays include the programme, so both lists matter */
async function spanOf(queries: Queries, { held, found, activity }: Done, isShared: boolean): Promise<Span> {
  const { changes } = activity
  const ofItems = changes.filter(({ thing }) => thing === 'item')
  const ofLines = changes.filter(({ thing }) => thing === 'line')
  const isMixed = isShared || (await includesPlaylists(queries, held, found, ofItems, ofLines))
  const items = isMixed || ofItems.length > 0 ? await found.items() : []
  const lines = isMixed || ofLines.length > 0 ? await found.lines() : []
  // A zone plays by itself, and corners stand over what plays: neither has an effect on the loop of a display, or on the room in it.
  return {
    before: { ...NO_CONTENTS, items, lines },
    after: { ...NO_CONTENTS, items: changedBy(items, ofItems), lines: changedBy(lines, ofLines) },
  }
}

async function includesPlaylists(
  queries: Queries,
  held: HeldProgramme,
  found: Found,
  ofItems: readonly Change[],
  ofLines: readonly Change[],
): Promise<boolean> {
  if ('playlistId' in held) return false
  // Lines that take no more room than before cannot exceed a limit, and no loop depends on them.
  if (ofItems.length === 0) return ofLines.some(takesMore) && (await includesAny(queries, held))
  return (
    includedIn([...(await found.items()), ...ofItems.flatMap(({ after }) => (after as ItemState) ?? [])]).length > 0
  )
}

/** True if a line is added, or its schedule is longer than before. */
function takesMore({ before, after }: Change): boolean {
  const bytesOf = (state: ThingState) => scheduleBytesOf([state as Line])
  return after !== null && (before === null || bytesOf(after) > bytesOf(before))
}

/** A list after changes, ordered by position and then by id, as in the stores. */
function changedBy<State extends ThingState>(list: State[], changes: readonly Change[]): State[] {
  if (changes.length === 0) return list
  const things = new Map(list.map((one) => [one.id, one]))
  for (const { before, after } of changes) {
    if (after) things.set(after.id, after as State)
    else if (before) things.delete(before.id)
  }
  const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
  return [...things.values()].sort((one, other) => compare(one.position, other.position) || compare(one.id, other.id))
}

/**
 * The part of the contents that affects the loop.
 *
 * @param playlistOf the contents of an included playlist; undefined: it adds nothing
 * @param sources of everything that plays
 * @param place the display's clock, language and weather
 * @param now milliseconds since 1970, for the answers to conditions
 */
export function playableOf(
  contents: Contents,
  playlistOf: (id: PlaylistId) => Contents | undefined,
  sources: Sources,
  place: Place,
  now: number,
): Pick<Playable, 'items' | 'inclusions'> {
  const answerOf = answererFor(sources, place, now)
  const { items, inclusions } = flatten(contents, playlistOf, sources, place, answerOf)
  return {
    inclusions,
    items: items.flatMap(({ item, inclusion }) => {
      const { id, type, durationSeconds, film, schedule } = item
      const url = urlOf(item)
      if (!url.playable || !isShownType(type)) return []
      const duration = secondsOf({ type, duration: durationSeconds, film })
      const when = { schedule: schedule ?? undefined, condition: answerOf(item) }
      return [{ id, type, url: url.href, duration, ...when, inclusion }]
    }),
  }
}

/** The measures of what plays on a display, with the limit of each and the error beyond it. */
const MEASURES: Record<keyof Load, { most: number; code: ErrorCode; field?: string }> = {
  items: { most: MAX_ITEMS_PER_DISPLAY, code: 'too-many-items' },
  deckPages: { most: MAX_DECK_PAGES_PER_DISPLAY, code: 'too-many-deck-pages' },
  feeds: { most: MAX_FEEDS_PER_DISPLAY, code: 'too-many-feeds' },
  boards: { most: MAX_BOARDS_PER_DISPLAY, code: 'too-many-boards' },
  addressBytes: { most: MAX_ADDRESS_BYTES_PER_DISPLAY, code: 'addresses-too-long', field: 'url' },
  noticeBytes: { most: MAX_NOTICE_BYTES_PER_DISPLAY, code: 'notices-too-long', field: 'notice' },
  itemScheduleBytes: { most: MAX_SCHEDULE_BYTES_PER_LIST, code: 'schedules-too-long', field: 'schedule' },
  lines: { most: MAX_LINES_PER_DISPLAY, code: 'too-many-lines' },
  lineScheduleBytes: { most: MAX_SCHEDULE_BYTES_PER_LIST, code: 'schedules-too-long', field: 'schedule' },
}

type Load = {
  /** A deck counts as the pages that it shows. */
  items: number
  /** Includes pages that are left out. */
  deckPages: number
  feeds: number
  boards: number
  addressBytes: number
  noticeBytes: number
  itemScheduleBytes: number
  lines: number
  lineScheduleBytes: number
}

/**
 * [CP5] Everything on the display counts, including hidden items, because making them visible must not fail. A display that
 * already exceeds a limit may still be reduced.
 *
 * @param named the display to name in the error, if the command is about several
 */
function requireRoom(
  was: readonly Contents[],
  is: readonly Contents[],
  sources: Sources,
  named: HeldProgramme | undefined,
): void {
  const [before, after] = [sumOf(was, sources), sumOf(is, sources)]
  for (const [measure, { most, code, field }] of Object.entries(MEASURES)) {
    const now = after[measure as keyof Load]
    if (now <= most || now <= before[measure as keyof Load]) continue
    throw named ? new AppError('display-too-full', { display: named.name }) : new AppError(code, { field })
  }
}

function sumOf(parts: readonly Contents[], sources: Sources): Load {
  const sum: Load = {
    items: 0,
    deckPages: 0,
    feeds: 0,
    boards: 0,
    addressBytes: 0,
    noticeBytes: 0,
    itemScheduleBytes: 0,
    lines: 0,
    lineScheduleBytes: 0,
  }
  for (const { items, lines } of parts) {
    const ofItems = weigh(items, (list) => weightOfItems(list, sources))
    const ofLines = weigh(lines, weightOfLines)
    sum.items += ofItems.count
    sum.deckPages += ofItems.deckPages
    sum.feeds += ofItems.feeds
    sum.boards += ofItems.boards
    sum.addressBytes += ofItems.addressBytes
    sum.noticeBytes += ofItems.noticeBytes
    sum.itemScheduleBytes += ofItems.scheduleBytes
    sum.lines += ofLines.count
    sum.lineScheduleBytes += ofLines.scheduleBytes
  }
  return sum
}

type Weight = Pick<Load, 'deckPages' | 'feeds' | 'boards' | 'addressBytes' | 'noticeBytes'> & {
  count: number
  scheduleBytes: number
}
/** A cache, which is valid because lists are never modified. One playlist's list counts for many displays. */
const weights = new WeakMap<readonly object[], Weight>()

function weigh<One extends object>(list: readonly One[], weightOf: (list: readonly One[]) => Weight): Weight {
  const known = weights.get(list) ?? weightOf(list)
  weights.set(list, known)
  return known
}

/** @param sources of these items */
export function weightOfItems(items: readonly ItemState[], sources: Sources): Weight {
  // An inclusion counts as the items of its playlist, and a deck as the pages that it shows. A feed counts as one item: its
  // entries are limited and change every day.
  const entries = items.flatMap((item) => {
    if (item.playlistId !== null) return []
    return item.type === 'deck' ? shownAsItems(item, sources) : item
  })
  const inclusions = items.filter(({ playlistId }) => playlistId !== null)
  return {
    count: entries.length,
    deckPages: items.reduce((sum, item) => sum + pagesOf(item, sources).length, 0),
    feeds: entries.filter(({ type }) => type === 'feed').length,
    boards: entries.filter(({ type }) => type === 'board').length,
    addressBytes: entries.reduce((sum, item) => sum + addressBytesOf(item), 0),
    noticeBytes: entries.reduce((sum, { notice }) => sum + (notice ? Buffer.byteLength(JSON.stringify(notice)) : 0), 0),
    scheduleBytes: scheduleBytesOf([...entries, ...inclusions]),
  }
}

const weightOfLines = (lines: readonly Line[]): Weight => ({
  count: lines.length,
  deckPages: 0,
  feeds: 0,
  boards: 0,
  addressBytes: 0,
  noticeBytes: 0,
  scheduleBytes: scheduleBytesOf(lines),
})

/** The longer of the stored address and the one that players get, in bytes of UTF-8. */
export function addressBytesOf(item: ItemState): number {
  const url = urlOf(item)
  return Math.max(Buffer.byteLength(item.url), url.playable ? Buffer.byteLength(url.href) : 0)
}
