import { createHash } from 'node:crypto'
import {
  type CapMessage,
  type Clear,
  DEFAULT_TAKE_OVER_MINUTES,
  type DisplayId,
  MAX_TAKE_OVER_MINUTES,
  Notice,
  type Raised,
  type RaiseInWords,
  type RaiseTakeOver,
  type TakeOverContent,
} from '@placard/contract'
import type { Sender, Touch } from '../../content/commands/service.ts'
import { type Caller, mayUse } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { wordsOf } from './contents.ts'
import {
  type Beginning,
  begin,
  ended,
  isSameName,
  mayEnd,
  nameOf,
  tellOf as tell,
  touchedBy,
  withDisplays,
} from './service.ts'
import * as store from './store.ts'

const MINUTE_MS = 60_000
/** A message that was received before is recognised for this long. */
const KNOWN_MS = 2 * MAX_TAKE_OVER_MINUTES * MINUTE_MS
const KNOWN_AT_MOST = 200
/** For a sender without a lease: repeating within this time means that it is still active. */
const REPEATS_WITHIN_MS = 60_000
/** A repeat is only sent to screens if it moves the end by at least this, or by a third of its length if that is less. */
const MOVES_BY_MS = 60_000
const KEYS_KEPT = 20

/** The effect of a call, in its transaction. */
type Effect = { effect: Raised['effect']; about: store.StoredTakeOver[]; touches: boolean }

const NOTHING: Effect = { effect: 'nothing', about: [], touches: false }

type World = { queries: Queries; caller: Caller; now: number; displays: readonly DisplayId[] | null; sender: Sender }

/**
 * Starts, prolongs or ends a take-over for a program that knows no ids.
 *
 * @throws AppError take-over-not-found, display-not-found, too-many-take-overs, and errors about its texts
 */
export function raiseTakeOver(context: Context, sender: Sender, asked: RaiseTakeOver): Promise<Raised> {
  const { caller } = sender
  return withDisplays(context, sender, async (queries, held) => {
    const now = context.now()
    const world: World = { queries, caller, now, displays: caller.displays, sender }
    const done = await carryOut(world, asked)
    const touched: readonly Touch[] = done.touches ? touchedBy(done.about, held) : []
    return { answer: answerOf(done, now), touched }
  })
}

function carryOut(world: World, asked: RaiseTakeOver): Promise<Effect> {
  if ('cap' in asked) return hearCap(world, asked.cap)
  if ('clear' in asked) return clear(world, asked.clear)
  return raiseInWords(world, asked)
}

function answerOf({ effect, about }: Effect, now: number): Raised {
  const takeOvers = about.map(({ id, name, drill, endsAt, endedAt, ending }) => ({
    id,
    name,
    drill,
    endsAt: endedAt ?? endsAt,
    running: ending === null && now < endsAt,
  }))
  return { effect, takeOvers }
}

