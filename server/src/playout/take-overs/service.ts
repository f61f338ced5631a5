import { randomUUID } from 'node:crypto'
import {
  type ActivityKind,
  type DisplayId,
  type DisplayKey,
  type EventActor,
  type Insert,
  type InsertContent,
  type Inserts,
  MAX_PREPARED_TAKE_OVERS,
  MAX_RUNNING_TAKE_OVERS,
  MAX_SCREENS_IN_REPORT,
  type OrganisationId,
  type PreparedTakeOver,
  type PrepareTakeOver,
  type ProgrammeKey,
  SCREEN_SILENT_MS,
  type ScreenId,
  type StartInsert,
  type StartTakeOver,
  TAKE_OVERS_KEPT_MS,
  type TakeOver,
  type TakeOverContent,
  TakeOverId,
  type TakeOverReach,
  type TakeOverReport,
  type TakeOvers,
  type UpdatePreparedTakeOver,
  type WebhookEvent,
} from '@placard/contract'
import { type Actor, actorOf, writeEntry } from '../../content/activity/service.ts'
import { runCommand, type Sender, serverSender, type Touch } from '../../content/commands/service.ts'
import { listDisplayNames } from '../../content/displays/service.ts'
import { announce, eventActorOf } from '../../content/events/service.ts'
import { type Caller, mayInsert, mayTakeOver, mayUse } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import { findPairedAmong, type PairedScreen } from '../../screens/screens/service.ts'
import { contentOf, wholeContentOf, wordsOf } from './contents.ts'
import { EXTENTS, type Extent, extentOf } from './extents.ts'
import * as store from './store.ts'

export {
  coveredUntil,
  drawsNotices,
  insertsFor,
  readCovers,
  readInsertsOnScreen,
  readTakeOversOf,
  type TakeOversOf,
  takeOversFor,
  wordsOf as wordsOfTakeOvers,
} from './in-manifest.ts'

const MINUTE_MS = 60_000
/** Screens heard within this time are expected to show a take-over. */
const KNOWN_MS = 24 * 60 * MINUTE_MS
const PAST_SHOWN = 20
/** Ids in one query, and in one hint on the bus. */
const AT_ONCE = 100

/** Interval at which ends are recorded. Screens end a take-over by themselves. */
export const TAKE_OVERS_SWEPT_EVERY_MS = 5_000

/** All take-overs of the caller's organisation that cover a display that they may use. */
export async function listTakeOvers(context: Context, caller: Caller): Promise<TakeOvers> {
  const { organisationId } = caller
  const at = context.now()
  return context.database.snapshot(async (queries) => {
    const latest = (
      await store.listLatest(queries, organisationId, 'whole', PAST_SHOWN + MAX_RUNNING_TAKE_OVERS)
    ).filter((one) => isSeen(caller, one))
    const running = await listRunning(queries, organisationId, 'whole', at)
    const ids = new Set(running.map(({ id }) => id))
    const past = latest.filter(({ id }) => !ids.has(id)).slice(0, PAST_SHOWN)
    const seen = running.filter((one) => isSeen(caller, one)).reverse()
    const toTakeOver = await readerOf(queries, caller, at, 'whole', [...seen, ...past])
    return {
      at,
      mayStart: caller.token === undefined && mayTakeOver(caller),
      prepared: (await store.listPrepared(queries, organisationId)).map(toPrepared),
      running: seen.map(toTakeOver),
      past: past.map(toTakeOver),
      reach: await reachOf(queries, caller, at),
    }
  })
}

/** The running inserts on displays that the caller may use. */
export async function listInserts(context: Context, caller: Caller): Promise<Inserts> {
  const at = context.now()
  return context.database.snapshot(async (queries) => {
    const running = await listRunning(queries, caller.organisationId, 'part', at)
    const seen = running.filter((one) => isSeen(caller, one)).reverse()
    const toInsert = await readerOf(queries, caller, at, 'part', seen)
    return { at, mayStart: mayInsert(caller), running: seen.map(toInsert), reach: await reachOf(queries, caller, at) }
  })
}

/** Latest last. */
async function listRunning(
  queries: Queries,
  organisationId: OrganisationId,
  extent: Extent,
  now: number,
): Promise<store.StoredTakeOver[]> {
  return (await store.listRunning(queries, organisationId, now)).filter((one) => extentOf(one) === extent)
}

