import type { DisplayId, Incident, IncidentId, IncidentKind, IncidentVersions, ScreenId } from '@placard/contract'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Incidents are collected for this long, so that one cause leads to one message. */
export const GROUPED_WITHIN_MS = MINUTE_MS
/** Screens that fall silent within this time are assumed to have one cause. */
const TOGETHER_MS = 2 * MINUTE_MS
/** The least number of screens for which a majority is meaningful. */
const LEAST_OF_A_CROWD = 3
/** This many changes within an hour make an incident "unsteady". A problem of a machine with this many changes is not reported. */
const UNSTEADY_CHANGES = 4
const FIRST_REMINDER_MS = DAY_MS
const REMINDED_EVERY_MS = 7 * DAY_MS
/** A closed incident is remembered for this long, because its changes still count. */
export const REMEMBERED_MS = HOUR_MS

/** A part of a screen that is watched by itself: its page, a vital sign of its machine, or the version of its agent. */
export type Aspect = 'page' | 'panel' | 'heat' | 'disk' | 'update'
const ASPECT_OF: Record<IncidentKind, Aspect> = {
  dark: 'page',
  silent: 'page',
  unsteady: 'page',
  'panel-off': 'panel',
  hot: 'heat',
  'disk-full': 'disk',
  'update-undone': 'update',
}
type Trouble = Exclude<IncidentKind, 'unsteady'>

/** True for a problem of the machine beneath a screen. */
export const isOfMachine = ({ kind }: { kind: IncidentKind }): boolean => ASPECT_OF[kind] !== 'page'

/** The state of a screen. `asleep`: its display is closed. `unknown`: the state cannot be determined, and nothing changes. */
export type Sight = {
  displayId: DisplayId
  screenId: ScreenId
  name: string
  aspect: Aspect
} & ({ state: 'playing' | 'asleep' | 'unknown' } | { state: Trouble; since: number; versions?: IncidentVersions })

/** An incident with the state of its alerts. Instants are by the server's clock. */
export type WatchedIncident = Omit<Incident, 'versions'> & {
  /** Of `update-undone` alone. */
  versions: IncidentVersions | null
  /** For an unsteady incident: true while the screen is dark or silent. Always true for other open incidents. */
  failing: boolean
  openedAt: number
  /** The recipients of the alarm. */
  toldTo: readonly string[]
  remindedAt: number | null
  reminders: number
  /** Times of its changes within the last hour, including those of the previous incident. */
  changes: readonly number[]
  /** The time at which the recipients were told that it is over. */
  backAt: number | null
}

/** A message to send, once. `back`: all of its incidents are over. */
export type Message = {
  what: 'alarm' | 'unsteady' | 'back' | 'reminder'
  incidents: WatchedIncident[]
  /** True if so many screens fell silent at once that the server or its network is the more likely cause. */
  suspectsServer: boolean
}

/**
 * Calculates the new incidents of an organisation, and the messages to send, from the known incidents and the state of the
 * screens. Unchanged incidents are the same objects as before. Called again with its own result and the same states, it returns
 * no messages.
 *
 * @param before open incidents, and those closed for less than REMEMBERED_MS or still waiting for their "back" message
 * @param newId returns the id for a new incident
 */
export function watch(
  before: readonly WatchedIncident[],
  sights: readonly Sight[],
  now: number,
  newId: () => IncidentId,
  groupedWithinMs = GROUPED_WITHIN_MS,
): { incidents: WatchedIncident[]; messages: Message[] } {
  const seen = new Map(sights.map((sight) => [keyOf(sight), sight]))
  const openKeys = new Set(before.filter(isOpen).map(keyOfIncident))
  const opened = sights.flatMap((sight) => {
    if (openKeys.has(keyOf(sight)) || !isTrouble(sight)) return []
    return [open(sight, changesBefore(before, keyOf(sight)), now, newId())]
  })
  const all = [...before.map((one) => (isOpen(one) ? goOn(one, seen.get(keyOfIncident(one)), now) : one)), ...opened]
  return tell(all, seen, now, groupedWithinMs)
}

const keyOf = ({ displayId, screenId, aspect }: Pick<Sight, 'displayId' | 'screenId' | 'aspect'>) =>
  `${displayId}/${screenId}/${aspect}`
const keyOfIncident = (one: WatchedIncident) => keyOf({ ...one, aspect: ASPECT_OF[one.kind] })
type TroubleSight = Extract<Sight, { since: number }>
const isTrouble = (sight: Sight | undefined): sight is TroubleSight => sight !== undefined && 'since' in sight
const isOpen = ({ closedAt }: WatchedIncident) => closedAt === null

/** If the clock was set back, the time counts as passed, so that nothing waits for an extra hour. */
const hasPassed = (since: number, ms: number, now: number) => now - since >= ms || now < since
const ofLastHour = (changes: readonly number[], now: number) => changes.filter((at) => at <= now && now - at < HOUR_MS)

function changesBefore(before: readonly WatchedIncident[], key: string): readonly number[] {
  return before.filter((one) => !isOpen(one) && keyOfIncident(one) === key).flatMap(({ changes }) => changes)
}

