import {
  type Cover,
  type Item,
  type ItemId,
  itemIdOfEntry,
  type Line,
  type LineId,
  type ManifestCondition,
  MEDIA_PATH,
  type Schedule,
  type WeatherProblem,
} from '@placard/contract'
import { answererOf, finderOf } from './condition.ts'
import { nextChangeAt, type Plan, type Playable, planAt } from './plan.ts'
import { forecastOf, type HeldProgramme, isShown, playableOf, playlistOf, READ_CARD } from './playable.ts'
import { readerOf, type ScheduleReader, type Stretch } from './schedule.ts'
import { takenOverAt } from './take-over.ts'
import { answerChangesAt, isMetAt } from './when.ts'

/**
 * The owner of the deciding schedule, condition or setting: the thing itself, the inclusion that brings it, or the contents of an
 * inclusion.
 */
export type Decider = 'itself' | 'inclusion' | 'contents'

/**
 * The reason why something is on the screen at an instant, or is not. Instants: milliseconds since 1970, by the server's clock;
 * Infinity: never.
 */
export type Reason =
  /**
   * On the screen; for a line: in the ticker. `again`: the start of its next showing; undefined: it stays, or is not shown
   * again before it goes off.
   */
  | { reason: 'on'; until: number; again: number | undefined }
  /** On, but it is not its turn. `startsAt` is undefined if it goes off, at `until`, before its turn. */
  | { reason: 'in-loop'; startsAt: number | undefined; until: number }
  | { reason: 'hidden'; by: Exclude<Decider, 'contents'> }
  /** Its address cannot be shown, or nothing of it is left without values that are missing. */
  | { reason: 'unplayable' }
  /** Off by a schedule until `startsAt`. */
  | { reason: 'off'; by: Decider; startsAt: number }
  /** Off by a schedule for good. */
  | { reason: 'over'; by: Decider; since: number }
  /**
   * Its condition is not met. `until` is the instant at which the answer changes by itself: it is too old, so that the default applies,
   * or the date or the time at the display is another one. Infinity: only other data change it.
   */
  | { reason: 'unmet'; by: Decider; until: number }
  /** Its schedule and that of its inclusion are never on at the same time. */
  | { reason: 'never' }
  /** On by its schedules, but it waits until `until` for an entry that is `alone`. */
  | { reason: 'aside'; alone: Alone; until: number }
  /** On by all its settings, but a take-over replaces it until `until`. */
  | { reason: 'covered'; by: Cover; until: number }
  /** An inclusion whose playlist has nothing to show, or a feed that has no entries for now or later. */
  | { reason: 'empty' }
  /** It shows the weather, and there is no forecast, or only one that is too old. */
  | { reason: 'no-weather'; problem: WeatherProblem }

/** The entry whose schedule has `alone`. `from`: the item that includes its playlist; undefined: it is the programme's own. */
export type Alone = { id: ItemId | LineId; from: ItemId | undefined }

/** A problem that screens report with something they should show: on `count` of the `of` screens that are online. */
export type OnScreens = { trouble: 'broken' | 'no-room'; count: number; of: number }

export type Explanation = Reason & { onScreens?: OnScreens }

export type Explanations = {
  /** For all items, including inclusions and the items that they bring. */
  items: ReadonlyMap<ItemId, Explanation>
  lines: ReadonlyMap<LineId, Explanation>
  /** The explanations are valid until just before this instant. */
  until: number
}

/** The state of a screen that is online. `full`: the device has no room for all files. */
export type HeardScreen = { broken: readonly ItemId[]; full: boolean }

/** The maximum number of schedule changes to look ahead. Anything later is reported as Infinity, or as undefined. */
const MOST_CHANGES = 100

/**
 * Explains for everything in a programme why it is on, or why it is not, from the plan of `planAt` and the reports of screens.
 *
 * @param programme must not be changed afterwards
 * @param now milliseconds since 1970, by the server's clock
 * @param screens the display's screens that are online
 */
