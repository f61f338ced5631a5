import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type AlertChoice,
  AlertKey,
  type Alerts,
  type DisplayKey,
  type Incident,
  IncidentId,
  MUTED_FOR_MS,
  MUTED_UNTIL_BACK,
  type MuteSpan,
  type OrganisationId,
  type QuietAlerts,
  ROLES,
  type ScreenId,
} from '@placard/contract'
import { keepKnownDisplays } from '../../content/displays/service.ts'
import { announce } from '../../content/events/service.ts'
import { type Caller, mayUse } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { networkOf } from '../../platform/network.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { newSecret } from '../../platform/secret.ts'
import type { MachineState, Machines, UpdateState } from '../machines/service.ts'
import type { NamedScreen, ScreenWatch } from '../screens/service.ts'
import * as choices from './choice.store.ts'
import * as deliveries from './delivery.store.ts'
import { GROUPED_WITHIN_MS, REMEMBERED_MS, type WatchedIncident, watch } from './engine.ts'
import * as incidents from './incident.store.ts'
import type { AboutScreens } from './message.ts'
import { createOperatorWatch, type ServerState } from './operator.ts'
import { CLAIMED_MS, createPost, deliveriesFor, eventsOf, hears } from './post.ts'
import { machineSightsOf, type Noticed, PATIENCE, sightOf, updateSightOf } from './sight.ts'

/** Times after which troubles are reported, and the interval of the checks. End-to-end tests use shorter ones. */
export const ALERT_PACE = {
  ...PATIENCE,
  groupedWithinMs: GROUPED_WITHIN_MS,
  lookedEveryMs: 15_000,
  claimedMs: CLAIMED_MS,
}

/** The machines beneath screens, as far as the server knows them. */
type Known = { states: ReadonlyMap<ScreenId, MachineState>; updates: ReadonlyMap<ScreenId, UpdateState> }

/** Less than the time in which the whole server must stop. */
const CLOSE_MS = 1_500
const KEPT_MS = 30 * 24 * 60 * 60_000
const MOST_LISTED = 200
export const ALERTS_SWEPT_EVERY_MS = 60 * 60_000
/** Enough for a person, but not for a program that tries keys. */
const KEYS_PER_NETWORK = { atOnce: 30, everyMs: 2_000, names: 10_000 }

export type AlertWatch = {
  /** Checks all screens, and stores the changes with their messages; then checks the server itself. */
  look(): Promise<void>
  /** Sends the messages that are due. */
  deliver(): Promise<void>
  get(caller: Caller): Promise<Alerts>
  /** @throws AppError display-not-found */
  choose(caller: Caller, choice: AlertChoice): Promise<AlertChoice>
  /** @throws AppError incident-not-found */
  mute(caller: Caller, id: IncidentId, span: MuteSpan): Promise<Incident>
  /** @throws AppError alert-link-not-valid, too-many-requests */
  quiet(wanted: QuietAlerts, address: string): Promise<void>
  sweep(): Promise<void>
  /** Waits a short time for work in progress. */
  close(): Promise<void>
}

/** Removes the display from all choices: a later display with the same id is a different one. */
export function forgetDisplay(queries: Queries, { organisationId, displayId }: DisplayKey): Promise<void> {
  return choices.forgetDisplayOfChoices(queries, organisationId, displayId)
}

/**
 * Watches the named screens, and sends alerts to people who chose them. Messages are stored in the transaction of their
 * incidents, under the organisation's lock, so that several nodes never create an incident or a message twice.
 */
