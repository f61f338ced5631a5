import type { DisplayId, IncidentId, IncidentKind, ScreenId } from '@placard/contract'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long others are waited for, so that one cause is one message. */
export const GROUPED_WITHIN_MS = MINUTE_MS
/** Screens that fall silent within this time have one cause. */
const TOGETHER_MS = 2 * MINUTE_MS
/** The least screens of which a majority says anything. */
const LEAST_OF_A_CROWD = 3
/** So many changes within an hour are one trouble of another kind. */
const UNSTEADY_CHANGES = 4
const FIRST_REMINDER_MS = DAY_MS
const REMINDED_EVERY_MS = 7 * DAY_MS
/** An incident that is over is looked at again for so long: its changes count on. */
export const REMEMBERED_MS = HOUR_MS

/** How a screen is at a moment. `asleep`: its display is closed. `unknown`: nobody can say, and so nothing changes. */
export type Sight = {
  displayId: DisplayId
  screenId: ScreenId
  name: string
} & ({ state: 'playing' | 'asleep' | 'unknown' } | { state: 'dark' | 'silent'; since: number })

/** One trouble of one screen. Instants are of the server's clock. */
export type WatchedIncident = {
  id: IncidentId
  displayId: DisplayId
  screenId: ScreenId
  name: string
  kind: IncidentKind
  /** Of an unsteady one: whether it is dark or silent at the moment. Any other is, until it is over. */
  failing: boolean
  beganAt: number
  openedAt: number
  /** When the alarm went out; null: not yet. */
  toldAt: number | null
  /** Whom it went to. */
  toldTo: readonly string[]
  remindedAt: number | null
  reminders: number
  /** When it came and went, in the last hour; of the one before as well. */
  changes: readonly number[]
  mutedUntil: number | null
  closedAt: number | null
  /** When those who were told were told that it is over. */
  backAt: number | null
}

/** Something to be said, once. `back`: all of these are over. */
export type Message = {
  what: 'alarm' | 'unsteady' | 'back' | 'reminder'
  incidents: WatchedIncident[]
  /** So many screens fell silent at once that the server, or its network, is the likelier cause. */
  suspectsServer: boolean
}

/**
 * Takes what is known of an organisation's incidents and what is seen of its screens, and says what is known then and what is to be
 * said. Whatever did not change is the same object as before; called again with its own answer and the same sights, it says nothing.
 *
 * @param before those that are open, and those that have been over for less than REMEMBERED_MS or still wait for their "back"
 * @param newId of an incident that opens
 */
export function watch(
  before: readonly WatchedIncident[],
  sights: readonly Sight[],
  now: number,
  newId: () => IncidentId,
  groupedWithinMs = GROUPED_WITHIN_MS,
): { incidents: WatchedIncident[]; messages: Message[] } {
  const seen = new Map(sights.map((sight) => [keyOf(sight), sight]))
  const openKeys = new Set(before.filter(isOpen).map(keyOf))
  const opened = sights.flatMap((sight) => {
    if (openKeys.has(keyOf(sight)) || (sight.state !== 'dark' && sight.state !== 'silent')) return []
    return [open(sight, changesBefore(before, keyOf(sight)), now, newId())]
  })
  const all = [...before.map((one) => (isOpen(one) ? goOn(one, seen.get(keyOf(one)), now) : one)), ...opened]
  return tell(all, seen, now, groupedWithinMs)
}

const keyOf = ({ displayId, screenId }: Pick<Sight, 'displayId' | 'screenId'>) => `${displayId}/${screenId}`
const isOpen = ({ closedAt }: WatchedIncident) => closedAt === null

/** A clock that was put back has passed everything: what waited for it must not wait for an hour more. */
const hasPassed = (since: number, ms: number, now: number) => now - since >= ms || now < since
const ofLastHour = (changes: readonly number[], now: number) => changes.filter((at) => at <= now && now - at < HOUR_MS)

function changesBefore(before: readonly WatchedIncident[], key: string): readonly number[] {
  return before.filter((one) => !isOpen(one) && keyOf(one) === key).flatMap(({ changes }) => changes)
}

function open(
  { displayId, screenId, name, ...sight }: Sight & { state: 'dark' | 'silent' },
  earlier: readonly number[],
  now: number,
  id: IncidentId,
): WatchedIncident {
  const changes = [...new Set([...ofLastHour(earlier, now), now])].sort((one, other) => one - other)
  return {
    id,
    displayId,
    screenId,
    name,
    kind: changes.length >= UNSTEADY_CHANGES ? 'unsteady' : sight.state,
    failing: true,
    beganAt: Math.min(sight.since, now),
    openedAt: now,
    toldAt: null,
    toldTo: [],
    remindedAt: null,
    reminders: 0,
    changes,
    mutedUntil: null,
    closedAt: null,
    backAt: null,
  }
}