function open(
  { displayId, screenId, name, aspect, ...sight }: TroubleSight,
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
    kind: aspect === 'page' && changes.length >= UNSTEADY_CHANGES ? 'unsteady' : sight.state,
    versions: sight.versions ?? null,
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
  // The screen was removed or lost its name, so nobody needs to be told.
  if (!sight) return { ...incident, closedAt: now, backAt: now }
  const one = sight.name === incident.name ? incident : { ...incident, name: sight.name }
  switch (sight.state) {
    case 'asleep':
    case 'unknown':
      return one
    case 'playing':
      return one.kind === 'unsteady' ? goOnUnsteady(one, sight, now) : goAway(one, now)
    default:
      return one.kind === 'unsteady' ? goOnUnsteady(one, sight, now) : one
  }
}

/** Closes the incident, unless it has changed so often that this means nothing. */
function goAway(one: WatchedIncident, now: number): WatchedIncident {
  const changes = [...ofLastHour(one.changes, now), now]
  if (!isOfMachine(one) && changes.length >= UNSTEADY_CHANGES)
    return { ...one, kind: 'unsteady', failing: false, toldAt: null, changes }
  return { ...one, failing: false, changes, closedAt: now, backAt: one.toldAt === null ? now : null }
}

function goOnUnsteady(one: WatchedIncident, sight: Sight, now: number): WatchedIncident {
  const failing = isTrouble(sight)
  if (failing !== one.failing) return { ...one, failing, changes: [...ofLastHour(one.changes, now), now] }
  const lastAt = one.changes.at(-1) ?? one.openedAt
  if (lastAt > now) return { ...one, changes: [now] }
  if (now - lastAt < HOUR_MS) return one
  if (!isTrouble(sight)) return { ...one, changes: [], closedAt: now, backAt: one.toldAt === null ? now : null }
  // An hour without changes: it is an ordinary alarm again.
  const began = { beganAt: Math.min(sight.since, now), openedAt: now, toldAt: null, remindedAt: null, reminders: 0 }
  return { ...one, ...began, kind: sight.state, changes: [] }
}

/** Marks the incidents that are due as told. */
function tell(
  incidents: WatchedIncident[],
  seen: ReadonlyMap<string, Sight>,
  now: number,
  groupedWithinMs: number,
): { incidents: WatchedIncident[]; messages: Message[] } {
  const stateOf = (one: WatchedIncident) => seen.get(keyOfIncident(one))?.state ?? 'unknown'
  const isMuted = ({ mutedUntil }: WatchedIncident) => mutedUntil !== null && now < mutedUntil
  const fails = (one: WatchedIncident) => isTrouble(seen.get(keyOfIncident(one)))

  const untold = incidents.filter((one) => isOpen(one) && one.toldAt === null && !isMuted(one))
  const isRestless = (one: WatchedIncident) =>
    isOfMachine(one) && ofLastHour(one.changes, now).length >= UNSTEADY_CHANGES
  const alarms = untold.filter((one) => one.kind !== 'unsteady' && fails(one) && !isRestless(one))
  const unsteady = untold.filter((one) => one.kind === 'unsteady' && stateOf(one) !== 'asleep')
  const back = incidents.filter((one) => one.closedAt !== null && one.toldAt !== null && one.backAt === null)
  const long = incidents.filter((one) => {
    if (!isOpen(one) || one.toldAt === null || one.kind === 'unsteady' || isMuted(one) || !fails(one)) return false
    return now - (one.remindedAt ?? one.toldAt) >= (one.reminders === 0 ? FIRST_REMINDER_MS : REMINDED_EVERY_MS)
  })

  const hasWaited = (since: number[]) => since.some((at) => hasPassed(at, groupedWithinMs, now))
  const awake = [...seen.values()].filter(({ aspect, state }) => aspect === 'page' && state !== 'asleep').length
  const due: Message[] = []
  const say = (what: Message['what'], told: WatchedIncident[], suspectsServer = false) => {
    if (told.length > 0) due.push({ what, incidents: told, suspectsServer })
  }
  // A machine that is hot is no screen that is dark: each gets a message of its own.
  for (const some of apart(alarms))
    if (hasWaited(some.map(({ openedAt }) => openedAt))) say('alarm', some, isCrowd(some, awake))
  if (hasWaited(unsteady.map(({ changes, openedAt }) => changes.at(-1) ?? openedAt))) say('unsteady', unsteady)
  for (const some of apart(back)) if (hasWaited(some.map(({ closedAt }) => closedAt ?? now))) say('back', some)
  for (const some of apart(long)) say('reminder', some)

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

/** The problems of pages, and those of machines. */
function apart(incidents: readonly WatchedIncident[]): WatchedIncident[][] {
  return [incidents.filter((one) => !isOfMachine(one)), incidents.filter(isOfMachine)]
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

/** True if more than half of the screens that should be playing fell silent within two minutes. */
function isCrowd(alarms: readonly WatchedIncident[], awake: number): boolean {
  const silent = alarms.filter(({ kind }) => kind === 'silent').map(({ beganAt }) => beganAt)
  const most = Math.max(
    0,
    ...silent.map((from) => silent.filter((at) => at >= from && at - from <= TOGETHER_MS).length),
  )
  return most >= LEAST_OF_A_CROWD && most > awake / 2
}