/** @throws AppError take-over-not-found */
export function getTakeOver(context: Context, caller: Caller, id: TakeOverId): Promise<TakeOverReport> {
  return context.database.snapshot(async (queries) => {
    const one = await requireTakeOver(queries, caller, 'whole', id)
    const at = context.now()
    const screens = await screensOf(queries, caller, at, one)
    const times = screens.flatMap(({ shownAfterMs }) => shownAfterMs ?? []).sort((a, b) => a - b)
    const quantile = (share: number) => times[Math.ceil(times.length * share) - 1] ?? null
    const last = Number.POSITIVE_INFINITY
    const sorted = screens.sort((a, b) => (b.shownAfterMs ?? last) - (a.shownAfterMs ?? last) || compare(a, b))
    const [takeOver] = [one].map(await readerOf(queries, caller, at, 'whole', [one]))
    return {
      at,
      takeOver: takeOver as TakeOver,
      p50Ms: quantile(0.5),
      p99Ms: quantile(0.99),
      screens: sorted.slice(0, MAX_SCREENS_IN_REPORT),
    }
  })
}

type ReportedScreen = TakeOverReport['screens'][number]

const compare = (one: ReportedScreen, other: ReportedScreen) =>
  one.display.localeCompare(other.display) || one.name.localeCompare(other.name)

/** The screens that painted it, and those that should have: heard within a day before its start, and known since before it. */
async function screensOf(
  queries: Queries,
  caller: Caller,
  now: number,
  one: store.StoredTakeOver,
): Promise<ReportedScreen[]> {
  const { organisationId } = caller
  const names = new Map((await listDisplayNames(queries, organisationId)).map(({ id, name }) => [id, name]))
  const isOf = (id: DisplayId) => mayUse(caller, id) && isOnDisplay(one, id)
  const screens = new Map<string, ReportedScreen>()
  for (const { displayId, screenId, name, firstSeenAt, heardAt } of await store.listScreensHeard(
    queries,
    organisationId,
    one.startedAt - KNOWN_MS,
  )) {
    if (!isOf(displayId) || firstSeenAt > one.startedAt) continue
    const online = now - heardAt <= SCREEN_SILENT_MS
    const display = names.get(displayId) ?? displayId
    screens.set(`${displayId}/${screenId}`, { displayId, display, screenId, name, shownAfterMs: null, online })
  }
  for (const { displayId, screenId, name, shownAt } of await store.listShowings(queries, organisationId, [one.id])) {
    if (!isOf(displayId)) continue
    const known = screens.get(`${displayId}/${screenId}`)
    const display = names.get(displayId) ?? displayId
    const shownAfterMs = Math.max(0, shownAt - one.startedAt)
    const online = known?.online ?? false
    screens.set(`${displayId}/${screenId}`, { displayId, display, screenId, name, shownAfterMs, online })
  }
  return [...screens.values()]
}

async function reachOf(queries: Queries, caller: Caller, now: number): Promise<TakeOverReach[]> {
  const { organisationId } = caller
  const heard = Map.groupBy(
    await store.listScreensHeard(queries, organisationId, now - KNOWN_MS),
    ({ displayId }) => displayId,
  )
  const displays = await listDisplayNames(queries, organisationId)
  return displays
    .filter(({ id }) => mayUse(caller, id))
    .map(({ id, name }) => {
      const screens = heard.get(id) ?? []
      const offline = screens.filter(({ heardAt }) => now - heardAt > SCREEN_SILENT_MS).length
      return { displayId: id, name, screens: screens.length, offline }
    })
}