export function createAlerts(
  context: Context,
  screens: Pick<ScreenWatch, 'listNamed'>,
  machines: Pick<Machines, 'listStates' | 'listUpdates' | 'pictureIncidents'>,
  serverState: ServerState,
): AlertWatch {
  const { database, log, now } = context
  const { queries } = database
  const post = createPost(context, ALERT_PACE)
  const operator = createOperatorWatch(context, serverState)
  const perNetwork = createRateLimit(KEYS_PER_NETWORK)
  const noticed: Noticed = new Map()

  async function look(): Promise<void> {
    const at = now()
    const named = Map.groupBy(await screens.listNamed(), ({ organisationId }) => organisationId)
    const known: Known = { states: await machines.listStates(), updates: await machines.listUpdates() }
    forgetGone(known.states)
    const watched = await incidents.listWatched(queries, at - REMEMBERED_MS)
    for (const organisationId of new Set([...named.keys(), ...watched.keys()])) {
      const before = watched.get(organisationId) ?? []
      const those = named.get(organisationId) ?? []
      const { hasNews } = stepIncidents(before, those, known, at)
      if (!hasNews) continue
      const began = await writeDown(organisationId, those, known, at)
      if (began.length > 0) await machines.pictureIncidents(organisationId, began)
    }
  }

  /** Machines that are gone, or have been silent for long, are not remembered. */
  function forgetGone(states: ReadonlyMap<ScreenId, MachineState>): void {
    for (const name of noticed.keys()) if (!states.has(name.split('/')[1] as ScreenId)) noticed.delete(name)
  }

  function stepIncidents(before: WatchedIncident[], screens: NamedScreen[], { states, updates }: Known, at: number) {
    const sights = screens.flatMap((screen) => {
      const state = states.get(screen.id)
      const update = updates.get(screen.id)
      const ofMachine = state ? machineSightsOf(screen, state, ALERT_PACE, noticed, at) : []
      return [sightOf(screen, ALERT_PACE, at), ...ofMachine, ...(update ? [updateSightOf(screen, update)] : [])]
    })
    const newId = () => IncidentId.parse(randomUUID())
    const after = watch(before, sights, at, newId, ALERT_PACE.groupedWithinMs)
    const changed = after.incidents.filter((one) => !before.includes(one))
    return { changed, messages: after.messages, hasNews: changed.length + after.messages.length > 0 }
  }

  /**
   * Repeats the calculation with the present rows, which another node may have changed meanwhile.
   *
   * @returns the screens of the incidents that began
   */
  function writeDown(
    organisationId: OrganisationId,
    named: NamedScreen[],
    machinesKnown: Known,
    at: number,
  ): Promise<ScreenId[]> {
    return database.transaction(async (inside) => {
      const organisation = await lockOrganisation(inside, organisationId)
      if (!organisation || organisation.suspendedAt !== null) return []
      const before = (await incidents.listWatched(inside, at - REMEMBERED_MS, organisationId)).get(organisationId) ?? []
      const { changed, messages } = stepIncidents(before, named, machinesKnown, at)
      const toldTo = new Map<string, readonly string[]>()
      for (const { what, suspectsServer, incidents: about } of messages) {
        const message: AboutScreens = { what, suspectsServer, incidents: about.map((one) => shownOf(one, named)) }
        const isFirst = what === 'alarm' || what === 'unsteady'
        const only = isFirst ? undefined : new Map(about.map((one) => [one.id as string, one.toldTo]))
        const made = await deliveriesFor(inside, organisationId, message, only, at)
        await deliveries.createDeliveries(inside, made.deliveries)
        await announce(inside, organisationId, eventsOf(message), at)
        if (isFirst) for (const [id, told] of made.toldTo) toldTo.set(id, told)
      }
      for (const one of changed) {
        await incidents.putIncident(inside, organisationId, { ...one, toldTo: toldTo.get(one.id) ?? one.toldTo })
      }
      const known = new Set(before.map(({ id }) => id))
      const began = changed.filter(({ id, closedAt }) => !known.has(id) && closedAt === null)
      return [...new Set(began.map(({ screenId }) => screenId))]
    })
  }

  async function muteAll(inside: Queries, organisationId: OrganisationId, found: WatchedIncident[], span: MuteSpan) {
    const mutedUntil = span === 'hour' ? now() + MUTED_FOR_MS : MUTED_UNTIL_BACK
    const muted = found.map((one) => ({ ...one, mutedUntil }))
    for (const one of muted) await incidents.putIncident(inside, organisationId, one)
    return muted
  }

  async function lookAtAll(): Promise<void> {
    await look()
    await operator.look()
  }

  /** Runs do not overlap, and failures are caught. */
  function inTurn(run: () => Promise<void>): () => void {
    let isBusy = false
    return () => {
      if (isBusy) return
      isBusy = true
      const done = run()
        .catch((error) => log.error({ err: error }, 'alerts could not be processed'))
        .finally(() => {
          isBusy = false
          underWay.delete(done)
        })
      underWay.add(done)
    }
  }

  const underWay = new Set<Promise<void>>()
  const lookNow = inTurn(lookAtAll)
  // Separate, so that a slow receiver does not delay the checks.
  const deliverNow = inTurn(post.deliver)
  const timer = setInterval(() => {
    lookNow()
    deliverNow()
  }, ALERT_PACE.lookedEveryMs)
  timer.unref()

  return {
    look: lookAtAll,
    deliver: post.deliver,

    async get(caller) {
      const at = now()
      const { organisationId } = caller
      const { open, past } = await incidents.listIncidents(queries, organisationId, at - KEPT_MS, MOST_LISTED)
      const isTheirs = ({ displayId }: { displayId: string }) => mayUse(caller, displayId)
      const memberId = await choices.findMemberId(queries, organisationId, caller.userId)
      const choice = memberId && (await choices.findChoice(queries, organisationId, memberId))
      const named = await screens.listNamed(organisationId)
      return {
        at,
        open: open.filter(isTheirs).map(toIncident),
        past: past.filter(isTheirs).map(toIncident),
        choice: choice ? choice.displays : [],
        sendsMail: context.mailer.enabled,
        watched: named.filter(isTheirs).length,
      }
    },

    choose(caller, { displays }) {
      const { organisationId } = caller
      return database.transaction(async (inside) => {
        // Takes the same lock as the removal of a display, so that no removed display is stored.
        await lockOrganisation(inside, organisationId)
        const memberId = await choices.findMemberId(inside, organisationId, caller.userId)
        if (!memberId) throw new AppError('not-subscribed')
        if (displays && displays.length > 0) {
          const known = await keepKnownDisplays(inside, organisationId, displays)
          if (known.length < displays.length || !displays.every((id) => mayUse(caller, id))) {
            throw new AppError('display-not-found', { field: 'displays' })
          }
        }
        await choices.putChoice(inside, organisationId, memberId, displays, AlertKey.parse(newSecret()))
        return { displays }
      })
    },

    mute(caller, id, span) {
      const { organisationId } = caller
      return database.transaction(async (inside) => {
        await lockOrganisation(inside, organisationId)
        const found = await incidents.findOpenIncidents(inside, organisationId, [id])
        const [muted] = await muteAll(
          inside,
          organisationId,
          found.filter(({ displayId }) => mayUse(caller, displayId)),
          span,
        )
        if (!muted) throw new AppError('incident-not-found')
        return toIncident(muted)
      })
    },

    async quiet(wanted, address) {
      const waitMs = perNetwork.take(networkOf(address), now())
      if (waitMs > 0) throw new AppError('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
      await database.transaction(async (inside) => {
        const listener = await choices.findListener(inside, { key: wanted.key })
        if (!listener) throw new AppError('alert-link-not-valid')
        const { organisationId, memberId } = listener
        await lockOrganisation(inside, organisationId)
        if (wanted.what === 'unsubscribe') {
          await choices.putChoice(inside, organisationId, memberId, [], wanted.key)
          return
        }
        // The key belongs to a member of one organisation, and can only mute incidents there.
        if (ROLES.indexOf(listener.role) < ROLES.indexOf('editor'))
          throw new AppError('not-allowed', { role: 'editor' })
        const found = await incidents.findOpenIncidents(inside, organisationId, wanted.incidents)
        const theirs = found.filter(({ displayId }) => hears({ ...listener, displays: null }, displayId))
        await muteAll(inside, organisationId, theirs, wanted.for)
      })
    },

    async sweep() {
      const before = now() - KEPT_MS
      await incidents.removeIncidentsBefore(queries, before)
      await deliveries.removeDeliveriesBefore(queries, before)
      await deliveries.removeTroublesBefore(queries, before)
    },

    async close() {
      clearInterval(timer)
      // Does not wait for a slow receiver: its messages stay due.
      await Promise.race([Promise.all(underWay), wait(CLOSE_MS, undefined, { ref: false })])
    },
  }
}

function shownOf(one: WatchedIncident, named: readonly NamedScreen[]): AboutScreens['incidents'][number] {
  const screen = named.find(({ displayId, id }) => displayId === one.displayId && id === one.screenId)
  const { id, kind, versions, name, screenId, displayId, beganAt, closedAt } = one
  const where = {
    displayName: screen?.displayName ?? displayId,
    place: screen?.place ?? '',
    timeZone: screen?.timeZone ?? 'UTC',
  }
  return { id, kind, ...(versions && { versions }), screenId, name, displayId, ...where, beganAt, closedAt }
}

function toIncident(one: WatchedIncident): Incident {
  const { id, displayId, screenId, name, kind, versions, beganAt, toldAt, closedAt, mutedUntil } = one
  return { id, displayId, screenId, name, kind, ...(versions && { versions }), beganAt, toldAt, closedAt, mutedUntil }
}
