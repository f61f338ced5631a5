import {
  DisplayId,
  FileKind,
  type Item,
  ItemId,
  itemIdOfEntry,
  type Line,
  LineId,
  type OrganisationId,
  type PastManifest,
  type Programme,
  ProgrammeId,
  programmeKeyOf,
  READ_CARD_ID,
  type ZoneOffsets,
} from '@placard/contract'
import {
  type Explanation,
  explainAt,
  type Playable,
  planAt,
  playableOf,
  playingZonesOf,
  stretchesBetween,
  type Window,
  whenOf,
} from '@placard/playback'
import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import { type Twin, twinOf } from '../../playout/twin/service.ts'
import { instantOf, localWords, toldContent } from './told.ts'
import { type Around, type Tool, toolOf } from './tool.ts'

const DAY_MS = 24 * 60 * 60_000
const MAX_DAYS = 7
/** A moment that is this much over still counts as now. */
const PRESENT_MS = 60_000

const display = DisplayId.describe('The id of a display, from list_displays.')
export const programme = ProgrammeId.describe(
  'The id of a display from list_displays, or of a playlist (it begins with "_").',
)
const moment = z
  .string()
  .max(19)
  .describe('A date and a time by the clock at the display, like 2026-12-24T08:00. Absent: now.')

/** @throws AppError invalid-field */
function momentOf(at: string | undefined, offsets: ZoneOffsets, now: number): number {
  if (at === undefined) return now
  const instant = instantOf(offsets, at)
  if (instant === undefined) throw new AppError('invalid-field', { field: 'at' })
  return instant
}

const fieldsOf = (one: Item | Line) => ('url' in one ? { kind: one.type, title: one.title } : { title: one.text })

/** Everything in a programme and in what it includes, by id. */
function thingsOf({ items, lines, playlists, zones }: Programme): Map<string, Item | Line> {
  const all = [{ items, lines }, ...playlists, ...zones].flatMap((held): (Item | Line)[] => [
    ...held.items,
    ...held.lines,
  ])
  return new Map(all.map((one) => [one.id, one]))
}

const about = ({ id, name, timeZone }: Pick<Programme, 'id' | 'name' | 'timeZone'>) => ({ id, name, timeZone })

/** The content of a display at a moment of the past. */
function toldPast({ manifest }: PastManifest, at: number) {
  const plan = planAt(manifest, at)
  const { zoneOffsets = [[0, 0]] } = manifest
  return {
    over: plan.over.map(({ drill, line }) => ({ isDrill: drill === true, line })),
    shown: plan.items.map(({ id, type, url, notice }) => ({ id: itemIdOfEntry(id), kind: type, url, notice })),
    current: plan.status === 'playing' ? itemIdOfEntry(plan.current.item.id) : null,
    lines: plan.lines.map(({ text }) => text),
    until: localWords(zoneOffsets, plan.until),
  }
}

function toldTwin(twin: Twin, things: ReadonlyMap<string, Item | Line>) {
  const local = (at: number | undefined) => (at === undefined ? undefined : localWords(twin.zoneOffsets, at))
  const entry = ({ id, what, startsAt }: Twin['entries'][number]) => {
    const thing = things.get(id)
    return {
      id,
      ...(thing && 'title' in thing ? { title: thing.title } : {}),
      ...toldContent(what),
      next: local(startsAt),
    }
  }
  return {
    asleepUntil: local(twin.asleepUntil),
    takeOvers: twin.over.map(({ isDrill, whats, line }) => ({ isDrill, line, shows: whats.map(toldContent) })),
    insert: twin.insert.map(toldContent),
    shown: twin.entries.map(entry),
    zones: twin.zones.map(({ name, entries }) => ({ name, shown: entries.map(entry) })),
    lines: twin.lines,
    corners: twin.corners,
    until: local(twin.until),
  }
}