function goOn(incident: WatchedIncident, sight: Sight | undefined, now: number): WatchedIncident {
  // The screen was removed, or lost its name: nobody wants to hear of it.
  if (!sight) return { ...incident, closedAt: now, backAt: now }
  const one = sight.name === incident.name ? incident : { ...incident, name: sight.name }
  switch (sight.state) {
    case 'asleep':
    case 'unknown':
      return one
    case 'playing':
      return one.kind === 'unsteady' ? goOnUnsteady(one, sight, now) : goAway(one, now)
    case 'dark':
    case 'silent':
      return one.kind === 'unsteady' ? goOnUnsteady(one, sight, now) : one
  }
}

/** It is over, unless it has come and gone so often that this says nothing. */
function goAway(one: WatchedIncident, now: number): WatchedIncident {
  const changes = [...ofLastHour(one.changes, now), now]
  if (changes.length >= UNSTEADY_CHANGES) return { ...one, kind: 'unsteady', failing: false, toldAt: null, changes }
  return { ...one, failing: false, changes, closedAt: now, backAt: one.toldAt === null ? now : null }
}

function goOnUnsteady(one: WatchedIncident, sight: Sight, now: number): WatchedIncident {
  const failing = sight.state === 'dark' || sight.state === 'silent'
  if (failing !== one.failing) return { ...one, failing, changes: [...ofLastHour(one.changes, now), now] }
  const lastAt = one.changes.at(-1) ?? one.openedAt
  if (lastAt > now) return { ...one, changes: [now] }
  if (now - lastAt < HOUR_MS) return one
  if (sight.state !== 'dark' && sight.state !== 'silent')
    return { ...one, changes: [], closedAt: now, backAt: one.toldAt === null ? now : null }
  // An hour of nothing else: it is an alarm like any other.
  const began = { beganAt: Math.min(sight.since, now), openedAt: now, toldAt: null, remindedAt: null, reminders: 0 }
  return { ...one, ...began, kind: sight.state, changes: [] }
}

/** Marks what is due as told. */
function tell(
  incidents: WatchedIncident[],
  seen: ReadonlyMap<string, Sight>,
  now: number,
  groupedWithinMs: number,
): { incidents: WatchedIncident[]; messages: Message[] } {
  const stateOf = (one: WatchedIncident) => seen.get(keyOf(one))?.state ?? 'unknown'
  const isMuted = ({ mutedUntil }: WatchedIncident) => mutedUntil !== null && now < mutedUntil
  const fails = (one: WatchedIncident) => stateOf(one) === 'dark' || stateOf(one) === 'silent'

  const untold = incidents.filter((one) => isOpen(one) && one.toldAt === null && !isMuted(one))
  const alarms = untold.filter((one) => one.kind !== 'unsteady' && fails(one))
  const unsteady = untold.filter((one) => one.kind === 'unsteady' && stateOf(one) !== 'asleep')
  const back = incidents.filter((one) => one.closedAt !== null && one.toldAt !== null && one.backAt === null)
  const long = incidents.filter((one) => {
    if (!isOpen(one) || one.toldAt === null || one.kind === 'unsteady' || isMuted(one) || !fails(one)) return false
    return now - (one.remindedAt ?? one.toldAt) >= (one.reminders === 0 ? FIRST_REMINDER_MS : REMINDED_EVERY_MS)
  })

  const hasWaited = (since: number[]) => since.some((at) => hasPassed(at, groupedWithinMs, now))
  const awake = [...seen.values()].filter(({ state }) => state !== 'asleep').length
  const due: Message[] = []
  const say = (what: Message['what'], told: WatchedIncident[], suspectsServer = false) => {
    if (told.length > 0) due.push({ what, incidents: told, suspectsServer })
  }
  if (hasWaited(alarms.map(({ openedAt }) => openedAt))) say('alarm', alarms, isCrowd(alarms, awake))
  if (hasWaited(unsteady.map(({ changes, openedAt }) => changes.at(-1) ?? openedAt))) say('unsteady', unsteady)
  if (hasWaited(back.map(({ closedAt }) => closedAt ?? now))) say('back', back)
  say('reminder', long)

  const after = new Map<WatchedIncident, WatchedIncident>()
  const messages = due.map((message) => ({
    ...message,
    incidents: message.incidents.map((one) => {
      const told = asTold(one, message.what, now)
      after.set(one, told)
      return told
    }),
  }))
  return { incidents: incidents.map((one) => after.get(one) ?? one), messages }
}

function asTold(one: WatchedIncident, what: Message['what'], now: number): WatchedIncident {
  switch (what) {
    case 'alarm':
    case 'unsteady':
      return { ...one, toldAt: now }
    case 'back':
      return { ...one, backAt: now }
    case 'reminder':
      return { ...one, remindedAt: now, reminders: one.reminders + 1 }
  }
}

/** More than half of those that should play fell silent within two minutes. */
function isCrowd(alarms: readonly WatchedIncident[], awake: number): boolean {
  const silent = alarms.filter(({ kind }) => kind === 'silent').map(({ beganAt }) => beganAt)
  const most = Math.max(
    0,
    ...silent.map((from) => silent.filter((at) => at >= from && at - from <= TOGETHER_MS).length),
  )
  return most >= LEAST_OF_A_CROWD && most > awake / 2
}