/** @returns a function that converts each to the API's form, with the number of screens that have painted it */
async function readerOf<Of extends Extent>(
  queries: Queries,
  caller: Caller,
  now: number,
  extent: Of,
  some: readonly store.StoredTakeOver[],
): Promise<(one: store.StoredTakeOver) => Told[Of]> {
  const counts = new Map<TakeOverId, { shown: number; of: number }>()
  const { organisationId } = caller
  const oldest = Math.min(...some.map(({ startedAt }) => startedAt))
  const heard = some.length === 0 ? [] : await store.listScreensHeard(queries, organisationId, oldest - KNOWN_MS)
  const showings = await store.listShowings(
    queries,
    organisationId,
    some.map(({ id }) => id),
  )
  const names = await readScreenNames(queries, some)
  for (const one of some) {
    const isOf = (displayId: DisplayId, id: ScreenId) =>
      mayUse(caller, displayId) && (isOnDisplay(one, displayId) || isAmong(one.screens, { id, displayId }))
    const shown = new Set<string>()
    for (const { takeOverId, displayId, screenId } of showings) {
      if (takeOverId === one.id && isOf(displayId, screenId)) shown.add(`${displayId}/${screenId}`)
    }
    const all = new Set(shown)
    for (const { displayId, screenId, firstSeenAt, heardAt } of heard) {
      const wasThere = firstSeenAt <= one.startedAt && heardAt >= one.startedAt - KNOWN_MS
      if (isOf(displayId, screenId) && wasThere) all.add(`${displayId}/${screenId}`)
    }
    counts.set(one.id, { shown: shown.size, of: all.size })
  }
  return (one) => TELL[extent](one, now, counts.get(one.id) ?? NOT_COUNTED, screensSeen(caller, one, names))
}

const isOnDisplay = ({ displays }: Pick<store.StoredTakeOver, 'displays'>, id: DisplayId) =>
  displays === null || displays.includes(id)

const isAmong = (screens: readonly store.TargetScreen[], { id, displayId }: store.TargetScreen) =>
  screens.some((one) => one.id === id && one.displayId === displayId)

const placeNameOf = ({ id, displayId }: Pick<PairedScreen, 'id' | 'displayId'>) => `${displayId}/${id}`

/** The names of single screens that show these, by `placeNameOf`. Screens that were let go or play another display have none. */
async function readScreenNames(
  queries: Queries,
  some: readonly Pick<store.StoredTakeOver, 'screens'>[],
): Promise<Map<string, string>> {
  const ids = [...new Set(some.flatMap(({ screens }) => screens.map(({ id }) => id)))]
  const names = new Map<string, string>()
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const found = await findPairedAmong(queries, ids.slice(from, from + AT_ONCE))
    for (const screen of found) names.set(placeNameOf(screen), screen.name)
  }
  return names
}

function screensSeen(
  caller: Pick<Caller, 'displays'>,
  { screens }: Pick<store.StoredTakeOver, 'screens'>,
  names: ReadonlyMap<string, string>,
): Insert['screens'] {
  return screens.flatMap((screen) => {
    const name = names.get(placeNameOf(screen))
    return name !== undefined && mayUse(caller, screen.displayId) ? [{ ...screen, name }] : []
  })
}

/** A take-over of each extent, as the API returns it. */
type Told = { whole: TakeOver; part: Insert }
type Count = { shown: number; of: number }
const NOT_COUNTED: Count = { shown: 0, of: 0 }

const TELL: {
  [Of in Extent]: (one: store.StoredTakeOver, now: number, count: Count, screens: Insert['screens']) => Told[Of]
} = {
  whole: (one, now, count) => ({
    ...factsOf(one, now),
    // Nothing else is stored without a place.
    content: one.content as TakeOverContent,
    drill: one.drill,
    ...count,
  }),
  part(one, now, count, screens) {
    if (one.place === null) throw new Error('an insert without a place')
    return { ...factsOf(one, now), screens, content: one.content as InsertContent, place: one.place, ...count }
  },
}

function factsOf(one: store.StoredTakeOver, now: number) {
  const { id, name, displays, startedAt, startedBy, endedBy, aliveSeconds } = one
  const ending = one.ending ?? (now >= one.endsAt ? endingOf(one) : null)
  return { id, name, displays, startedAt, endsAt: one.endedAt ?? one.endsAt, startedBy, ending, endedBy, aliveSeconds }
}

/** The ending of a take-over whose time is over. */
const endingOf = ({ aliveSeconds }: store.StoredTakeOver) => (aliveSeconds === null ? 'time' : 'silence')

const toPrepared = ({ id, name, content, changedAt }: store.StoredPrepared): PreparedTakeOver => ({
  id,
  name,
  content,
  changedAt,
})

/** The displays and the single screens that a take-over is on. */
type Target = Pick<store.StoredTakeOver, 'displays' | 'screens'>

