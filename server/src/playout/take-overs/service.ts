import { randomUUID } from 'node:crypto'
import {
  type ActivityKind,
  type DisplayId,
  type DisplayKey,
  type EventActor,
  MAX_PREPARED_TAKE_OVERS,
  MAX_RUNNING_TAKE_OVERS,
  MAX_SCREENS_IN_REPORT,
  type OrganisationId,
  type PreparedTakeOver,
  type PrepareTakeOver,
  type ProgrammeKey,
  SCREEN_SILENT_MS,
  type StartTakeOver,
  TAKE_OVERS_KEPT_MS,
  type TakeOver,
  TakeOverId,
  type TakeOverReach,
  type TakeOverReport,
  type TakeOvers,
  type UpdatePreparedTakeOver,
  type WebhookEvent,
} from '@placard/contract'
import { type Actor, actorOf, writeEntry } from '../../content/activity/service.ts'
import { runCommand, type Sender, serverSender, type Touch } from '../../content/commands/service.ts'
import { announce, eventActorOf } from '../../content/events/service.ts'
import { type Caller, mayTakeOver, mayUse } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import { contentOf, wordsOf } from './contents.ts'
import * as store from './store.ts'

export {
  drawsNotices,
  readCovers,
  readTakeOversOf,
  type TakeOversOf,
  takeOversFor,
  wordsOf as wordsOfTakeOvers,
} from './in-manifest.ts'

const MINUTE_MS = 60_000
/** Screens heard within this time are expected to show a take-over. */
const KNOWN_MS = 24 * 60 * MINUTE_MS
const PAST_SHOWN = 20

/** Interval at which ends are recorded. Screens end a take-over by themselves. */
export const TAKE_OVERS_SWEPT_EVERY_MS = 5_000

