import {
  type Cover,
  type Item,
  type ItemId,
  itemIdOfEntry,
  type Line,
  type LineId,
  MEDIA_PATH,
  type Schedule,
} from '@placard/contract'
import { nextChangeAt, type Plan, type Playable, planAt } from './plan.ts'
import { type HeldProgramme, isShown, playableOf, playlistOf, READ_CARD } from './playable.ts'
import { readerOf, type ScheduleReader, type Stretch } from './schedule.ts'
import { takenOverAt } from './take-over.ts'

/** The schedule or the setting that decides: its own, that of the inclusion that brings it, or those of all that it brings. */
export type Decider = 'itself' | 'inclusion' | 'contents'

/** Why something is on the glass at a moment, or is not. Instants: milliseconds since 1970, the server's clock; Infinity: never. */
export type Reason =
  /** On the glass; a line: in the ticker. `again`: its next showing; undefined: it stays, or does not come again before it goes. */
  | { reason: 'on'; until: number; again: number | undefined }
  /** `startsAt` is undefined where it goes, at `until`, before its turn comes. */
  | { reason: 'in-loop'; startsAt: number | undefined; until: number }
  | { reason: 'hidden'; by: Exclude<Decider, 'contents'> }
  /** Its address cannot be shown. */
  | { reason: 'unplayable' }
  /** Off by a schedule until `startsAt`. */
  | { reason: 'off'; by: Decider; startsAt: number }
  /** Off by a schedule for good. */
  | { reason: 'over'; by: Decider; since: number }
  /** Its schedule and that of its inclusion have no moment in common. */
  | { reason: 'never' }
  /** On by its schedules, and it waits for something that is alone, until `until`. */
  | { reason: 'aside'; alone: Alone; until: number }
  /** On by all that is set of it, and a take-over has its place, until `until`. */
  | { reason: 'covered'; by: Cover; until: number }
  /** An inclusion whose playlist holds nothing that can be shown, or a feed that has nothing for now or later. */
  | { reason: 'empty' }

/** The one whose schedule says `alone`. `from`: the item that includes the playlist which it is in; undefined: the programme's own. */
export type Alone = { id: ItemId | LineId; from: ItemId | undefined }

/** Trouble that screens report with something that they should show: `count` of the `of` that are heard. */
export type OnScreens = { trouble: 'broken' | 'no-room'; count: number; of: number }

export type Explanation = Reason & { onScreens?: OnScreens }

export type Explanations = {
  /** Of all its items: inclusions, and what these bring, too. */
  items: ReadonlyMap<ItemId, Explanation>
  lines: ReadonlyMap<LineId, Explanation>
  /** From this moment on one of them may be another. */
  until: number
}

/** How a screen that is heard stands. `full`: the device has no room for all files. */
export type HeardScreen = { broken: readonly ItemId[]; full: boolean }

/** So many changes by schedules are looked across. What comes or goes behind them is not told: Infinity, or undefined. */
const MOST_CHANGES = 100

/**
 * Says of all that a programme holds why it is on, or why it is not: by what `planAt` plays of it, and by what the screens report.
 *
 * @param programme nobody changes it afterwards
 * @param now milliseconds since 1970, the server's clock
 * @param screens those of the display that are heard
 */
export function explainAt(programme: HeldProgramme, now: number, screens: readonly HeardScreen[] = []): Explanations {
  const { own, inclusions, entries, readers } = contentsOf(programme)
  const moment = momentOf(programme, entries, now)
  const covered = coversAt(programme.covers, now)
  const items = new Map<ItemId, Explanation>()
  const lines = new Map<LineId, Explanation>()
  const explainItem = (entry: Entry<Item>) => {
    const explanation = withTrouble(behind(covered.picture, reasonOf(entry, moment)), [entry.thing], screens)
    items.set(entry.thing.id, explanation)
    return explanation
  }
  const explainLine = (entry: Entry<Line>) => {
    const reason = behind(covered.line, reasonOf(entry, moment))
    lines.set(entry.thing.id, reason)
    return reason
  }

  own.items.forEach(explainItem)
  own.lines.forEach(explainLine)
  for (const { inclusion, read, ...brought } of inclusions) {
    const ofItems = brought.items.map(explainItem)
    const ofLines = brought.lines.map(explainLine)
    const things = brought.items.map(({ thing }) => thing).filter(isShown)
    // Its card is about its pictures; a playlist may hold texts alone.
    const reason =
      settingOf(inclusion, 'itself') ?? offBy(read(now), 'itself') ?? reasonOfAll(things.length > 0 ? ofItems : ofLines)
    items.set(inclusion.id, withTrouble(reason, things, screens))
  }
  const turns = readers.map((read) => read(now).until)
  return { items, lines, until: Math.min(moment.plan.until, covered.until, ...turns) }
}