/** True if it is on a display that the caller may use, or on a screen of one. */
function isSeen(caller: Pick<Caller, 'displays'>, { displays, screens }: Target): boolean {
  if (caller.displays === null || displays === null) return true
  return [...displays, ...screens.map(({ displayId }) => displayId)].some((id) => mayUse(caller, id))
}

/** A caller who is limited to some displays cannot end take-overs that cover others. */
export function mayEnd(caller: Pick<Caller, 'displays'>, { displays, screens }: Target): boolean {
  if (caller.displays === null) return true
  return (
    displays !== null && [...displays, ...screens.map(({ displayId }) => displayId)].every((id) => mayUse(caller, id))
  )
}

/** @throws AppError take-over-not-found, insert-not-found: also for one of the other extent, which has other rights */
async function requireTakeOver(
  queries: Queries,
  caller: Caller,
  extent: Extent,
  id: TakeOverId,
): Promise<store.StoredTakeOver> {
  const one = await store.findTakeOver(queries, caller.organisationId, id)
  if (!one || extentOf(one) !== extent || !isSeen(caller, one)) throw new AppError(EXTENTS[extent].notFound)
  return one
}

/** The initial facts of a take-over. */
export type Beginning = {
  name: string
  content: Pick<store.StoredTakeOver, 'content' | 'mediaId'>
  place: store.StoredTakeOver['place']
  displays: DisplayId[] | null
  screens: store.TargetScreen[]
  drill: boolean
  endsAt: number
  keys: string[]
  aliveSeconds: number | null
}

/** @throws AppError take-over-not-found, display-not-found, too-many-take-overs, and those of its content */
export function startTakeOver(
  context: Context,
  sender: Sender,
  { prepared, content, displays, drill, minutes }: StartTakeOver,
): Promise<TakeOver> {
  const { caller } = sender
  return withDisplays(context, sender, async (queries, held) => {
    const now = context.now()
    const known = prepared && (await requirePrepared(queries, caller.organisationId, prepared))
    const shown = known ?? (content && (await wholeContentOf(context, queries, caller, content)))
    if (!shown) throw new AppError('invalid-field', { field: 'content' })
    const target = targetOf(caller, displays, held)
    const one = await begin(queries, caller, now, {
      name: known?.name ?? wordsOf(shown.content),
      content: shown,
      place: null,
      displays: target,
      screens: [],
      drill,
      endsAt: now + minutes * MINUTE_MS,
      keys: [],
      aliveSeconds: null,
    })
    await tellOf(queries, caller, now, 'started', one, sender)
    return { answer: TELL.whole(one, now, NOT_COUNTED, []), ...reachedBy([one], held) }
  })
}

/** @throws AppError display-not-found, screen-not-found, too-many-inserts, and those of its content */
export function startInsert(
  context: Context,
  sender: Sender,
  { content, place, displays, screenIds, minutes }: StartInsert,
): Promise<Insert> {
  const { caller } = sender
  return withDisplays(context, sender, async (queries, held) => {
    const now = context.now()
    const shown = await contentOf(context, queries, caller, 'part', content)
    const target = targetOf(caller, displays, held)
    const one = await begin(queries, caller, now, {
      name: wordsOf(shown.content),
      content: shown,
      place,
      displays: target,
      screens: targetScreens(caller, await findPairedAmong(queries, screenIds), screenIds, target),
      drill: false,
      endsAt: now + minutes * MINUTE_MS,
      keys: [],
      aliveSeconds: null,
    })
    await tellOf(queries, caller, now, 'started', one, sender)
    const screens = screensSeen(caller, one, await readScreenNames(queries, [one]))
    return { answer: TELL.part(one, now, NOT_COUNTED, screens), ...reachedBy([one], held) }
  })
}

/**
 * The wanted screens whose display is not a target already.
 *
 * @param found the paired screens among the wanted ones
 * @throws AppError screen-not-found: also for a screen without a display, of another organisation, or on a display that the caller
 * may not use
 */
function targetScreens(
  caller: Pick<Caller, 'organisationId' | 'displays'>,
  found: readonly PairedScreen[],
  wanted: readonly ScreenId[],
  displays: readonly DisplayId[] | null,
): store.TargetScreen[] {
  return wanted.flatMap((wantedId) => {
    const screen = found.find(({ id }) => id === wantedId)
    const target = screen && targetAt(caller, screen)
    if (!target) throw new AppError('screen-not-found', { field: 'screenIds' })
    return displays === null || displays.includes(target.displayId) ? [] : [target]
  })
}