/** A sentence for each reason, so that the assistant need not guess. */
const REASONS: Record<Explanation['reason'], string> = {
  on: 'It is on the screen, or in the ticker.',
  'in-loop': 'It is on, and waits for its turn in the loop.',
  hidden: 'It is hidden.',
  unplayable: 'Its address cannot be shown, or its text lacks a value.',
  off: 'Its schedule, or that of its playlist, is off at that time.',
  over: 'Its schedule, or that of its playlist, has ended.',
  unmet: 'Its condition is not met.',
  never: 'Its schedule and that of its playlist are never on at the same time.',
  aside: 'It waits for an entry that plays alone.',
  covered: 'A take-over covers it.',
  empty: 'It has nothing to show.',
  'no-weather': 'There is no forecast.',
}

function toldReason(why: Explanation, offsets: ZoneOffsets) {
  const times = Object.entries(why)
    .filter(([name, value]) => ['until', 'again', 'startsAt', 'since'].includes(name) && typeof value === 'number')
    .map(([name, value]) => [name, localWords(offsets, value as number)])
  return {
    reason: why.reason,
    meaning: REASONS[why.reason],
    ...('by' in why && typeof why.by === 'string' ? { decidedBy: why.by } : {}),
    ...('by' in why && typeof why.by === 'object' ? { takeOver: why.by.name } : {}),
    ...('alone' in why ? { alone: why.alone.id } : {}),
    ...Object.fromEntries(times),
  }
}

/** When the entries of a list are on, those that are always on without times. */
function weekOf(
  playable: Pick<Playable, 'items' | 'inclusions'> & { lines?: Playable['lines'] },
  offsets: ZoneOffsets,
  span: Window,
  things: ReadonlyMap<string, Item | Line>,
) {
  const listOf = (list: readonly NonNullable<Playable['lines']>[number][] | Playable['items']) => {
    const seen = new Set<string>()
    const entries = list.flatMap((one) => {
      const id = itemIdOfEntry(one.id as ItemId)
      if (one.id === READ_CARD_ID || (seen.has(id) && id === one.id)) return []
      seen.add(id)
      const inclusion = one.inclusion === undefined ? undefined : playable.inclusions?.[one.inclusion]
      return [{ id, schedules: [whenOf(one), inclusion] }]
    })
    const { entries: presences, holes } = stretchesBetween(entries, offsets, span)
    const windows = (some: readonly Window[]) =>
      some.map(({ begin, end }) => ({ from: localWords(offsets, begin), until: localWords(offsets, end) }))
    const told = presences.map(({ entry: { id, schedules }, on, aside }) => {
      const thing = things.get(id)
      const isAlways = schedules.every((schedule) => schedule === undefined) && aside.length === 0
      return {
        id,
        ...(thing ? fieldsOf(thing) : {}),
        ...(isAlways ? { always: true } : { on: windows(on), waits: windows(aside) }),
      }
    })
    return { told, holes: windows(holes) }
  }
  const items = listOf(playable.items)
  return { items: items.told, holes: items.holes, lines: listOf(playable.lines ?? []).told }
}

async function readProgramme(
  { call, organisationId }: Pick<Around<'getProgramme'>, 'call' | 'organisationId'>,
  id: ProgrammeId,
): Promise<Programme> {
  return call('getProgramme', { params: programmeKeyOf(organisationId as OrganisationId, id) })
}