export function explainAt(programme: HeldProgramme, now: number, screens: readonly HeardScreen[] = []): Explanations {
  const { own, inclusions, entries, readers, asked: conditions } = contentsOf(programme)
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
  for (const { inclusion, read, asked, ...brought } of inclusions) {
    const ofItems = brought.items.map(explainItem)
    const ofLines = brought.lines.map(explainLine)
    const things = brought.items.map(({ thing }) => thing).filter(isShown)
    // The card of an inclusion describes its pictures. If a playlist only has lines, it describes those.
    const reason =
      settingOf(inclusion, 'itself') ??
      notOnAt(now, asked, offBy(read(now), 'itself')) ??
      reasonOfAll(things.length > 0 ? ofItems : ofLines)
    items.set(inclusion.id, withTrouble(reason, things, screens))
  }
  const turns = [
    ...readers.map((read) => read(now).until),
    ...conditions.map(({ condition }) => answerChangesAt(condition, now)),
  ]
  return { items, lines, until: Math.min(moment.plan.until, covered.until, ...turns) }
}

/**
 * The take-overs that replace the items and the lines, by the same rule as on the screens: one that replaces the pictures
 * replaces the lines too.
 */
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

/** A take-over covers everything that would otherwise be visible. */
function behind(cover: Cover | undefined, reason: Reason): Reason {
  const isSeen = reason.reason === 'on' || reason.reason === 'in-loop'
  return cover && isSeen ? { reason: 'covered', by: cover, until: cover.endsAt } : reason
}

/** An item or a line, with its schedules. */
type Entry<Thing> = {
  thing: Thing
  /** The item that brings it; undefined: it is the programme's own. */
  inclusion: Item | undefined
  /** Reads its own schedule combined with that of its inclusion. */
  read: ScheduleReader
  /** Reads only its own schedule. */
  readOwn: ScheduleReader
  /** The answers to its own condition and to that of its inclusion, if they have one. */
  asked: Asked[]
}

type Asked = { by: Exclude<Decider, 'contents'>; condition: ManifestCondition }

type Contents = {
  own: { items: Entry<Item>[]; lines: Entry<Line>[] }
  inclusions: { inclusion: Item; read: ScheduleReader; asked: Asked[]; items: Entry<Item>[]; lines: Entry<Line>[] }[]
  /** Everything that can play, by id. */
  entries: Map<ItemId | LineId, Entry<Item | Line>>
  readers: ScheduleReader[]
  asked: Asked[]
}

const contents = new WeakMap<HeldProgramme, Contents>()

/** Cached, because a page asks at every turn of the loop. */
function contentsOf(programme: HeldProgramme): Contents {
  const read = contents.get(programme)
  if (read) return read
  const { items, lines, playlists, zoneOffsets } = programme
  const answerOf = answererOf(finderOf(programme.values))
  const readerOfAll = (...schedules: (Schedule | undefined)[]) => readerOf(schedules, zoneOffsets)
  const askedOf = (thing: Item | Line, inclusion?: Item): Asked[] => {
    const [own, its] = [answerOf(thing), inclusion && answerOf(inclusion)]
    return [
      ...(own ? [{ by: 'itself' as const, condition: own }] : []),
      ...(its ? [{ by: 'inclusion' as const, condition: its }] : []),
    ]
  }
  const entriesOf = <Thing extends Item | Line>(things: readonly Thing[], inclusion?: Item): Entry<Thing>[] =>
    things.map((thing) => {
      const feed = feedOf(thing)
      const asked = askedOf(thing, inclusion)
      if (feed) {
        const readers = feed.map(({ schedule }) => readerOfAll(schedule, inclusion?.schedule))
        return { thing, inclusion, read: anyOf(readers), readOwn: readerOfAll(thing.schedule), asked }
      }
      const read = readerOfAll(thing.schedule, inclusion?.schedule)
      return { thing, inclusion, read, readOwn: inclusion ? readerOfAll(thing.schedule) : read, asked }
    })
  const isInclusion = ({ type }: Item) => type === 'playlist'
  const plain = (some: readonly Item[]) => some.filter((item) => !isInclusion(item))
  const own = { items: entriesOf(plain(items)), lines: entriesOf(lines) }
  const inclusions = items.filter(isInclusion).map((inclusion) => {
    const held = playlistOf(inclusion, playlists) ?? { items: [], lines: [] }
    return {
      inclusion,
      read: readerOfAll(inclusion.schedule),
      asked: askedOf(inclusion),
      items: entriesOf(plain(held.items), inclusion),
      lines: entriesOf(held.lines, inclusion),
    }
  })
  const all = [own, ...inclusions].flatMap((held): Entry<Item | Line>[] => [...held.items, ...held.lines])
  const entries = new Map(all.map((entry) => [entry.thing.id, entry]))
  const readers = [...all.flatMap(({ read, readOwn }) => [read, readOwn]), ...inclusions.map(({ read }) => read)]
  const asked = [...all, ...inclusions].flatMap((one) => one.asked)
  const made = { own, inclusions, entries, readers, asked }
  contents.set(programme, made)
  return made
}

