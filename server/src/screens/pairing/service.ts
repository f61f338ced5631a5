import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  type ChangePairedScreen,
  type CommandScreens,
  type DisplayId,
  type DisplayKey,
  type EnteredScreen,
  type EnterScreen,
  LIVE_EVENTS,
  MAX_PAIRED_SCREENS_PER_ORGANISATION,
  type OrganisationId,
  type OrganisationScreens,
  PAIRING_CODE_CHARACTERS,
  PAIRING_CODE_LIVES_MS,
  type PairedScreen,
  type Pairing,
  PairingCode,
  type PairScreen,
  type ProgrammeKey,
  programmeIdOf,
  type ScreenAbout,
  type ScreenAnswer,
  ScreenCommandId,
  ScreenId,
  type ScreenPlace,
  ScreenSecret,
  type ScreenWord,
} from '@placard/contract'
import { actorOf, writeEntry } from '../../content/activity/service.ts'
import { listDisplays } from '../../content/displays/service.ts'
import { type Caller, mayUse } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { frameOf } from '../../platform/http/event-stream.ts'
import { inTransaction } from '../../platform/in-transaction.ts'
import { networkOf } from '../../platform/network.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { makeRoomInRows } from '../../platform/row-shares.ts'
import { digestOf, newSecret, newTypedCode } from '../../platform/secret.ts'
import { enrolScreen } from '../enrolments/service.ts'
import { forgetMachine, forgetPictures, wantedOfPage } from '../machines/service.ts'
import * as screens from '../screens/service.ts'
import { leaveWall, replaceInWall, wallPlaceOf } from '../walls/service.ts'
import { createGuess } from './guess.ts'
import * as store from './store.ts'

/** Enough to install a hall of screens behind one address. */
const NEW_CODES = { atOnce: 120, everyMs: 2_000, names: 10_000 }
/** That this many random codes are all taken is no coincidence. */
const TRIES_FOR_A_FREE_CODE = 10
const COMMANDS_SHOWN = 3
const COMMANDS_KEPT_MS = 30 * 24 * 60 * 60_000
/** A screen that comes back after this is told that it is unknown, and keeps playing. */
const LET_GO_KEPT_MS = 400 * 24 * 60 * 60_000
export const PAIRING_SWEPT_EVERY_MS = 30_000
/** Within this time, every open stream has been recorded by its node. */
const CONNECTED_WITHIN_MS = 3 * PAIRING_SWEPT_EVERY_MS
const SEEN_WITHIN_MS = 60_000
const AT_ONCE = 100

const PREFIX = 'screen.'
/** The session id for the streams of a paired screen. */
export const sessionOf = (id: ScreenId) => PREFIX + id

/** The live streams of players, as used by this feature. */
export type PlayerStreams = {
  sessionIds(): string[]
  /** Writes to the streams of a session, and ends those for programmes that it may no longer play. */
  tell(sessionId: string, bytes: Buffer, mayStay: (key: ProgrammeKey) => boolean): void
}

export type ScreenPairing = {
  /** @throws AppError too-many-requests */
  enter(
    wanted: EnterScreen,
    from: screens.Carrier & { address: string; userAgent: string | undefined },
  ): Promise<EnteredScreen>
  /** The event for the screen that a request comes from. */
  wordTo(request: screens.Carrier): Promise<ScreenWord>
  /** @returns false if the screen is neither waiting nor paired; the socket is then untouched */
  join(request: screens.Carrier, socket: Socket, head: Buffer): Promise<boolean>
  /** @throws AppError screen-not-found */
  answer(request: screens.Carrier, told: { commandId: ScreenCommandId; answer: ScreenAnswer }): Promise<void>
  /** @throws AppError pairing-code-not-found, too-many-requests */
  find(caller: Caller, code: PairingCode, address: string): Promise<Pairing>
  /** @throws AppError pairing-code-not-found, display-not-found, too-many-requests */
  show(caller: Caller, code: PairingCode, displayId: DisplayId | null, address: string): Promise<void>
  /** @throws AppError pairing-code-not-found, display-not-found, screen-not-found, too-many-screens, too-many-requests */
  pair(caller: Caller, code: PairingCode, wanted: PairScreen, address: string): Promise<PairedScreen>
  list(caller: Caller): Promise<OrganisationScreens>
  /** @throws AppError screen-not-found, display-not-found */
  change(caller: Caller, id: ScreenId, wanted: ChangePairedScreen): Promise<PairedScreen>
  /** @throws AppError screen-not-found */
  letGo(caller: Caller, id: ScreenId): Promise<void>
  /** The screens among these that have an open stream. */
  connected(found: readonly screens.PairedScreen[]): ReadonlySet<ScreenId>
  /** @throws AppError screen-not-found, not-allowed */
  command(caller: Caller, wanted: CommandScreens): Promise<void>
  /** Returns those of the sessions that belong to paired screens. Ids of other sessions are left out. @param ids at most 500 */
  keepPresentSessions(ids: string[]): Promise<string[]>
  /** Records the connected screens, and removes expired codes, answers and unpaired screens. */
  sweep(): Promise<void>
  close(): void
}