export const READING: readonly Tool[] = [
  toolOf({
    name: 'list_displays',
    title: 'List displays',
    description: 'Lists the displays that this token can access: id, name and time zone.',
    input: z.strictObject({}),
    routes: ['listDisplays'],
    changes: false,
    async run({ call, organisationId }) {
      const displays = await call('listDisplays', { params: { organisationId } })
      return {
        displays: displays.map((one) => ({ ...about({ ...one, id: one.id }), openingHours: one.openingHours })),
      }
    },
  }),
  toolOf({
    name: 'what_is_on',
    title: 'What is on',
    description:
      'Tells what a display shows now, or at a moment: items in the order of the loop beginning with the current one, the lines of the ticker, corners, zones, inserts and take-overs. A moment of the last 30 days is what was really shown. A later moment is what will be shown if nothing is changed.',
    input: z.strictObject({ display, at: moment.optional() }),
    routes: ['getProgramme', 'getManifest', 'getPastManifest'],
    changes: false,
    async run({ call, organisationId, now }, { display: displayId, at }) {
      const params = { organisationId, displayId }
      const held = await call('getProgramme', { params })
      const present = now()
      const instant = momentOf(at, held.zoneOffsets, present)
      const shared = { display: about(held), at: localWords(held.zoneOffsets, instant) }
      if (instant < present - PRESENT_MS) {
        const past = await call('getPastManifest', { params, query: { at: String(instant) } })
        return { ...shared, ...toldPast(past, instant) }
      }
      const { takeOvers = [], inserts = [] } = await call('getManifest', { params })
      const twin = twinOf({ ...held, takeOvers, inserts }, new Map(), instant, held.language ?? 'en')
      return { ...shared, ...toldTwin(twin, thingsOf(held)) }
    },
  }),
  toolOf({
    name: 'explain',
    title: 'Why is it on, or not',
    description:
      'Explains for one entry, or for every entry of a display or playlist, why it is on or why it is not: hidden, off by its schedule, a condition that is not met, a take-over.',
    input: z.strictObject({
      programme,
      entry: z.union([ItemId, LineId]).describe('The id of an item or a line. Absent: all.').optional(),
      at: moment.optional(),
    }),
    routes: ['getProgramme'],
    changes: false,
    async run({ call, organisationId, now }, { programme: id, entry, at }) {
      const held = await readProgramme({ call, organisationId }, id)
      const instant = momentOf(at, held.zoneOffsets, now())
      const { items, lines } = explainAt(held, instant)
      const things = thingsOf(held)
      const told = [...items, ...lines]
        .filter(([one]) => entry === undefined || one === entry)
        .map(([one, why]) => {
          const thing = things.get(one)
          return { id: one, ...(thing ? fieldsOf(thing) : {}), ...toldReason(why, held.zoneOffsets) }
        })
      if (entry !== undefined && told.length === 0) throw new AppError('item-not-found')
      return { programme: about(held), at: localWords(held.zoneOffsets, instant), entries: told }
    },
  }),
  toolOf({
    name: 'week',
    title: 'The week',
    description:
      'Tells for up to seven days when each entry of a display is on, when entries wait for one that plays alone, and at which times nothing is on. Conditions count as they are now.',
    input: z.strictObject({
      display,
      from: z
        .string()
        .max(10)
        .describe('The first day by the clock at the display, like 2026-12-21. Absent: today.')
        .optional(),
      days: z.int().min(1).max(MAX_DAYS).default(MAX_DAYS),
    }),
    routes: ['getProgramme'],
    changes: false,
    async run({ call, organisationId, now }, { display: displayId, from, days }) {
      const held = await readProgramme({ call, organisationId }, displayId)
      const { zoneOffsets } = held
      const first = from ?? localWords(zoneOffsets, now())?.slice(0, 10) ?? ''
      const begin = instantOf(zoneOffsets, `${first}T00:00`)
      if (begin === undefined) throw new AppError('invalid-field', { field: 'from' })
      const last = new Date(Date.parse(`${first}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
      const span = { begin, end: instantOf(zoneOffsets, `${last}T00:00`) ?? begin }
      const things = thingsOf(held)
      return {
        display: about(held),
        from: first,
        days,
        ...weekOf(playableOf(held), zoneOffsets, span, things),
        zones: playingZonesOf(held).map(({ name, playable }) => ({
          name,
          ...weekOf({ ...playable, lines: [] }, zoneOffsets, span, things),
        })),
        hidden: held.items.filter(({ visible }) => !visible).map(({ id, title }) => ({ id, title })),
      }
    },
  }),
  toolOf({
    name: 'list_screens',
    title: 'Screens and what is wrong with them',
    description:
      'Lists the screens with what they do, what is on them and what is wrong: silent, dark, items that cannot be shown, no room for files, a clock that is wrong.',
    input: z.strictObject({ display: display.optional(), onlyWrong: z.boolean().default(false) }),
    routes: ['listOrganisationScreens'],
    changes: false,
    async run({ call, organisationId }, { display: displayId, onlyWrong }) {
      const { at, displays, screens } = await call('listOrganisationScreens', { params: { organisationId } })
      if (displayId !== undefined && !displays.some(({ id }) => id === displayId)) {
        throw new AppError('display-not-found')
      }
      const told = screens
        .filter((screen) => displayId === undefined || screen.displayId === displayId)
        .map(({ paired, told: report, ...screen }) => {
          const name = paired?.name ?? report?.name ?? ''
          const state = report?.state
          return {
            id: paired?.id ?? report?.id,
            name,
            place: paired?.place,
            display: screen.displayId,
            isPaired: paired !== null,
            isConnected: paired?.isConnected,
            lastReport: report ? new Date(report.seenAt).toISOString() : null,
            doing: state?.doing ?? null,
            shows: report?.itemTitle ?? null,
            wrong: [
              ...(report?.alarm
                ? [{ problem: report.alarm.kind, since: new Date(report.alarm.since).toISOString() }]
                : []),
              ...(state?.broken ?? []).map(({ itemId, fault }) => ({ problem: 'item-not-shown', itemId, fault })),
              ...(state?.full ? [{ problem: 'no-room-for-files' }] : []),
              ...(state?.soundBlocked ? [{ problem: 'sound-blocked' }] : []),
              ...(state && Math.abs(state.clockAheadMs ?? 0) > CLOCK_MS ? [{ problem: 'clock-wrong' }] : []),
            ],
          }
        })
        .filter(({ wrong }) => !onlyWrong || wrong.length > 0)
      return { at: new Date(at).toISOString(), count: told.length, screens: told }
    },
  }),
  toolOf({
    name: 'search_library',
    title: 'Search the library',
    description:
      'Finds stored pictures, films and documents by words in their names, labels, alternative texts and pages. The url of a picture can be given to write_notice.',
    input: z.strictObject({
      words: z.string().max(200).describe('Every one of these words must occur. Absent: the newest files.').optional(),
      kind: FileKind.optional(),
      after: z.string().max(100).describe('"next" of the answer before.').optional(),
    }),
    routes: ['listLibraryFiles'],
    changes: false,
    async run({ call, organisationId }, query) {
      const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
      const { files, next } = await call('listLibraryFiles', { params: { organisationId }, query: given })
      const told = files.map(({ id, url, kind, name, labels, alternativeText, uses, pages, width, height }) => {
        return { id, url, kind, name, labels, alternativeText, uses, pages, width, height }
      })
      return { files: told, next }
    },
  }),
  toolOf({
    name: 'recent_changes',
    title: 'Recent changes',
    description:
      'Lists the latest changes and refusals of a display or playlist: who, when, what. Each has an id for undo_change.',
    input: z.strictObject({ programme }),
    routes: ['listActivity'],
    changes: false,
    async run({ call, organisationId }, { programme: id }) {
      const { entries } = await call('listActivity', { params: programmeKeyOf(organisationId, id) })
      const told = entries.slice(0, MAX_CHANGES).map(({ id: entry, at, kind, actor, subject }) => {
        return { id: entry, at: new Date(at).toISOString(), kind, by: actor.email, subject }
      })
      return { changes: told }
    },
  }),
]

const CLOCK_MS = 60_000
const MAX_CHANGES = 50