/** The reason that has the place of the items, and that of the lines, by the rule of the screens: what takes the pictures' place has the texts' as well. */
function coversAt(covers: readonly Cover[] = [], now: number) {
  const running = covers.map(({ id, drill, isLine, startsAt, endsAt }) => ({
    id,
    items: isLine ? [] : [READ_CARD],
    startsAt,
    endsAt,
    ...(drill ? { drill: true as const } : {}),
  }))
  const { picture, line, until } = takenOverAt(running, now)
  const coverOf = (one: { id: string } | undefined) => covers.find(({ id }) => id === one?.id)
  return { picture: coverOf(picture), line: coverOf(line ?? picture), until }
}

/** All that would be seen stands behind it. */
function behind(cover: Cover | undefined, reason: Reason): Reason {
  const isSeen = reason.reason === 'on' || reason.reason === 'in-loop'
  return cover && isSeen ? { reason: 'covered', by: cover, until: cover.endsAt } : reason
}

/** An item or a line, with what it is on by. */
type Entry<Thing> = {
  thing: Thing
  /** The item that brings it; undefined: it is the programme's own. */
  inclusion: Item | undefined
  /** By its own schedule and that of its inclusion. */
  read: ScheduleReader
  /** By its own alone. */
  readOwn: ScheduleReader
}

type Contents = {
  own: { items: Entry<Item>[]; lines: Entry<Line>[] }
  inclusions: { inclusion: Item; read: ScheduleReader; items: Entry<Item>[]; lines: Entry<Line>[] }[]
  /** Of everything that can play, by its id. */
  entries: Map<ItemId | LineId, Entry<Item | Line>>
  readers: ScheduleReader[]
}

const contents = new WeakMap<HeldProgramme, Contents>()

/** Read once: a page asks at every turn of the loop. */
function contentsOf(programme: HeldProgramme): Contents {
  const read = contents.get(programme)
  if (read) return read
  const { items, lines, playlists, zoneOffsets } = programme
  const readerOfAll = (...schedules: (Schedule | undefined)[]) => readerOf(schedules, zoneOffsets)
  const entriesOf = <Thing extends Item | Line>(things: readonly Thing[], inclusion?: Item): Entry<Thing>[] =>
    things.map((thing) => {
      const feed = feedOf(thing)
      if (feed) {
        const readers = feed.map(({ schedule }) => readerOfAll(schedule, inclusion?.schedule))
        return { thing, inclusion, read: anyOf(readers), readOwn: readerOfAll(thing.schedule) }
      }
      const read = readerOfAll(thing.schedule, inclusion?.schedule)
      return { thing, inclusion, read, readOwn: inclusion ? readerOfAll(thing.schedule) : read }
    })
  const isInclusion = ({ type }: Item) => type === 'playlist'
  const plain = (some: readonly Item[]) => some.filter((item) => !isInclusion(item))
  const own = { items: entriesOf(plain(items)), lines: entriesOf(lines) }
  const inclusions = items.filter(isInclusion).map((inclusion) => {
    const held = playlistOf(inclusion, playlists) ?? { items: [], lines: [] }
    return {
      inclusion,
      read: readerOfAll(inclusion.schedule),
      items: entriesOf(plain(held.items), inclusion),
      lines: entriesOf(held.lines, inclusion),
    }
  })
  const all = [own, ...inclusions].flatMap((held): Entry<Item | Line>[] => [...held.items, ...held.lines])
  const entries = new Map(all.map((entry) => [entry.thing.id, entry]))
  const readers = [...all.flatMap(({ read, readOwn }) => [read, readOwn]), ...inclusions.map(({ read }) => read)]
  const made = { own, inclusions, entries, readers }
  contents.set(programme, made)
  return made
}

/** The entries of a feed; undefined of everything else. */
const feedOf = (thing: Item | Line) => ('type' in thing && thing.type === 'feed' ? (thing.entries ?? []) : undefined)

/** On while one of several is. With none of them: never. */
function anyOf(readers: readonly ScheduleReader[]): ScheduleReader {
  return (now) => {
    const stretches = readers.map((read) => read(now))
    const on = stretches.filter(({ isOn }) => isOn)
    const told = on.length > 0 ? on : stretches
    return {
      isOn: on.length > 0,
      since: Math.max(Number.NEGATIVE_INFINITY, ...told.map(({ since }) => since)),
      // Told anew at the first of their changes.
      until: Math.min(Number.POSITIVE_INFINITY, ...told.map(({ until }) => until)),
    }
  }
}