/** The screen as a target. Undefined if the caller may not put anything on it. */
export function targetAt(
  caller: Pick<Caller, 'organisationId' | 'displays'>,
  { id, organisationId, displayId }: PairedScreen,
): store.TargetScreen | undefined {
  if (organisationId !== caller.organisationId || displayId === null || !mayUse(caller, displayId)) return undefined
  return { id, displayId }
}

/** @throws AppError display-not-found */
function targetOf(
  caller: Pick<Caller, 'displays'>,
  wanted: readonly DisplayId[] | null,
  held: readonly ProgrammeKey[],
): DisplayId[] | null {
  const ids = wanted ?? caller.displays
  if (ids === null) return null
  const known = new Set(held.map((key) => ('displayId' in key ? key.displayId : undefined)))
  if (!ids.every((id) => known.has(id) && mayUse(caller, id))) {
    throw new AppError('display-not-found', { field: 'displays' })
  }
  return [...ids]
}

/**
 * Stores a new take-over.
 *
 * @param screensAt the field of the request that names single screens
 * @throws AppError too-many-take-overs, too-many-inserts
 */
export async function begin(
  queries: Queries,
  caller: Pick<Caller, 'organisationId' | 'userId' | 'email' | 'token'>,
  now: number,
  { content, ...beginning }: Beginning,
  screensAt: 'screenIds' | 'screens' = 'screenIds',
): Promise<store.StoredTakeOver> {
  const running = await listRunning(queries, caller.organisationId, extentOf(beginning), now)
  requireRoom(running, beginning, screensAt)
  const one: store.StoredTakeOver = {
    ...beginning,
    id: TakeOverId.parse(randomUUID()),
    content: content.content,
    mediaId: content.mediaId,
    file: undefined,
    // Take-overs that begin in the same millisecond still have an order.
    startedAt: Math.max(now, ...running.map(({ startedAt }) => startedAt + 1)),
    heardAt: now,
    startedBy: nameOf(caller),
    starter: caller.userId,
    ending: null,
    endedAt: null,
    endedBy: null,
  }
  await store.putTakeOver(queries, caller.organisationId, one)
  return one
}

/**
 * @param running the other running take-overs of its extent
 * @throws AppError too-many-take-overs, too-many-inserts: the organisation, or one of its displays or screens, has as many as it may
 * have
 */
function requireRoom(
  running: readonly store.StoredTakeOver[],
  one: Pick<store.StoredTakeOver, 'place' | 'displays' | 'screens'>,
  screensAt: string | undefined,
): void {
  const { most, mostOnDisplay, tooMany } = EXTENTS[extentOf(one)]
  if (running.length >= most) throw new AppError(tooMany)
  const onAll = running.filter(({ displays }) => displays === null).length
  const onDisplay = countEach(running.flatMap(({ displays }) => displays ?? []))
  const single = running.flatMap(({ screens }) => screens)
  const onScreen = countEach(single.map(({ id }) => id))
  const countOn = ({ id, displayId }: { id?: ScreenId; displayId: DisplayId }) =>
    onAll + (onDisplay.get(displayId) ?? 0) + (id === undefined ? 0 : (onScreen.get(id) ?? 0))
  const isFull = (count: number) => count >= mostOnDisplay
  const displays = new Set(one.displays ?? [...onDisplay.keys(), ...single.map(({ displayId }) => displayId)])
  // A display is as full as its fullest screen.
  const covered = [
    ...[...displays].map((displayId) => ({ displayId })),
    ...single.filter(({ displayId }) => displays.has(displayId)),
  ]
  if ((one.displays === null && isFull(onAll)) || covered.some((spot) => isFull(countOn(spot))))
    throw new AppError(tooMany, { field: 'displays' })
  if (one.screens.some((spot) => isFull(countOn(spot)))) throw new AppError(tooMany, { field: screensAt })
}