/** The entries of a feed; undefined for anything else. */
const feedOf = (thing: Item | Line) => ('type' in thing && thing.type === 'feed' ? (thing.entries ?? []) : undefined)

/** On while at least one of the readers is on. Without readers: never. */
function anyOf(readers: readonly ScheduleReader[]): ScheduleReader {
  return (now) => {
    const stretches = readers.map((read) => read(now))
    const on = stretches.filter(({ isOn }) => isOn)
    const told = on.length > 0 ? on : stretches
    return {
      isOn: on.length > 0,
      since: Math.max(Number.NEGATIVE_INFINITY, ...told.map(({ since }) => since)),
      // Computed again at the first change of any of them.
      until: Math.min(Number.POSITIVE_INFINITY, ...told.map(({ until }) => until)),
    }
  }
}

/** The results of `planAt` around an instant, from which the reasons are derived. */
type Moment = { now: number; plan: Plan; ahead: Ahead; weather: Weather } & Showings

/** The end of the forecast, or the reason why there is none. */
type Weather = { until: number; problem: WeatherProblem | undefined }

function weatherOf(programme: HeldProgramme, now: number): Weather {
  const { weather } = programme
  const forecast = forecastOf(programme)
  if (!forecast) return { until: now, problem: weather && 'problem' in weather ? weather.problem : 'not-read' }
  return { until: forecast.until, problem: now < forecast.until ? undefined : 'failed' }
}

/** The effect of schedules from an instant on. Valid until the first change by one of them. */
type Ahead = {
  since: number
  until: number
  /** For each item and line that is on, by id: the first instant at which it is off. */
  goesAt: ReadonlyMap<string, number>
  /** For items and for lines: the entry that the others wait for, and the first instant at which none is alone. */
  alone: Partial<Record<List, { alone: Alone; until: number }>>
}

type List = 'items' | 'lines'
const LISTS = ['items', 'lines'] as const