async function raiseInWords(world: World, asked: RaiseInWords): Promise<Effect> {
  const { queries, caller, now } = world
  const prepared = asked.prepared === undefined ? undefined : await findPrepared(world, asked.prepared)
  const content = prepared ?? { content: inWords(asked), mediaId: null }
  const displays = await targetOf(world, asked.displays)
  const key =
    asked.key !== undefined
      ? `key:${asked.key}`
      : prepared
        ? `prepared:${prepared.id}`
        : `words:${digestOf([content.content, displays])}`
  const lengthMs =
    asked.aliveSeconds === undefined
      ? (asked.minutes ?? DEFAULT_TAKE_OVER_MINUTES) * MINUTE_MS
      : Math.min(asked.aliveSeconds * 1_000, (asked.minutes ?? MAX_TAKE_OVER_MINUTES) * MINUTE_MS)
  const known = await findKnown(world, [key], asked.drill)
  const beginning: Beginning = {
    name: prepared?.name ?? wordsOf(content.content),
    content,
    displays,
    drill: asked.drill,
    endsAt: now + lengthMs,
    keys: [key],
    aliveSeconds: asked.aliveSeconds ?? null,
  }
  if (!known) return start(world, beginning)
  const repeatsWithinMs = Math.max(REPEATS_WITHIN_MS, (known.aliveSeconds ?? 0) * 1_000)
  if (!isRunning(known, now)) {
    // A person has ended it while its sender keeps repeating it. This is not a new take-over.
    const goesOn = known.ending === 'ended' && known.endedBy !== nameOf(caller) && now - known.heardAt < repeatsWithinMs
    if (!goesOn) return start(world, beginning)
    const heard = { ...known, heardAt: now }
    await store.putTakeOver(queries, caller.organisationId, heard)
    return { ...NOTHING, about: [heard] }
  }
  if (!mayEnd(caller, known)) throw new AppError('not-allowed')
  const movesByMs = Math.min(lengthMs / 3, MOVES_BY_MS)
  const endsAt = beginning.endsAt - known.endsAt >= movesByMs ? beginning.endsAt : known.endsAt
  const isOther = !isSameContent(known.content, content.content)
  const after = { ...known, heardAt: now, endsAt, ...(isOther ? { ...content, name: beginning.name } : {}) }
  await store.putTakeOver(queries, caller.organisationId, after)
  if (isOther) await tellOf(world, 'take-over-changed', after)
  return { effect: isOther ? 'changed' : 'prolonged', about: [after], touches: isOther || endsAt !== known.endsAt }
}

async function hearCap(world: World, { key, status, msgType, references, info }: CapMessage['cap']): Promise<Effect> {
  const { queries, caller, now } = world
  if (status === 'System' || status === 'Draft' || msgType === 'Ack' || msgType === 'Error') return NOTHING
  // Only the status `Actual` is real; everything else is an exercise.
  const drill = status !== 'Actual'
  const keys = [key, ...references].map((one) => `cap:${one}`)
  if (msgType === 'Cancel')
    return endAll(
      world,
      (await listKnown(world)).filter((one) => one.drill === drill && has(one, keys)),
    )
  if (!info) throw new AppError('cap-not-valid')
  const endsAt = Math.min(
    info.expiresAt ?? now + DEFAULT_TAKE_OVER_MINUTES * MINUTE_MS,
    now + MAX_TAKE_OVER_MINUTES * MINUTE_MS,
  )
  if (endsAt <= now) return NOTHING
  const { expiresAt: _, ...words } = info
  const content: TakeOverContent = { kind: 'notice', notice: Notice.parse({ look: 'alert', ...words }) }
  const beginning: Beginning = {
    name: wordsOf(content),
    content: { content, mediaId: null },
    displays: await targetOf(world, undefined),
    drill,
    endsAt,
    keys: keys.slice(0, 1),
    aliveSeconds: null,
  }
  const known = await findKnown(world, keys, drill)
  if (!known) return start(world, beginning)
  // The same message repeated after the end has no effect.
  if (!isRunning(known, now))
    return has(known, keys.slice(0, 1)) ? { ...NOTHING, about: [known] } : start(world, beginning)
  if (!mayEnd(caller, known)) throw new AppError('not-allowed')
  const isOther = !isSameContent(known.content, content)
  // A message with an end may shorten the take-over; one without can only extend it.
  const isMoved =
    info.expiresAt === null
      ? endsAt - known.endsAt >= MOVES_BY_MS
      : endsAt !== known.endsAt && info.expiresAt !== known.endsAt
  const after: store.StoredTakeOver = {
    ...known,
    heardAt: now,
    endsAt: isMoved ? endsAt : known.endsAt,
    keys: [...known.keys.filter((one) => one !== keys[0]), ...keys.slice(0, 1)].slice(-KEYS_KEPT),
    ...(isOther ? { content, mediaId: null, name: beginning.name } : {}),
  }
  await store.putTakeOver(queries, caller.organisationId, after)
  if (isOther) await tellOf(world, 'take-over-changed', after)
  return { effect: isOther ? 'changed' : 'prolonged', about: [after], touches: isOther || isMoved }
}