/** The answers of `planAt` around a moment, of which reasons are made. */
type Moment = { now: number; plan: Plan; ahead: Ahead } & Showings

/** The entries that schedules bring from a moment on: the same until the first change by one of them. */
type Ahead = {
  since: number
  until: number
  /** Of each item and line that is on, by its id, the first moment at which it is not. */
  goesAt: ReadonlyMap<string, number>
  /** Of the items and of the lines: for which of them the others wait, and the first moment at which nobody does. */
  alone: Partial<Record<List, { alone: Alone; until: number }>>
}

type List = 'items' | 'lines'
const LISTS = ['items', 'lines'] as const

function momentOf(programme: HeldProgramme, entries: Contents['entries'], now: number): Moment {
  const playable = playableOf(programme)
  const plan = planAt(playable, now)
  return { now, plan, ahead: aheadOf(programme, entries, now), ...nextShowings(playable, plan) }
}

const aheads = new WeakMap<HeldProgramme, Ahead>()

function aheadOf(programme: HeldProgramme, entries: Contents['entries'], now: number): Ahead {
  const before = aheads.get(programme)
  if (before && now >= before.since && now < before.until) return before
  const playable = playableOf(programme)
  const idsAt = (at: number, list: List): (ItemId | LineId)[] => {
    const { items, lines } = planAt(playable, at)
    return list === 'items' ? items.map(ownIdOf) : lines.map(({ id }) => itemIdOfEntry(id as string as ItemId))
  }
  const aloneAt = (at: number, list: List) => {
    const [first] = idsAt(at, list)
    return first && aloneOf(entries.get(first))
  }
  const staying = new Set(LISTS.flatMap((list) => idsAt(now, list)))
  const goesAt = new Map(Array.from(staying, (id) => [id as string, Number.POSITIVE_INFINITY]))
  const alone: Ahead['alone'] = {}
  for (const list of LISTS) {
    const found = aloneAt(now, list)
    if (found) alone[list] = { alone: found, until: Number.POSITIVE_INFINITY }
  }

  let at = nextChangeAt(playable, now)
  const ahead = { since: now, until: at, goesAt, alone }
  for (let changes = 0; changes < MOST_CHANGES && at !== Number.POSITIVE_INFINITY; changes += 1) {
    const on = new Set(LISTS.flatMap((list) => idsAt(at, list)))
    for (const id of staying) if (!on.has(id) && staying.delete(id)) goesAt.set(id, at)
    for (const list of LISTS) {
      const waited = alone[list]
      if (waited?.until === Number.POSITIVE_INFINITY && !aloneAt(at, list)) waited.until = at
    }
    at = nextChangeAt(playable, at)
  }
  aheads.set(programme, ahead)
  return ahead
}

/** Of the item that it is, or a page or an entry of. */
const ownIdOf = ({ id }: { id: ItemId }) => itemIdOfEntry(id)

/** The parts of an entry and its inclusion that are marked as alone. */
function aloneOf(entry: Entry<Item | Line> | undefined): Alone | undefined {
  if (entry?.thing.schedule?.alone) return { id: entry.thing.id, from: entry.inclusion?.id }
  return entry?.inclusion?.schedule?.alone ? { id: entry.inclusion.id, from: undefined } : undefined
}

/** When the items that are on come. The pages of a deck that follow one another are one showing. */
type Showings = {
  /** The end of the present showing; Infinity: as long as the list of what is on is this one. */
  endsAt: number
  /** Of each item, when it is shown after the present showing; without those that go before. */
  comesAt: ReadonlyMap<string, number>
}

function nextShowings(playable: Playable, plan: Plan): Showings {
  const comesAt = new Map<string, number>()
  if (plan.status === 'empty') return { endsAt: plan.until, comesAt }
  const present = ownIdOf(plan.current.item)
  const waiting = new Set<string>(plan.items.map(ownIdOf))
  let endsAt = waiting.size > 1 ? plan.current.endsAt : Number.POSITIVE_INFINITY
  let isPresent = waiting.size > 1
  let after = plan as Plan
  for (let changes = 0; waiting.size > 0 && changes < MOST_CHANGES; ) {
    const before = after
    if (after.status === 'empty' || !after.next) break
    after = planAt(playable, after.next.startsAt)
    if (after.status === 'empty') break
    const isSameList = after.items === before.items
    if (!isSameList) {
      changes += 1
      const on = new Set<string>(after.items.map(ownIdOf))
      for (const id of waiting) if (!on.has(id)) waiting.delete(id)
    }
    const { item, index, startsAt } = after.current
    const id = ownIdOf(item)
    isPresent &&= isSameList && id === present && index > 0
    if (isPresent) {
      endsAt = after.current.endsAt
      continue
    }
    if (waiting.delete(id)) comesAt.set(id, startsAt)
  }
  return { endsAt, comesAt }
}