function momentOf(programme: HeldProgramme, entries: Contents['entries'], now: number): Moment {
  const playable = playableOf(programme)
  const plan = planAt(playable, now)
  const weather = weatherOf(programme, now)
  return { now, plan, ahead: aheadOf(programme, entries, now), weather, ...nextShowings(playable, plan) }
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

/** The id of the item itself, or of the item that it is a page or an entry of. */
const ownIdOf = ({ id }: { id: ItemId }) => itemIdOfEntry(id)

/** The part of an entry that is marked as `alone`: the entry itself or its inclusion. */
function aloneOf(entry: Entry<Item | Line> | undefined): Alone | undefined {
  if (entry?.thing.schedule?.alone) return { id: entry.thing.id, from: entry.inclusion?.id }
  return entry?.inclusion?.schedule?.alone ? { id: entry.inclusion.id, from: undefined } : undefined
}

/** The showings of the items that are on. Consecutive pages of a deck count as one showing. */
type Showings = {
  /** The end of the present showing. Infinity: it stays as long as the list does not change. */
  endsAt: number
  /** The start of each item's next showing after the present one. Items that go off before it are left out. */
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
  const setting =
    (isItem ? settingOf(thing, 'itself') : missingIn(thing)) ?? (inclusion && settingOf(inclusion, 'inclusion'))
  if (setting) return setting
  const weather = isItem && thing.type === 'weather' ? moment.weather : undefined
  if (weather?.problem) return { reason: 'no-weather', problem: weather.problem }
  // The forecast is replaced before it is too old.
  const goesAt = moment.ahead.goesAt.get(thing.id)
  const until = goesAt === weather?.until && goesAt !== undefined ? Number.POSITIVE_INFINITY : goesAt
  if (until !== undefined) {
    const isInLoop = isItem && thing.feed?.as !== 'lines'
    return isInLoop ? turnOf(thing, moment, until) : { reason: 'on', until, again: undefined }
  }
  if (feedOf(thing)?.length === 0) return { reason: 'empty' }
  const off = offBy(read(moment.now), inclusion && readOwn(moment.now).isOn ? 'inclusion' : 'itself')
  const reason = notOnAt(moment.now, entry.asked, off)
  if (reason) return reason
  const alone = moment.ahead.alone[isItem && thing.feed?.as !== 'lines' ? 'items' : 'lines']
  // The entry is on by its schedules and conditions but not shown, so it waits for one that is alone.
  return alone ? { reason: 'aside', ...alone } : { reason: 'never' }
}

/** The reason for an item that is on. */
function turnOf({ id }: Item, { plan, endsAt, comesAt }: Moment, until: number): Reason {
  const startsAt = comesAt.get(id)
  if (plan.status === 'empty' || ownIdOf(plan.current.item) !== id) return { reason: 'in-loop', startsAt, until }
  // The only item is followed by itself.
  return endsAt === Number.POSITIVE_INFINITY
    ? { reason: 'on', until, again: undefined }
    : { reason: 'on', until: endsAt, again: startsAt }
}

/** Off because of its settings, at any time. */
function settingOf({ visible, playable }: Item, by: Exclude<Decider, 'contents'>): Reason | undefined {
  if (!visible) return { reason: 'hidden', by }
  return playable ? undefined : { reason: 'unplayable' }
}

/** A value of its text is missing. */
const missingIn = ({ shown }: Line): Reason | undefined => (shown?.isOff ? { reason: 'unplayable' } : undefined)
/**
 * Off because of schedules or conditions; undefined: it is not. What is off until a time by its schedules, and would not be on then
 * as things stand, is off because of its condition.
 *
 * @param off the reason by the schedules
 */
function notOnAt(now: number, asked: readonly Asked[], off: Reason | undefined): Reason | undefined {
  const unmet = asked.find(({ condition }) => !isMetAt(condition, now))
  if (!unmet || (off && off.reason !== 'off')) return off
  return { reason: 'unmet', by: unmet.by, until: answerChangesAt(unmet.condition, now) }
}

/** Off because of a schedule; undefined: it is not. */
function offBy({ isOn, since, until }: Stretch, by: Decider): Reason | undefined {
  if (isOn) return undefined
  if (until !== Number.POSITIVE_INFINITY) return { reason: 'off', by, startsAt: until }
  return since === Number.NEGATIVE_INFINITY ? { reason: 'never' } : { reason: 'over', by, since }
}

/** The reason for an inclusion: that of the entry that comes on soonest. */
function reasonOfAll(reasons: readonly Reason[]): Reason {
  const soonest = reasons.reduce<Reason>(sooner, { reason: 'empty' })
  const isDecided = soonest.reason === 'off' || soonest.reason === 'over' || soonest.reason === 'unmet'
  return isDecided ? { ...soonest, by: 'contents' } : soonest
}

/** From visible now to never visible. */
const ORDER = [
  'on',
  'in-loop',
  'covered',
  'aside',
  'off',
  'unmet',
  'over',
  'never',
  'no-weather',
  'empty',
  'unplayable',
  'hidden',
] as const

function sooner(one: Reason, other: Reason): Reason {
  const order = ORDER.indexOf(one.reason) - ORDER.indexOf(other.reason)
  return order < 0 || (order === 0 && momentOfReason(one) <= momentOfReason(other)) ? one : other
}

/** Orders two reasons of the same kind: the smaller value comes first. */
function momentOfReason(reason: Reason): number {
  switch (reason.reason) {
    case 'in-loop':
    case 'off':
      return reason.startsAt ?? Number.POSITIVE_INFINITY
    case 'unmet':
      return reason.until
    case 'over':
      return -reason.since
    default:
      return 0
  }
}

/** Only things that should be on the screen can have a problem on screens. */
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