/** All take-overs of the caller's organisation that cover a display that they may use. */
export async function listTakeOvers(context: Context, caller: Caller): Promise<TakeOvers> {
  const { organisationId } = caller
  const at = context.now()
  return context.database.snapshot(async (queries) => {
    const latest = (await store.listLatest(queries, organisationId, PAST_SHOWN + MAX_RUNNING_TAKE_OVERS)).filter(
      (one) => isSeen(caller, one),
    )
    const running = await store.listRunning(queries, organisationId, at)
    const ids = new Set(running.map(({ id }) => id))
    const past = latest.filter(({ id }) => !ids.has(id)).slice(0, PAST_SHOWN)
    const seen = running.filter((one) => isSeen(caller, one)).reverse()
    const toTakeOver = await readerOf(queries, caller, at, [...seen, ...past])
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

/** @throws AppError take-over-not-found */
export function getTakeOver(context: Context, caller: Caller, id: TakeOverId): Promise<TakeOverReport> {
  return context.database.snapshot(async (queries) => {
    const one = await requireTakeOver(queries, caller, id)
    const at = context.now()
    const screens = await screensOf(queries, caller, at, one)
    const times = screens.flatMap(({ shownAfterMs }) => shownAfterMs ?? []).sort((a, b) => a - b)
    const quantile = (share: number) => times[Math.ceil(times.length * share) - 1] ?? null
    const last = Number.POSITIVE_INFINITY
    const sorted = screens.sort((a, b) => (b.shownAfterMs ?? last) - (a.shownAfterMs ?? last) || compare(a, b))
    const [takeOver] = [one].map(await readerOf(queries, caller, at, [one]))
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
  const names = new Map((await store.listDisplays(queries, organisationId)).map(({ id, name }) => [id, name]))
  const isOf = (id: DisplayId) => mayUse(caller, id) && (one.displays === null || one.displays.includes(id))
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
  const displays = await store.listDisplays(queries, organisationId)
  return displays
    .filter(({ id }) => mayUse(caller, id))
    .map(({ id, name }) => {
      const screens = heard.get(id) ?? []
      const offline = screens.filter(({ heardAt }) => now - heardAt > SCREEN_SILENT_MS).length
      return { displayId: id, name, screens: screens.length, offline }
    })
}

/** @returns a function that converts each to the API's form, with the number of screens that have painted it */
async function readerOf(
  queries: Queries,
  caller: Caller,
  now: number,
  some: readonly store.StoredTakeOver[],
): Promise<(one: store.StoredTakeOver) => TakeOver> {
  const counts = new Map<TakeOverId, { shown: number; of: number }>()
  const { organisationId } = caller
  const oldest = Math.min(...some.map(({ startedAt }) => startedAt))
  const heard = some.length === 0 ? [] : await store.listScreensHeard(queries, organisationId, oldest - KNOWN_MS)
  const showings = await store.listShowings(
    queries,
    organisationId,
    some.map(({ id }) => id),
  )
  for (const one of some) {
    const isOf = (id: DisplayId) => mayUse(caller, id) && (one.displays === null || one.displays.includes(id))
    const shown = new Set<string>()
    for (const { takeOverId, displayId, screenId } of showings) {
      if (takeOverId === one.id && isOf(displayId)) shown.add(`${displayId}/${screenId}`)
    }
    const all = new Set(shown)
    for (const { displayId, screenId, firstSeenAt, heardAt } of heard) {
      const wasThere = firstSeenAt <= one.startedAt && heardAt >= one.startedAt - KNOWN_MS
      if (isOf(displayId) && wasThere) all.add(`${displayId}/${screenId}`)
    }
    counts.set(one.id, { shown: shown.size, of: all.size })
  }
  return (one) => tell(one, now, counts.get(one.id) ?? { shown: 0, of: 0 })
}

/** The take-over as the API returns it. */
function tell(one: store.StoredTakeOver, now: number, count: { shown: number; of: number }): TakeOver {
  const { id, name, content, drill, displays, startedAt, startedBy, endedBy, aliveSeconds } = one
  const ending = one.ending ?? (now >= one.endsAt ? endingOf(one) : null)
  const endsAt = one.endedAt ?? one.endsAt
  return { id, name, content, drill, displays, startedAt, endsAt, startedBy, ending, endedBy, aliveSeconds, ...count }
}

/** The ending of a take-over whose time is over. */
const endingOf = ({ aliveSeconds }: store.StoredTakeOver) => (aliveSeconds === null ? 'time' : 'silence')

const toPrepared = ({ id, name, content, changedAt }: store.StoredPrepared): PreparedTakeOver => ({
  id,
  name,
  content,
  changedAt,
})

/** True if it covers a display that the caller may use. */
function isSeen(caller: Pick<Caller, 'displays'>, { displays }: Pick<store.StoredTakeOver, 'displays'>): boolean {
  return caller.displays === null || displays === null || displays.some((id) => mayUse(caller, id))
}

/** A caller who is limited to some displays cannot end take-overs that cover others. */
export function mayEnd(
  caller: Pick<Caller, 'displays'>,
  { displays }: Pick<store.StoredTakeOver, 'displays'>,
): boolean {
  return caller.displays === null || displays?.every((id) => mayUse(caller, id)) === true
}

/** @throws AppError take-over-not-found */
async function requireTakeOver(queries: Queries, caller: Caller, id: TakeOverId): Promise<store.StoredTakeOver> {
  const one = await store.findTakeOver(queries, caller.organisationId, id)
  if (!one || !isSeen(caller, one)) throw new AppError('take-over-not-found')
  return one
}

/** The initial facts of a take-over. */
export type Beginning = {
  name: string
  content: Pick<store.StoredTakeOver, 'content' | 'mediaId'>
  displays: DisplayId[] | null
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
    const shown = known ?? (content && (await contentOf(context, queries, caller, content)))
    if (!shown) throw new AppError('invalid-field', { field: 'content' })
    const target = targetOf(caller, displays, held)
    const one = await begin(queries, caller, now, {
      name: known?.name ?? wordsOf(shown.content),
      content: shown,
      displays: target,
      drill,
      endsAt: now + minutes * MINUTE_MS,
      keys: [],
      aliveSeconds: null,
    })
    await tellOf(queries, caller, now, 'take-over-started', one, sender)
    return { answer: tell(one, now, { shown: 0, of: 0 }), touched: touchedBy([one], held) }
  })
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

/** Stores a new take-over. @throws AppError too-many-take-overs */
export async function begin(
  queries: Queries,
  caller: Pick<Caller, 'organisationId' | 'userId' | 'email' | 'token'>,
  now: number,
  { content, ...beginning }: Beginning,
): Promise<store.StoredTakeOver> {
  const running = await store.listRunning(queries, caller.organisationId, now)
  if (running.length >= MAX_RUNNING_TAKE_OVERS) throw new AppError('too-many-take-overs')
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

export const nameOf = ({ email, token }: Pick<Caller, 'email' | 'token'>) => token?.name ?? email

/** @throws AppError take-over-not-found, take-over-ended, not-allowed */
export function prolongTakeOver(context: Context, sender: Sender, id: TakeOverId, minutes: number): Promise<TakeOver> {
  return change(context, sender, id, 'take-over-prolonged', (one, now) => {
    if (one.ending !== null || now >= one.endsAt) throw new AppError('take-over-ended')
    // From now on it no longer depends on being kept alive.
    return { ...one, endsAt: now + minutes * MINUTE_MS, aliveSeconds: null }
  })
}

/** Does nothing if it is over already. @throws AppError take-over-not-found, not-allowed */
export function endTakeOver(context: Context, sender: Sender, id: TakeOverId): Promise<TakeOver> {
  return change(context, sender, id, 'take-over-ended', (one, now) =>
    one.ending !== null || now >= one.endsAt ? undefined : ended(one, now, sender.caller),
  )
}

/** @throws AppError take-over-not-found, take-over-ended, not-allowed */
export function resumeTakeOver(context: Context, sender: Sender, id: TakeOverId): Promise<TakeOver> {
  return change(context, sender, id, 'take-over-resumed', (one, now) => {
    if (now >= one.endsAt || (one.ending !== null && one.ending !== 'ended')) throw new AppError('take-over-ended')
    return one.ending === null ? undefined : { ...one, ending: null, endedAt: null, endedBy: null }
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

/** @param next returns undefined if nothing changes and nothing is announced */
function change(
  context: Context,
  sender: Sender,
  id: TakeOverId,
  kind: ToldKind,
  next: (one: store.StoredTakeOver, now: number) => store.StoredTakeOver | undefined,
): Promise<TakeOver> {
  const { caller } = sender
  return withDisplays(context, sender, async (queries, held) => {
    const one = await requireTakeOver(queries, caller, id)
    if (!mayEnd(caller, one)) throw new AppError('not-allowed')
    const now = context.now()
    const after = next(one, now)
    if (after) {
      await store.putTakeOver(queries, caller.organisationId, after)
      await tellOf(queries, caller, now, kind, after, sender)
    }
    const [answer] = [after ?? one].map(await readerOf(queries, caller, now, [one]))
    return { answer: answer as TakeOver, touched: after ? touchedBy([after], held) : [] }
  })
}

type Work<Answer> = (
  queries: Queries,
  held: readonly ProgrammeKey[],
) => Promise<{ answer: Answer; touched: readonly Touch[] }>

/**
 * Runs a command on all displays of an organisation. The organisation is locked, so that no display is created meanwhile, and so
 * are the displays.
 */
export function withDisplays<Answer extends object>(
  context: Context,
  sender: Sender,
  work: Work<Answer>,
): Promise<Answer> {
  const { organisationId } = sender.caller
  return runCommand(
    context,
    sender,
    async (queries) => {
      if (!(await lockOrganisation(queries, organisationId))) throw new AppError('organisation-not-found')
      const displays = await store.listDisplays(queries, organisationId)
      return displays.map(({ id }) => ({ organisationId, displayId: id }))
    },
    work,
  )
}

/** The displays whose manifests are changed by these take-overs. */
export function touchedBy(
  some: readonly Pick<store.StoredTakeOver, 'displays'>[],
  held: readonly ProgrammeKey[],
): Touch[] {
  const isTouched = (key: ProgrammeKey) =>
    'displayId' in key && some.some(({ displays }) => displays === null || displays.includes(key.displayId))
  return held.filter(isTouched).map((key) => ({ key, activity: undefined, isTakeOver: true }))
}

/** Changes of a running take-over. */
type ToldKind =
  | 'take-over-started'
  | 'take-over-changed'
  | 'take-over-prolonged'
  | 'take-over-resumed'
  | 'take-over-ended'
  | 'take-over-over'

type Who = { organisationId: OrganisationId } & (Caller | { actor: Actor })
const actorIn = (who: Who) => ('actor' in who ? who.actor : actorOf(who))

/** Writes the change to the log, and announces it to webhooks. */
export async function tellOf(
  queries: Queries,
  who: Who,
  at: number,
  kind: ToldKind,
  one: store.StoredTakeOver,
  sender?: Pick<Sender, 'request'>,
): Promise<void> {
  await writeDown(queries, who, at, kind, one, sender)
  const event = eventOf(kind, one, eventActorOf(actorIn(who)))
  if (event) await announce(queries, who.organisationId, [event], at)
}

function eventOf(kind: ToldKind, one: store.StoredTakeOver, by: EventActor): WebhookEvent | undefined {
  const { id, name, drill, displays, endsAt, endedAt, ending } = one
  const about = { id, name, drill, displays }
  switch (kind) {
    case 'take-over-started':
    case 'take-over-resumed': {
      const takeOver = { ...about, endsAt: new Date(endsAt).toISOString() }
      return { type: 'take-over.began', data: { takeOver, by } }
    }
    case 'take-over-ended':
    case 'take-over-over': {
      const takeOver = { ...about, endedAt: new Date(endedAt ?? endsAt).toISOString() }
      return { type: 'take-over.ended', data: { takeOver, because: ending ?? 'ended', by } }
    }
    case 'take-over-changed':
    case 'take-over-prolonged':
      return undefined
  }
}

function writeDown(
  queries: Queries,
  who: Who,
  at: number,
  kind: ActivityKind,
  { id, name }: { id: TakeOverId; name: string },
  sender?: Pick<Sender, 'request'>,
): Promise<void> {
  return writeEntry(queries, {
    organisationId: who.organisationId,
    programmeId: null,
    at,
    actor: actorIn(who),
    activity: { kind, changes: [], subject: { type: 'take-over', id, title: name } },
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
    const content = wanted.content ? await contentOf(context, queries, caller, wanted.content) : before
    if (!content) throw new AppError('invalid-field', { field: 'content' })
    const changedAt = context.now()
    await store.putPrepared(queries, caller.organisationId, id, { name, ...content, changedAt })
    await writeDown(queries, caller, changedAt, kind, { id, name }, sender)
    return { answer: { id, name, content: content.content, changedAt }, touched: touchedBy([{ displays: null }], held) }
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
    await writeDown(queries, caller, context.now(), 'take-over-removed', one, sender)
    return { answer: {}, touched: touchedBy([{ displays: null }], held) }
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
        await tellOf(inside, { organisationId, actor }, context.now(), 'take-over-over', after)
      }
      return { answer: {}, touched: touchedBy(over, held) }
    })
  }
}

/** Removes the display from take-overs: a later display with the same id is a different one. */
export async function forgetDisplay(queries: Queries, { organisationId, displayId }: DisplayKey): Promise<void> {
  for (const one of await store.listLatest(queries, organisationId, Number.MAX_SAFE_INTEGER)) {
    if (!one.displays?.includes(displayId)) continue
    const displays = one.displays.filter((id) => id !== displayId)
    await store.putTakeOver(queries, organisationId, { ...one, displays })
  }
}