function countEach<Id>(ids: readonly Id[]): Map<Id, number> {
  const counts = new Map<Id, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

export const nameOf = ({ email, token }: Pick<Caller, 'email' | 'token'>) => token?.name ?? email

/** @throws AppError take-over-not-found, take-over-ended, not-allowed, and the same for inserts */
export function prolongTakeOver<Of extends Extent>(
  context: Context,
  sender: Sender,
  extent: Of,
  id: TakeOverId,
  minutes: number,
): Promise<Told[Of]> {
  return change(context, sender, extent, id, 'prolonged', (one, now) => {
    if (one.ending !== null || now >= one.endsAt) throw new AppError(EXTENTS[extent].over)
    // From now on it no longer depends on being kept alive.
    return { ...one, endsAt: now + minutes * MINUTE_MS, aliveSeconds: null }
  })
}

/** Does nothing if it is over already. @throws AppError take-over-not-found, insert-not-found, not-allowed */
export function endTakeOver<Of extends Extent>(
  context: Context,
  sender: Sender,
  extent: Of,
  id: TakeOverId,
): Promise<Told[Of]> {
  return change(context, sender, extent, id, 'ended', (one, now) =>
    one.ending !== null || now >= one.endsAt ? undefined : ended(one, now, sender.caller),
  )
}

/** @throws AppError take-over-not-found, take-over-ended, not-allowed, and the same for inserts; too-many-inserts */
export function resumeTakeOver<Of extends Extent>(
  context: Context,
  sender: Sender,
  extent: Of,
  id: TakeOverId,
): Promise<Told[Of]> {
  return change(context, sender, extent, id, 'resumed', (one, now, running) => {
    if (now >= one.endsAt || (one.ending !== null && one.ending !== 'ended')) throw new AppError(EXTENTS[extent].over)
    if (one.ending === null) return undefined
    if (extent === 'part') requireRoom(running, one, undefined)
    return { ...one, ending: null, endedAt: null, endedBy: null }
  })
}

/** The take-over, ended now by the caller. */
export function ended(
  one: store.StoredTakeOver,
  now: number,
  caller: Pick<Caller, 'email' | 'token'>,
): store.StoredTakeOver {
  return { ...one, ending: 'ended', endedAt: now, endedBy: nameOf(caller) }
}

/**
 * @param next returns undefined if nothing changes and nothing is announced. `running`: the running ones of the same extent
 */
function change<Of extends Extent>(
  context: Context,
  sender: Sender,
  extent: Of,
  id: TakeOverId,
  what: What,
  next: (
    one: store.StoredTakeOver,
    now: number,
    running: readonly store.StoredTakeOver[],
  ) => store.StoredTakeOver | undefined,
): Promise<Told[Of]> {
  const { caller } = sender
  return withDisplays(context, sender, async (queries, held) => {
    const one = await requireTakeOver(queries, caller, extent, id)
    if (!mayEnd(caller, one)) throw new AppError('not-allowed')
    const now = context.now()
    const after = next(one, now, await listRunning(queries, caller.organisationId, extent, now))
    if (after) {
      await store.putTakeOver(queries, caller.organisationId, after)
      await tellOf(queries, caller, now, what, after, sender)
    }
    const toTold = await readerOf(queries, caller, now, extent, [one])
    return { answer: toTold(after ?? one), ...reachedBy(after ? [after] : [], held) }
  })
}

type Work<Answer> = (queries: Queries, held: readonly ProgrammeKey[]) => Promise<{ answer: Answer } & Reached>

/** The displays and the single screens on which a command changes something. */
type Reached = { touched: readonly Touch[]; screenIds: readonly ScreenId[] }

/**
 * Runs a command on all displays of an organisation. The organisation is locked, so that no display is created meanwhile and no
 * screen moved, and so are the displays. Single screens are told after the commit.
 */
export async function withDisplays<Answer extends object>(
  context: Context,
  sender: Sender,
  work: Work<Answer>,
): Promise<Answer> {
  const { organisationId } = sender.caller
  let reached: readonly ScreenId[] = []
  const answer = await runCommand(
    context,
    sender,
    async (queries) => {
      if (!(await lockOrganisation(queries, organisationId))) throw new AppError('organisation-not-found')
      const displays = await listDisplayNames(queries, organisationId)
      return displays.map(({ id }) => ({ organisationId, displayId: id }))
    },
    async (queries, held) => {
      const { screenIds, ...done } = await work(queries, held)
      reached = screenIds
      return done
    },
  )
  for (let from = 0; from < reached.length; from += AT_ONCE)
    context.bus.publish({ kind: 'screens.changed', screenIds: reached.slice(from, from + AT_ONCE) })
  return answer
}

/** The displays whose manifests are changed by these take-overs, and the screens whose places are. */
export function reachedBy(some: readonly Target[], held: readonly ProgrammeKey[]): Reached {
  const isTouched = (key: ProgrammeKey) => 'displayId' in key && some.some((one) => isOnDisplay(one, key.displayId))
  return {
    touched: held.filter(isTouched).map((key) => ({ key, activity: undefined, isTakeOver: true })),
    screenIds: [...new Set(some.flatMap(({ screens }) => screens.map(({ id }) => id)))],
  }
}

/** Every display, for a prepared take-over. */
const EVERYWHERE: Target = { displays: null, screens: [] }

/** A change of a running take-over. `over`: it ended by itself. */
type What = 'started' | 'changed' | 'prolonged' | 'resumed' | 'ended' | 'over'

type Who = { organisationId: OrganisationId } & (Caller | { actor: Actor })
const actorIn = (who: Who) => ('actor' in who ? who.actor : actorOf(who))

/** Writes the change to the log, and announces it to webhooks. */
export async function tellOf(
  queries: Queries,
  who: Who,
  at: number,
  what: What,
  one: store.StoredTakeOver,
  sender?: Pick<Sender, 'request'>,
): Promise<void> {
  await writeDown(queries, who, at, `${EXTENTS[extentOf(one)].name}-${what}`, one, sender)
  const event = eventOf(what, one, eventActorOf(actorIn(who)))
  if (event) await announce(queries, who.organisationId, [event], at)
}

function eventOf(what: What, one: store.StoredTakeOver, by: EventActor): WebhookEvent | undefined {
  const { id, name, place, drill, displays, ending } = one
  const screens = one.screens.length === 0 ? {} : { screens: one.screens }
  switch (what) {
    case 'started':
    case 'resumed': {
      const about = { id, name, displays, endsAt: new Date(one.endsAt).toISOString() }
      if (place === null) return { type: 'take-over.began', data: { takeOver: { ...about, drill }, by } }
      return { type: 'insert.began', data: { insert: { ...about, ...screens, place }, by } }
    }
    case 'ended':
    case 'over': {
      const about = { id, name, displays, endedAt: new Date(one.endedAt ?? one.endsAt).toISOString() }
      const because = ending ?? 'ended'
      if (place === null) return { type: 'take-over.ended', data: { takeOver: { ...about, drill }, because, by } }
      return { type: 'insert.ended', data: { insert: { ...about, ...screens, place }, because, by } }
    }
    case 'changed':
    case 'prolonged':
      return undefined
  }
}

function writeDown(
  queries: Queries,
  who: Who,
  at: number,
  kind: ActivityKind,
  { id, name, place }: { id: TakeOverId; name: string; place: store.StoredTakeOver['place'] },
  sender?: Pick<Sender, 'request'>,
): Promise<void> {
  return writeEntry(queries, {
    organisationId: who.organisationId,
    programmeId: null,
    at,
    actor: actorIn(who),
    activity: { kind, changes: [], subject: { type: EXTENTS[extentOf({ place })].name, id, title: name } },
    requestId: sender?.request?.id,
  })
}

/** @throws AppError take-over-not-found */
async function requirePrepared(
  queries: Queries,
  organisationId: OrganisationId,
  id: TakeOverId,
): Promise<store.StoredPrepared> {
  const one = (await store.listPrepared(queries, organisationId)).find((each) => each.id === id)
  if (!one) throw new AppError('take-over-not-found')
  return one
}

/** @throws AppError too-many-take-overs, take-over-name-taken, and those of its content */
export function prepareTakeOver(context: Context, sender: Sender, wanted: PrepareTakeOver): Promise<PreparedTakeOver> {
  return putPrepared(context, sender, TakeOverId.parse(randomUUID()), wanted, 'take-over-prepared')
}

/** @throws AppError take-over-not-found, take-over-name-taken, and those of its content */
export function updatePreparedTakeOver(
  context: Context,
  sender: Sender,
  id: TakeOverId,
  wanted: UpdatePreparedTakeOver,
): Promise<PreparedTakeOver> {
  return putPrepared(context, sender, id, wanted, 'take-over-changed')
}

function putPrepared(
  context: Context,
  sender: Sender,
  id: TakeOverId,
  wanted: UpdatePreparedTakeOver,
  kind: 'take-over-prepared' | 'take-over-changed',
): Promise<PreparedTakeOver> {
  const { caller } = sender
  return withDisplays(context, sender, async (queries, held) => {
    const all = await store.listPrepared(queries, caller.organisationId)
    const before = all.find((one) => one.id === id)
    if (kind === 'take-over-changed' && !before) throw new AppError('take-over-not-found')
    if (!before && all.length >= MAX_PREPARED_TAKE_OVERS) throw new AppError('too-many-take-overs')
    const name = wanted.name ?? before?.name ?? ''
    if (all.some((one) => one.id !== id && isSameName(one.name, name))) {
      throw new AppError('take-over-name-taken', { field: 'name' })
    }
    const content = wanted.content ? await wholeContentOf(context, queries, caller, wanted.content) : before
    if (!content) throw new AppError('invalid-field', { field: 'content' })
    const changedAt = context.now()
    await store.putPrepared(queries, caller.organisationId, id, { name, ...content, changedAt })
    await writeDown(queries, caller, changedAt, kind, { id, name, place: null }, sender)
    return { answer: { id, name, content: content.content, changedAt }, ...reachedBy([EVERYWHERE], held) }
  })
}

/** Compares names ignoring case: programs may write a name as people say it. */
export function isSameName(one: string, other: string): boolean {
  return one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase()
}

/** @throws AppError take-over-not-found */
export async function removePreparedTakeOver(context: Context, sender: Sender, id: TakeOverId): Promise<void> {
  const { caller } = sender
  await withDisplays(context, sender, async (queries, held) => {
    const one = await requirePrepared(queries, caller.organisationId, id)
    await store.removePrepared(queries, caller.organisationId, id)
    await writeDown(queries, caller, context.now(), 'take-over-removed', { ...one, place: null }, sender)
    return { answer: {}, ...reachedBy([EVERYWHERE], held) }
  })
}

/** Records which take-overs have ended by themselves, so that screens can remove their files, and removes very old ones. */
export async function sweepTakeOvers(context: Context): Promise<void> {
  const { queries } = context.database
  await store.removeTakeOversBefore(queries, context.now() - TAKE_OVERS_KEPT_MS)
  for (const organisationId of await store.listOrganisationsWithOver(queries, context.now())) {
    await withDisplays(context, serverSender('take-overs', organisationId), async (inside, held) => {
      const over = await store.listOver(inside, organisationId, context.now())
      for (const one of over) {
        const after = { ...one, ending: endingOf(one), endedAt: one.endsAt } as const
        await store.putTakeOver(inside, organisationId, after)
        const actor: Actor = one.starter.startsWith('token.')
          ? { kind: 'token', id: one.starter, email: one.startedBy }
          : { kind: 'person', id: one.starter, email: one.startedBy }
        await tellOf(inside, { organisationId, actor }, context.now(), 'over', after)
      }
      return { answer: {}, ...reachedBy(over, held) }
    })
  }
}

/** Removes the display and its screens from take-overs: a later display with the same id is a different one. */
export async function forgetDisplay(queries: Queries, { organisationId, displayId }: DisplayKey): Promise<void> {
  for (const extent of ['whole', 'part'] as const) {
    for (const one of await store.listLatest(queries, organisationId, extent, Number.MAX_SAFE_INTEGER)) {
      const displays = one.displays?.filter((id) => id !== displayId) ?? null
      const screens = one.screens.filter((screen) => screen.displayId !== displayId)
      if (displays?.length === one.displays?.length && screens.length === one.screens.length) continue
      await store.putTakeOver(queries, organisationId, { ...one, displays, screens })
    }
  }
}

/** Another screen is in the place of this one: the running inserts on it are on the other one. Call it before the screen is let go. */
export async function replaceInInserts(
  queries: Queries,
  { id, organisationId }: Pick<PairedScreen, 'id' | 'organisationId'>,
  by: ScreenId,
  now: number,
): Promise<void> {
  for (const one of await store.listOnScreen(queries, organisationId, id, now)) {
    const screens = one.screens.map((screen) => (screen.id === id ? { ...screen, id: by } : screen))
    await store.putTakeOver(queries, organisationId, { ...one, screens })
  }
}
