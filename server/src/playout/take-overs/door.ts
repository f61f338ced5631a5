import { createHash } from 'node:crypto'
import {
  type CapMessage,
  DEFAULT_TAKE_OVER_MINUTES,
  type DisplayId,
  type InsertContent,
  type InsertPlace,
  type InsertRaised,
  type InWords,
  MAX_SCREENS_OF_INSERT,
  MAX_TAKE_OVER_MINUTES,
  Notice,
  type Raised,
  type RaiseInsert,
  type RaiseInWords,
  type RaiseTakeOver,
  readItemUrl,
  youtubeIdOf,
} from '@placard/contract'
import type { Sender } from '../../content/commands/service.ts'
import { listDisplayNames } from '../../content/displays/service.ts'
import { type Caller, mayUse } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { listPairedOfOrganisation } from '../../screens/screens/service.ts'
import { wordsOf } from './contents.ts'
import { EXTENTS, type Extent } from './extents.ts'
import {
  type Beginning,
  begin,
  ended,
  isSameName,
  mayEnd,
  nameOf,
  reachedBy,
  targetAt,
  tellOf as tell,
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

type World = {
  queries: Queries
  caller: Caller
  now: number
  displays: readonly DisplayId[] | null
  sender: Sender
  extent: Extent
}

/**
 * Starts, prolongs or ends a take-over for a program that knows no ids.
 *
 * @throws AppError take-over-not-found, display-not-found, too-many-take-overs, and errors about its texts
 */
export async function raiseTakeOver(context: Context, sender: Sender, asked: RaiseTakeOver): Promise<Raised> {
  const { effect, about } = await raise(context, sender, 'whole', (world) => {
    if ('cap' in asked) return hearCap(world, asked.cap)
    if ('clear' in asked) return clear(world, asked.clear)
    return raiseInWords(world, asked)
  })
  return { effect, takeOvers: about.map(({ place: _, ...one }) => one) }
}

/**
 * The same for an insert.
 *
 * @throws AppError display-not-found, screen-not-found, too-many-inserts, url-not-playable, and errors about its texts
 */
export async function raiseInsert(context: Context, sender: Sender, asked: RaiseInsert): Promise<InsertRaised> {
  const { effect, about } = await raise(context, sender, 'part', (world) =>
    asked.clear === undefined ? raiseInsertInWords(world, asked) : clear(world, asked.clear),
  )
  const inserts = about.flatMap(({ drill: _, place, ...one }) => (place === null ? [] : { ...one, place }))
  return { effect, inserts }
}

type Answer = { effect: Raised['effect']; about: (Raised['takeOvers'][number] & { place: InsertPlace | null })[] }

function raise(
  context: Context,
  sender: Sender,
  extent: Extent,
  carryOut: (world: World) => Promise<Effect>,
): Promise<Answer> {
  const { caller } = sender
  return withDisplays(context, sender, async (queries, held) => {
    const now = context.now()
    const done = await carryOut({ queries, caller, now, displays: caller.displays, sender, extent })
    return { answer: answerOf(done, now), ...reachedBy(done.touches ? done.about : [], held) }
  })
}

function answerOf({ effect, about }: Effect, now: number): Answer {
  const told = about.map(({ id, name, drill, place, endsAt, endedAt, ending }) => ({
    id,
    name,
    drill,
    place,
    endsAt: endedAt ?? endsAt,
    running: ending === null && now < endsAt,
  }))
  return { effect, about: told }
}

async function raiseInWords(world: World, asked: RaiseInWords): Promise<Effect> {
  const prepared = asked.prepared === undefined ? undefined : await findPrepared(world, asked.prepared)
  const content = prepared?.content ?? { kind: 'notice' as const, notice: inWords(asked, 'whole') }
  return repeatable(world, asked, {
    name: prepared?.name ?? wordsOf(content),
    content: { content, mediaId: prepared?.mediaId ?? null },
    place: null,
    drill: asked.drill,
    ...(prepared ? { preparedId: prepared.id } : {}),
  })
}

async function raiseInsertInWords(world: World, asked: RaiseInsert): Promise<Effect> {
  if (asked.place === undefined) throw new AppError('invalid-field', { field: 'place' })
  const content = insertContentOf(asked)
  return repeatable(world, asked, {
    name: wordsOf(content),
    content: { content, mediaId: null },
    place: asked.place,
    drill: false,
  })
}

/** @throws AppError url-not-playable */
function insertContentOf(asked: RaiseInsert): InsertContent {
  const field = (['page', 'film', 'picture'] as const).find((one) => asked[one] !== undefined)
  if (field === undefined) return { kind: 'notice', notice: inWords(asked, 'part') }
  const url = asked[field] ?? ''
  const type = field === 'film' && isYoutube(url) ? 'youtube' : TYPE_OF[field]
  const address = readItemUrl(type, url)
  if (!address.playable || !URL.canParse(address.href)) throw new AppError('url-not-playable', { field })
  return { kind: 'address', type, url: address.href, title: new URL(address.href).hostname }
}

const TYPE_OF = { page: 'webpage', film: 'video', picture: 'image' } as const

const isYoutube = (url: string) => URL.canParse(url) && youtubeIdOf(new URL(url)) !== undefined

type Raising = Pick<Beginning, 'name' | 'content' | 'place' | 'drill'> & { preparedId?: string }

/** The targets as a program names them: displays, and for an insert single screens. */
type Named = Pick<RaiseInsert, 'displays' | 'screens'>

/** Starts it, or prolongs the one that is known by its key. */
async function repeatable(world: World, asked: InWords & Named, { preparedId, ...raising }: Raising): Promise<Effect> {
  const { queries, caller, now, extent } = world
  const { content, place } = raising
  const { displays, screens } = await targetsOf(world, asked)
  const key =
    asked.key !== undefined
      ? `key:${asked.key}`
      : preparedId !== undefined
        ? `prepared:${preparedId}`
        : `words:${digestOf([content.content, displays, ...(place === null ? [] : [place]), ...(screens.length === 0 ? [] : [screens])])}`
  const lengthMs =
    asked.aliveSeconds === undefined
      ? (asked.minutes ?? EXTENTS[extent].defaultMinutes) * MINUTE_MS
      : Math.min(asked.aliveSeconds * 1_000, (asked.minutes ?? MAX_TAKE_OVER_MINUTES) * MINUTE_MS)
  const known = await findKnown(world, [key], raising.drill)
  const beginning: Beginning = {
    ...raising,
    displays,
    screens,
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
  const isOther = !isSameContent(known.content, content.content) || known.place !== place
  const after = { ...known, heardAt: now, endsAt, ...(isOther ? { ...content, place, name: beginning.name } : {}) }
  await store.putTakeOver(queries, caller.organisationId, after)
  if (isOther) await tellOf(world, 'changed', after)
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
  const content = { kind: 'notice' as const, notice: Notice.parse({ look: EXTENTS.whole.look, ...words }) }
  const beginning: Beginning = {
    name: wordsOf(content),
    content: { content, mediaId: null },
    place: null,
    displays: await targetOf(world, undefined),
    screens: [],
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
  if (isOther) await tellOf(world, 'changed', after)
  return { effect: isOther ? 'changed' : 'prolonged', about: [after], touches: isOther || isMoved }
}

type Clearing = Extract<RaiseTakeOver, { clear: unknown }>['clear']

async function clear(world: World, what: Clearing): Promise<Effect> {
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
    await tellOf(world, 'ended', after)
    over.push(after)
  }
  return { effect: 'ended', about: over, touches: true }
}

async function start(world: World, beginning: Beginning): Promise<Effect> {
  const one = await begin(world.queries, world.caller, world.now, beginning, 'screens')
  await tellOf(world, 'started', one)
  return { effect: 'started', about: [one], touches: true }
}

function tellOf(
  { queries, caller, now, sender }: World,
  what: 'started' | 'changed' | 'ended',
  one: store.StoredTakeOver,
): Promise<void> {
  return tell(queries, caller, now, what, one, sender)
}

const isRunning = ({ ending, endsAt }: store.StoredTakeOver, now: number) => ending === null && now < endsAt

const has = ({ keys }: store.StoredTakeOver, some: readonly string[]) => keys.some((key) => some.includes(key))

const listKnown = ({ queries, caller, now, extent }: World) =>
  store.listLatest(queries, caller.organisationId, extent, KNOWN_AT_MOST, now - KNOWN_MS)

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
  const all = (await listDisplayNames(queries, caller.organisationId)).filter(({ id }) => mayUse(caller, id))
  const ids = names.map((name) => {
    const found = all.find((display) => isSameName(display.name, name) || display.id === name)
    if (!found) throw new AppError('display-not-found', { field: 'displays' })
    return found.id
  })
  return [...new Set(ids)]
}

/**
 * Without names of displays: those screens alone, if any are named. A screen whose display is a target already is left out.
 *
 * @throws AppError display-not-found, screen-not-found
 */
async function targetsOf(world: World, asked: Named): Promise<Pick<Beginning, 'displays' | 'screens'>> {
  const named = asked.screens ?? []
  const displays = named.length > 0 && asked.displays === undefined ? [] : await targetOf(world, asked.displays)
  if (named.length === 0 || displays === null) return { displays, screens: [] }
  const { queries, caller } = world
  const paired = (await listPairedOfOrganisation(queries, caller.organisationId)).flatMap((screen) => {
    const target = targetAt(caller, screen)
    return target ? [{ name: screen.name, target }] : []
  })
  const screens = named.flatMap((name) => {
    const found = paired.filter((one) => isSameName(one.name, name) || one.target.id === name)
    if (found.length === 0) throw new AppError('screen-not-found', { field: 'screens' })
    return found.map(({ target }) => target)
  })
  const single = [...new Set(screens)].filter(({ displayId }) => !displays.includes(displayId))
  // Several screens may have the same name.
  if (single.length > MAX_SCREENS_OF_INSERT) throw new AppError('invalid-field', { field: 'screens' })
  return { displays, screens: single }
}

function inWords({ heading = '', body = '', byline = '' }: InWords, extent: Extent): Notice {
  return Notice.parse({ look: EXTENTS[extent].look, heading, body, byline })
}

const isSameContent = (one: store.ShownContent, other: store.ShownContent) => digestOf(one) === digestOf(other)

/** The value must have been parsed by a schema, so that the order of its fields is fixed. */
function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)
}