async function clear(world: World, what: Clear['clear']): Promise<Effect> {
  const known = await listKnown(world)
  if (what === 'all') {
    return endAll(
      world,
      known.filter(({ starter }) => starter === world.caller.userId),
    )
  }
  const key = 'key' in what ? `key:${what.key}` : `prepared:${(await findPrepared(world, what.prepared)).id}`
  return endAll(
    world,
    known.filter((one) => has(one, [key])),
  )
}

async function endAll(world: World, some: readonly store.StoredTakeOver[]): Promise<Effect> {
  const { queries, caller, now } = world
  const running = some.filter((one) => isRunning(one, now))
  if (running.length === 0) return NOTHING
  const over = []
  for (const one of running) {
    if (!mayEnd(caller, one)) throw new AppError('not-allowed')
    const after = ended(one, now, caller)
    await store.putTakeOver(queries, caller.organisationId, after)
    await tellOf(world, 'take-over-ended', after)
    over.push(after)
  }
  return { effect: 'ended', about: over, touches: true }
}

async function start(world: World, beginning: Beginning): Promise<Effect> {
  const one = await begin(world.queries, world.caller, world.now, beginning)
  await tellOf(world, 'take-over-started', one)
  return { effect: 'started', about: [one], touches: true }
}

function tellOf(
  { queries, caller, now, sender }: World,
  kind: 'take-over-started' | 'take-over-changed' | 'take-over-ended',
  one: store.StoredTakeOver,
): Promise<void> {
  return tell(queries, caller, now, kind, one, sender)
}

const isRunning = ({ ending, endsAt }: store.StoredTakeOver, now: number) => ending === null && now < endsAt

const has = ({ keys }: store.StoredTakeOver, some: readonly string[]) => keys.some((key) => some.includes(key))

const listKnown = ({ queries, caller, now }: World) =>
  store.listLatest(queries, caller.organisationId, KNOWN_AT_MOST, now - KNOWN_MS)

/** The latest take-over with one of these keys. A running one is preferred to those that are over. */
async function findKnown(
  world: World,
  keys: readonly string[],
  drill: boolean,
): Promise<store.StoredTakeOver | undefined> {
  const known = (await listKnown(world)).filter((one) => one.drill === drill && has(one, keys))
  return known.find((one) => isRunning(one, world.now)) ?? known[0]
}

/** @throws AppError take-over-not-found */
async function findPrepared({ queries, caller }: World, name: string): Promise<store.StoredPrepared> {
  const prepared = await store.listPrepared(queries, caller.organisationId)
  const one = prepared.find((each) => isSameName(each.name, name))
  if (!one) throw new AppError('take-over-not-found', { field: 'prepared' })
  return one
}

/** The displays with these names. Without names, all that the caller may use. @throws AppError display-not-found */
async function targetOf({ queries, caller }: World, names: readonly string[] | undefined): Promise<DisplayId[] | null> {
  if (names === undefined) return caller.displays === null ? null : [...caller.displays]
  const all = (await store.listDisplays(queries, caller.organisationId)).filter(({ id }) => mayUse(caller, id))
  const ids = names.map((name) => {
    const found = all.find((display) => isSameName(display.name, name) || display.id === name)
    if (!found) throw new AppError('display-not-found', { field: 'displays' })
    return found.id
  })
  return [...new Set(ids)]
}

function inWords({ heading = '', body = '', byline = '' }: RaiseInWords): TakeOverContent {
  return { kind: 'notice', notice: Notice.parse({ look: 'alert', heading, body, byline }) }
}

const isSameContent = (one: TakeOverContent, other: TakeOverContent) => digestOf(one) === digestOf(other)

/** The value must have been parsed by a schema, so that the order of its fields is fixed. */
function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)
}