/** [LY7] The inserts on single screens, which belong to a later wing. */
export type InsertsOnScreens = {
  /** For the place of a screen. Undefined: there are none. */
  read(screen: screens.PairedScreen): Promise<ScreenPlace['inserts']>
  /** Another screen is in the place of this one. */
  replace(queries: Queries, screen: screens.PairedScreen, by: ScreenId, now: number): Promise<void>
}

/**
 * @param streams of players that play
 * @param playerBuild the player build of this server; undefined if it was not built
 */
export function createPairing(
  context: Context,
  watch: screens.ScreenWatch,
  streams: PlayerStreams,
  inserts: InsertsOnScreens,
  playerBuild?: string | undefined,
): ScreenPairing {
  const { database, now } = context
  const { queries } = database
  const guess = createGuess(now)
  const newCodes = createRateLimit(NEW_CODES)
  const listeners = screens.createListeners(now)

  const stopListening = context.bus.onHint((hint) => {
    if (hint.kind === 'hints.missed') listeners.dismissAll()
    if (hint.kind !== 'screens.changed') return
    tellChanged(hint.screenIds).catch((error) => context.log.error({ err: error }, 'screens could not be notified'))
  })

  function announce(ids: readonly ScreenId[]): void {
    for (let from = 0; from < ids.length; from += AT_ONCE)
      context.bus.publish({ kind: 'screens.changed', screenIds: ids.slice(from, from + AT_ONCE) })
  }

  async function tellChanged(ids: readonly ScreenId[]): Promise<void> {
    for (const { socket, digest } of listeners.named(ids)) listeners.write(socket, frame(await wordFor(digest)))
    const here = new Set(streams.sessionIds())
    for (const id of ids.filter((one) => here.has(sessionOf(one)))) {
      const [screen] = await screens.findPairedAmong(queries, [id])
      const word: ScreenWord = screen ? { status: 'paired', place: await placeOf(screen) } : { status: 'unknown' }
      streams.tell(sessionOf(id), frame(word), (key) => screen !== undefined && isOn(screen, key))
    }
  }

  async function wordFor(digest: string | undefined): Promise<ScreenWord> {
    const screen = digest === undefined ? undefined : await screens.findPairedBySecret(queries, digest)
    if (screen && !screen.isLetGo) return { status: 'paired', place: await placeOf(screen) }
    const code = digest === undefined || screen ? undefined : await store.findCodeOf(queries, digest)
    return code ? { status: 'waiting', shown: code.shown } : { status: 'unknown' }
  }

  async function placeOf(screen: screens.PairedScreen): Promise<ScreenPlace> {
    const { id, organisationId, displayId, name, sentTo } = screen
    const inWall = await wallPlaceOf(queries, screen, now())
    const commands = await store.listOpen(queries, id, now())
    const picture = await wantedOfPage(queries, id, now())
    const own = await inserts.read(screen)
    return {
      id,
      organisationId,
      displayId,
      name,
      sentTo,
      ...inWall,
      ...(own && { inserts: own }),
      commands,
      ...(picture && { picture }),
    }
  }

  /** A screen that the caller may see. @throws AppError screen-not-found */
  async function get(inside: Queries, caller: Caller, id: ScreenId): Promise<screens.PairedScreen> {
    const screen = await screens.findPaired(inside, caller.organisationId, id)
    if (!screen || !screens.maySeePaired(caller, screen)) throw new AppError('screen-not-found')
    return screen
  }

  /** @throws AppError display-not-found */
  async function getDisplay(caller: Caller, displayId: DisplayId) {
    const displays = await listDisplays(context, caller.organisationId, caller)
    const display = displays.find(({ id }) => id === displayId)
    if (!display) throw new AppError('display-not-found')
    return display
  }

  function connected(found: readonly screens.PairedScreen[]): ReadonlySet<ScreenId> {
    const here = new Set([...streams.sessionIds(), ...listeners.ids().map(sessionOf)])
    const at = now()
    const those = found.filter((screen) => here.has(sessionOf(screen.id)) || isSeenElsewhere(screen, at))
    return new Set(those.map(({ id }) => id))
  }

  async function shown(found: readonly screens.PairedScreen[]): Promise<PairedScreen[]> {
    const here = connected(found)
    const at = now()
    const commands = new Map<ScreenId, PairedScreen['commands']>()
    for (let from = 0; from < found.length; from += AT_ONCE) {
      const ids = found.slice(from, from + AT_ONCE).map(({ id }) => id)
      for (const [id, some] of await store.listCommands(queries, ids, COMMANDS_SHOWN, at)) commands.set(id, some)
    }
    return found.map(({ organisationId: _, films, ...screen }) => ({
      ...screen,
      filmsAtOnce: screens.filmsOf({ films, about: screen.about }),
      isConnected: here.has(screen.id),
      commands: commands.get(screen.id) ?? [],
    }))
  }

  /** With a single process, a screen that is not connected here is not connected at all. */
  const isSeenElsewhere = ({ seenAt }: Pick<screens.PairedScreen, 'seenAt'>, at: number) =>
    database.dialect === 'postgres' && seenAt !== null && at - seenAt < CONNECTED_WITHIN_MS

  async function shownOne(id: ScreenId, organisationId: OrganisationId): Promise<PairedScreen> {
    const screen = await screens.findPaired(queries, organisationId, id)
    const [one] = screen ? await shown([screen]) : []
    if (!one) throw new AppError('screen-not-found')
    return one
  }

  function writeDown(
    inside: Queries,
    caller: Caller,
    kind: 'screen-paired' | 'screen-changed' | 'screen-let-go' | 'screen-commanded',
    screen: { id: ScreenId; name: string; displayId: DisplayId | null } | undefined,
    details: { formerTitle?: string; count?: number; command?: string } = {},
  ): Promise<void> {
    const { formerTitle, ...rest } = details
    const subject = screen && {
      subject: {
        type: 'screen' as const,
        id: screen.id,
        title: screen.name,
        ...(formerTitle === undefined ? {} : { formerTitle }),
      },
    }
    return writeEntry(inside, {
      organisationId: caller.organisationId,
      programmeId: screen?.displayId ?? null,
      at: now(),
      actor: actorOf(caller),
      activity: { kind, changes: [], ...subject, details: rest },
    })
  }

  async function makeCode(
    about: ScreenAbout,
    network: string,
    secret: string | undefined,
  ): Promise<Extract<EnteredScreen, { status: 'waiting' }>> {
    const at = now()
    const kept = ScreenSecret.parse(secret ?? newSecret())
    const digest = digestOf(kept)
    const waiting = { about, secret: digest, shown: null, expiresAt: at + PAIRING_CODE_LIVES_MS }
    for (let tries = 0; tries < TRIES_FOR_A_FREE_CODE; tries += 1) {
      const code = PairingCode.parse(newTypedCode(PAIRING_CODE_CHARACTERS))
      if (await store.createCode(queries, code, { ...waiting, id: newId() }, network))
        return { status: 'waiting', secret: kept, code, expiresInMs: PAIRING_CODE_LIVES_MS, isLetGo: false }
    }
    throw new AppError('unavailable', { retryAfterSeconds: 30 })
  }

  return {
    async enter({ secret, width, height, timeZone, enrol }, from) {
      const carried = screens.screenSecretOf(context, from)
      const candidates = [secret, carried]
        .filter((one) => one !== null && one !== undefined)
        .filter(screens.isScreenSecret)
      let isLetGo = false
      for (const candidate of candidates) {
        const screen = await screens.findPairedBySecret(queries, digestOf(candidate))
        if (screen?.isLetGo) isLetGo = true
        else if (screen) {
          return { status: 'paired', secret: ScreenSecret.parse(candidate), place: await placeOf(screen) }
        }
      }
      const at = now()
      const network = networkOf(from.address)
      const waitMs = newCodes.take(network, at)
      if (waitMs > 0) throw new AppError('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
      const browser = screens.readUserAgent(from.userAgent)
      const about = { browser, width, height, timeZone }
      // A screen that somebody released is not enrolled again by the code in its address.
      const isEnrolled = enrol !== undefined && !isLetGo
      if (isEnrolled) {
        const enrolled = ScreenSecret.parse(newSecret())
        const screen = await enrolScreen(context, enrol, about, digestOf(enrolled))
        if (screen) {
          endStreams(screen.id)
          return { status: 'paired', secret: enrolled, place: await placeOf(screen) }
        }
      }
      // A screen that renews its code keeps waiting with the same secret.
      let own: string | undefined
      for (const candidate of candidates) {
        if (!(await store.findCodeOf(queries, digestOf(candidate)))) continue
        own = candidate
        await store.removeCodeOf(queries, digestOf(candidate))
      }
      const crowded = makeRoomInRows('pairing-codes', await store.countCodes(queries, at), network)
      if (crowded.length > 0) {
        const gone = await store.removeNewestCode(queries, crowded)
        if (gone) announce([gone])
      }
      const waiting = { ...(await makeCode(about, network, own)), isLetGo }
      return isEnrolled ? { ...waiting, isEnrolRefused: true } : waiting
    },

    wordTo: (request) => wordFor(screens.screenDigestOf(context, request)),

    async join(request, socket, head) {
      const digest = screens.screenDigestOf(context, request)
      if (digest === undefined) return false
      const word = await wordFor(digest)
      if (word.status === 'unknown') return false
      const id = word.status === 'paired' ? word.place.id : (await store.findCodeOf(queries, digest))?.id
      if (id === undefined) return false
      listeners.join(socket, id, digest, head, frame(word))
      // The state may have changed before the listener was registered.
      listeners.write(socket, frame(await wordFor(digest)))
      return true
    },

    async answer(request, told) {
      const screen = await screens.findPairedOf(context, request)
      if (!screen) throw new AppError('screen-not-found')
      const command = await store.answerCommand(queries, screen.id, told, now())
      if (command?.kind === 'go-elsewhere' && told.answer === 'done')
        await screens.changePaired(queries, screen.id, { sentTo: command.address })
    },

    async find(caller, code, address) {
      const waiting = await guess(caller, address, () => store.findCode(queries, code, now()))
      const all = await shown(await screens.listPairedOfOrganisation(queries, caller.organisationId))
      const silent = all
        .filter((screen) => !screen.isConnected && screens.maySeePaired(caller, screen))
        .map(({ id, name, place, displayId, about }) => ({
          id,
          name,
          place,
          displayId,
          isAlike: isAlike(about, waiting.about),
        }))
      silent.sort((one, other) => Number(other.isAlike) - Number(one.isAlike))
      return { code, about: waiting.about, silent }
    },

    async show(caller, code, displayId, address) {
      const waiting = await guess(caller, address, () => store.findCode(queries, code, now()))
      const display = displayId === null ? null : await getDisplay(caller, displayId)
      await store.updateShown(queries, waiting.id, display?.name ?? null)
      announce([waiting.id])
    },

    async pair(caller, code, wanted, address) {
      const { organisationId } = caller
      if ('displayId' in wanted) await getDisplay(caller, wanted.displayId)
      const { id, freed, waitingId } = await guess(caller, address, () =>
        inTransaction(context, async (world, inside) => {
          await lockOrganisation(inside, organisationId)
          const at = now()
          const waiting = await store.takeCode(inside, code, at)
          if (!waiting) return undefined
          const before = wanted.as === 'new' ? undefined : await get(inside, caller, wanted.screenId)
          const secret = { digest: waiting.secret, about: waiting.about, pairedAt: at }
          if (before && wanted.as !== 'replace') {
            const displayId = wanted.as === 'move' ? wanted.displayId : before.displayId
            await screens.changePaired(inside, before.id, { secret, ...(displayId === null ? {} : { displayId }) })
            await follow(inside, before, { ...before, displayId })
            await screens.settleFilms(world, organisationId, [before.displayId, displayId])
            await writeDown(inside, caller, 'screen-paired', { ...before, displayId })
            return { id: before.id, freed: before.id, waitingId: waiting.id }
          }
          const count = await screens.countPaired(inside, organisationId)
          if (count >= MAX_PAIRED_SCREENS_PER_ORGANISATION) throw new AppError('too-many-screens')
          // A replacement takes over the place of the screen before.
          const own = wanted.as === 'new' ? wanted : (before as screens.PairedScreen)
          const { displayId, name, place, diagonalInches, distanceCm } = own
          const made = { id: waiting.id, organisationId, displayId, name, place, diagonalInches, distanceCm }
          const { about } = waiting
          const screen = { ...made, about, pairedAt: at, seenAt: null, sentTo: null, films: screens.NO_FILMS_TOLD }
          await screens.createPaired(inside, screen, waiting.secret)
          if (before) {
            await replaceInWall(inside, before, made.id)
            await inserts.replace(inside, before, made.id, at)
            await release(inside, before, at)
          }
          await screens.settleFilms(world, organisationId, [displayId])
          await writeDown(inside, caller, 'screen-paired', made)
          return { id: made.id, freed: before?.id, waitingId: waiting.id }
        }),
      )
      if (freed !== undefined) endStreams(freed)
      announce([waitingId])
      return shownOne(id, organisationId)
    },

    async list(caller) {
      const { organisationId } = caller
      const displays = await listDisplays(context, organisationId, caller)
      const paired = await shown(await screens.listPairedOfOrganisation(queries, organisationId))
      const told = await watch.listInShort(organisationId)
      const tellers = new Map(told.map((one) => [one.told.id, one]))
      const ids = new Set(paired.map(({ id }) => id))
      return {
        at: now(),
        playerBuild: playerBuild ?? null,
        displays: displays.map(({ id, name, revision, openingHours, timeZone }) => ({
          id,
          name,
          revision,
          asleepUntil: screens.asleepUntil({ openingHours, timeZone }, now()),
        })),
        screens: [
          ...paired
            .filter((screen) => screens.maySeePaired(caller, screen))
            .map((screen) => {
              const heard = tellers.get(screen.id)
              return {
                displayId: screen.displayId,
                paired: screen,
                told: heard && heard.displayId === screen.displayId ? heard.told : null,
              }
            }),
          ...told
            .filter(({ displayId, told: { id } }) => mayUse(caller, displayId) && !ids.has(id))
            .map(({ displayId, told: one }) => ({ displayId, paired: null, told: one })),
        ],
      }
    },

    async change(caller, id, wanted) {
      const { displayId } = wanted
      if (displayId !== undefined) await getDisplay(caller, displayId)
      await inTransaction(context, async (world, inside) => {
        await lockOrganisation(inside, caller.organisationId)
        const before = await get(inside, caller, id)
        const after = {
          ...before,
          displayId: wanted.displayId ?? before.displayId,
          name: wanted.name ?? before.name,
          place: wanted.place ?? before.place,
          diagonalInches: wanted.diagonalInches ?? before.diagonalInches,
          distanceCm: wanted.distanceCm ?? before.distanceCm,
          sentTo: wanted.sentTo === undefined ? before.sentTo : wanted.sentTo,
          films: wanted.filmsAtOnce === undefined ? before.films : { ...before.films, chosen: wanted.filmsAtOnce },
        }
        if (isSame(before, after)) return
        await screens.changePaired(inside, id, wanted)
        await follow(inside, before, after)
        await screens.settleFilms(world, caller.organisationId, [before.displayId, after.displayId])
        const former = before.name === after.name ? {} : { formerTitle: before.name }
        await writeDown(inside, caller, 'screen-changed', after, former)
      })
      announce([id])
      return shownOne(id, caller.organisationId)
    },

    async letGo(caller, id) {
      await inTransaction(context, async (world, inside) => {
        await lockOrganisation(inside, caller.organisationId)
        const screen = await get(inside, caller, id)
        await release(inside, screen, now())
        await screens.settleFilms(world, caller.organisationId, [screen.displayId])
        await writeDown(inside, caller, 'screen-let-go', screen)
      })
      announce([id])
    },

    connected,

    async command(caller, wanted) {
      const { kind, screenIds } = wanted
      // Only owners may move a screen to another server, because it leaves this organisation.
      if (kind === 'go-elsewhere' && caller.role !== 'owner') throw new AppError('not-allowed', { role: 'owner' })
      const ids = [...new Set(screenIds)]
      const at = now()
      await database.transaction(async (inside) => {
        const found: screens.PairedScreen[] = []
        for (let from = 0; from < ids.length; from += AT_ONCE) {
          const some = ids.slice(from, from + AT_ONCE)
          const those = await screens.findPairedAmong(inside, some)
          const theirs = those.filter(
            (screen) => screen.organisationId === caller.organisationId && screens.maySeePaired(caller, screen),
          )
          if (theirs.length < some.length) throw new AppError('screen-not-found')
          await store.createCommands(
            inside,
            theirs.map(({ id }) => ({
              id: ScreenCommandId.parse(randomBytes(16).toString('hex')),
              screenId: id,
              kind,
              address: wanted.kind === 'go-elsewhere' ? wanted.address : null,
              madeAt: at,
            })),
          )
          found.push(...theirs)
        }
        const [only] = found.length === 1 ? found : []
        await writeDown(inside, caller, 'screen-commanded', only, { command: kind, count: found.length })
      })
      announce(ids)
    },

    async keepPresentSessions(ids) {
      const named = ids.flatMap((id) => (id.startsWith(PREFIX) ? [ScreenId.parse(id.slice(PREFIX.length))] : []))
      return (await screens.findPairedAmong(queries, named)).map(({ id }) => sessionOf(id))
    },

    async sweep() {
      const at = now()
      const here = [...streams.sessionIds(), ...listeners.ids().map(sessionOf)]
      const ids = [...new Set(here)].flatMap((id) =>
        id.startsWith(PREFIX) ? [ScreenId.parse(id.slice(PREFIX.length))] : [],
      )
      for (let from = 0; from < ids.length; from += AT_ONCE)
        await screens.updatePairedSeen(queries, ids.slice(from, from + AT_ONCE), at, at - SEEN_WITHIN_MS)
      await store.removeCodesBefore(queries, at)
      await store.removeCommandsBefore(queries, at - COMMANDS_KEPT_MS)
      await screens.removeLetGoBefore(queries, at - LET_GO_KEPT_MS)
    },

    close() {
      stopListening()
      listeners.close()
    },
  }

  /** Ends the streams of a screen, so that a client with the former secret gets no further events. */
  function endStreams(id: ScreenId): void {
    context.bus.publish({ kind: 'session.changed', sessionId: sessionOf(id) })
  }
}

/** Moves the reports of a screen to its present display, with its name. */
async function follow(
  inside: Queries,
  before: screens.PairedScreen,
  after: Pick<screens.PairedScreen, 'displayId' | 'name'>,
): Promise<void> {
  if (before.displayId === null) return
  if (after.displayId !== before.displayId) {
    await leaveWall(inside, before)
    // Its pictures show content of the display that it leaves.
    await forgetPictures(inside, before.id)
  }
  const key: DisplayKey = { organisationId: before.organisationId, displayId: before.displayId }
  await screens.renameTold(inside, key, before.id, after.name)
  if (after.displayId !== null && after.displayId !== before.displayId)
    await screens.moveTold(inside, key, before.id, after.displayId)
}

async function release(inside: Queries, screen: screens.PairedScreen, at: number): Promise<void> {
  await leaveWall(inside, screen)
  await forgetMachine(inside, screen.id)
  await screens.letGoPaired(inside, screen.id, at)
  if (screen.displayId === null) return
  const key: DisplayKey = { organisationId: screen.organisationId, displayId: screen.displayId }
  await screens.forgetTold(inside, key, screen.id)
}

export function isOn(screen: screens.PairedScreen, key: ProgrammeKey): boolean {
  return screen.organisationId === key.organisationId && screen.displayId === programmeIdOf(key)
}

const CHANGED = [
  'displayId',
  'name',
  'place',
  'diagonalInches',
  'distanceCm',
  'sentTo',
] as const satisfies (keyof ChangePairedScreen & keyof screens.PairedScreen)[]

function isSame(before: screens.PairedScreen, after: screens.PairedScreen): boolean {
  return before.films.chosen === after.films.chosen && CHANGED.every((field) => before[field] === after[field])
}

/** The same browser and screen size: most likely the same device. */
function isAlike(one: ScreenAbout, other: ScreenAbout): boolean {
  return one.browser === other.browser && one.width === other.width && one.height === other.height
}

const frame = (word: ScreenWord) => frameOf(LIVE_EVENTS.screen, word)

const newId = () => ScreenId.parse(randomBytes(16).toString('hex'))