function reasonOf(entry: Entry<Item> | Entry<Line>, moment: Moment): Reason {
  const { thing, inclusion, read, readOwn } = entry
  const isItem = 'visible' in thing
  const setting = (isItem ? settingOf(thing, 'itself') : undefined) ?? (inclusion && settingOf(inclusion, 'inclusion'))
  if (setting) return setting
  const until = moment.ahead.goesAt.get(thing.id)
  if (until !== undefined) {
    const isInLoop = isItem && thing.feed?.as !== 'lines'
    return isInLoop ? turnOf(thing, moment, until) : { reason: 'on', until, again: undefined }
  }
  if (feedOf(thing)?.length === 0) return { reason: 'empty' }
  const off = offBy(read(moment.now), inclusion && readOwn(moment.now).isOn ? 'inclusion' : 'itself')
  if (off) return off
  const alone = moment.ahead.alone[isItem && thing.feed?.as !== 'lines' ? 'items' : 'lines']
  // An entry that is on by its schedules and not on waits for somebody.
  return alone ? { reason: 'aside', ...alone } : { reason: 'never' }
}

/** Of an item that is on. */
function turnOf({ id }: Item, { plan, endsAt, comesAt }: Moment, until: number): Reason {
  const startsAt = comesAt.get(id)
  if (plan.status === 'empty' || ownIdOf(plan.current.item) !== id) return { reason: 'in-loop', startsAt, until }
  // The only one follows itself.
  return endsAt === Number.POSITIVE_INFINITY
    ? { reason: 'on', until, again: undefined }
    : { reason: 'on', until: endsAt, again: startsAt }
}

/** Kept off by what people have set of it, whatever the time. */
function settingOf({ visible, playable }: Item, by: Exclude<Decider, 'contents'>): Reason | undefined {
  if (!visible) return { reason: 'hidden', by }
  return playable ? undefined : { reason: 'unplayable' }
}

/** Kept off by a schedule; undefined: it is not. */
function offBy({ isOn, since, until }: Stretch, by: Decider): Reason | undefined {
  if (isOn) return undefined
  if (until !== Number.POSITIVE_INFINITY) return { reason: 'off', by, startsAt: until }
  return since === Number.NEGATIVE_INFINITY ? { reason: 'never' } : { reason: 'over', by, since }
}

/** Of all that an inclusion brings: the one of them that comes soonest speaks for it. */
function reasonOfAll(reasons: readonly Reason[]): Reason {
  const soonest = reasons.reduce<Reason>(sooner, { reason: 'empty' })
  return soonest.reason === 'off' || soonest.reason === 'over' ? { ...soonest, by: 'contents' } : soonest
}

/** From what is seen to what never is. */
const ORDER = ['on', 'in-loop', 'covered', 'aside', 'off', 'over', 'never', 'empty', 'unplayable', 'hidden'] as const

function sooner(one: Reason, other: Reason): Reason {
  const order = ORDER.indexOf(one.reason) - ORDER.indexOf(other.reason)
  return order < 0 || (order === 0 && momentOfReason(one) <= momentOfReason(other)) ? one : other
}

/** The smaller, the more it says about the whole. */
function momentOfReason(reason: Reason): number {
  switch (reason.reason) {
    case 'in-loop':
    case 'off':
      return reason.startsAt ?? Number.POSITIVE_INFINITY
    case 'over':
      return -reason.since
    default:
      return 0
  }
}

/** Screens are asked only about what they should show. */
function withTrouble(reason: Reason, things: readonly Item[], screens: readonly HeardScreen[]): Explanation {
  if (reason.reason !== 'on' && reason.reason !== 'in-loop') return reason
  const countOf = (isTroubled: (screen: HeardScreen) => boolean) => screens.filter(isTroubled).length
  const broken = countOf((screen) =>
    screen.broken.some((broken) => things.some(({ id }) => id === itemIdOfEntry(broken))),
  )
  if (broken > 0) return { ...reason, onScreens: { trouble: 'broken', count: broken, of: screens.length } }
  const isStored = things.some(({ url }) => MEDIA_PATH.test(url))
  const full = isStored ? countOf((screen) => screen.full) : 0
  return full > 0 ? { ...reason, onScreens: { trouble: 'no-room', count: full, of: screens.length } } : reason
}
