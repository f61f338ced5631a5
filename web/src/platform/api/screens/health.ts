import {
  type ItemFault,
  type ItemId,
  itemIdOfEntry,
  SCREEN_UNSEEN_MS,
  type Screen,
  type Screens,
} from '@placard/contract'

/** A change reaches a screen at once, and its report arrives within a minute. Until then it counts as updating. */
const UPDATING_MS = 90_000
/** A screen that recovered by itself is mentioned for this long. */
const HELPED_ITSELF_MS = 60 * 60_000
/** A nameless screen that was silent for this long was a test, or a device that lost its id. */
const GONE_MS = 24 * 60 * 60_000

/** The state of a screen, the most urgent first. Times are by the server's clock. */
export type Health =
  /** `closed`: a user closed the page. Otherwise it stopped reporting. */
  | { status: 'unseen'; since: number; closed: boolean }
  /** The page runs but shows nothing. */
  | { status: 'dark'; since: number }
  | { status: 'troubled' }
  /** `byMs` is undefined if the start is unknown. */
  | { status: 'behind'; byMs: number | undefined }
  | { status: 'updating'; byMs: number }
  | { status: 'starting' }
  /** Dark on purpose, or off: it is outside of the display's opening hours until then. */
  | { status: 'asleep'; until: number; isHeard: boolean }
  | { status: 'well' }

/** A problem with a screen, with advice. */
export type Trouble =
  | { kind: 'item'; itemId: ItemId; fault: ItemFault }
  | { kind: 'nothing-shows' }
  | { kind: 'full' }
  | { kind: 'helped-itself'; at: number }

/** @param display the display's current revision, and the server's time */
export function healthOf(
  screen: Screen,
  display: Pick<Screens, 'at' | 'revision' | 'changedAt' | 'asleepUntil'>,
): Health {
  const { state, alarm } = screen
  const heardAt = heardAtOf(screen)
  // Reports from a closed screen come from another window of the same browser.
  const isClosed = state.doing === 'closed' && !screen.beat
  const isHeard = !isClosed && display.at - heardAt <= SCREEN_UNSEEN_MS
  if (display.asleepUntil !== null && (!isHeard || state.doing === 'asleep')) {
    return { status: 'asleep', until: display.asleepUntil, isHeard }
  }
  if (isClosed) return { status: 'unseen', since: heardAt, closed: true }
  if (alarm?.kind === 'silent') return { status: 'unseen', since: alarm.since, closed: false }
  if (alarm) return { status: 'dark', since: alarm.since }
  if (!isHeard) return { status: 'unseen', since: heardAt, closed: false }
  if (troublesOf(screen, display.at).length > 0) return { status: 'troubled' }
  if (state.revision === null) return { status: 'starting' }
  if (state.revision >= display.revision) return { status: 'well' }
  if (display.changedAt === null) return { status: 'behind', byMs: undefined }
  const byMs = Math.max(0, display.at - display.changedAt)
  return { status: byMs < UPDATING_MS ? 'updating' : 'behind', byMs }
}

export function troublesOf({ state, events }: Screen, at: number): Trouble[] {
  // Problems of several pages of a deck count as one.
  const broken = new Map(state.broken.map(({ itemId, fault }) => [itemIdOfEntry(itemId), fault]))
  const troubles = Array.from(broken, ([itemId, fault]): Trouble => ({ kind: 'item', itemId, fault }))
  if (state.doing === 'resting') troubles.unshift({ kind: 'nothing-shows' })
  if (state.full) troubles.push({ kind: 'full' })
  const helped = events.findLast(
    (event) => event.kind === 'remedy' && (event.remedy === 'reload' || event.remedy === 'card'),
  )
  if (helped && at - helped.at < HELPED_ITSELF_MS) troubles.push({ kind: 'helped-itself', at: helped.at })
  return troubles
}

/** The time of the last report. */
export function heardAtOf({ seenAt, beat }: Pick<Screen, 'seenAt' | 'beat'>): number {
  return Math.max(seenAt, beat?.at ?? 0)
}

/** The item on the screen, by its latest report. */
export function onScreenOf({ state, seenAt, beat }: Screen): ItemId | null {
  const entry = beat && beat.at > seenAt ? beat.itemId : state.itemId
  return entry && itemIdOfEntry(entry)
}

/** True for a nameless page that said goodbye or was silent for a day. It may come back. */
export function isGone(screen: Pick<Screen, 'name' | 'state' | 'seenAt' | 'beat'>, at: number): boolean {
  if (screen.name !== '') return false
  return (screen.state.doing === 'closed' && !screen.beat) || at - heardAtOf(screen) > GONE_MS
}

/**
 * The screens that need attention now, whatever other problems there are. Only named screens count: a tab that once opened the
 * address and was put in the background looks like a screen that went dark.
 */
export function alarmedOf({ screens }: Screens): Screen[] {
  return screens.filter(({ name, alarm }) => name !== '' && alarm !== null)
}

/** True for a nameless screen that shows nothing, because nobody can tell if it should. */
function isQuiet(screen: Screen, display: Screens): boolean {
  if (screen.name !== '') return false
  const { status } = healthOf(screen, display)
  return status === 'unseen' || status === 'dark'
}

/** A summary of all screens. Screens that are gone only count in `gone`. */
export type Summary = (
  | { status: 'none' }
  | { status: 'well'; total: number }
  /** All of them, until this time. */
  | { status: 'asleep'; total: number; until: number }
  | { status: 'updating'; done: number; total: number }
  | { status: 'look'; count: number; total: number }
) & {
  /** Nameless screens that show nothing or are silent: a tab in the background, or a screen that should get a name. */
  quiet: number
  gone: number
}

const NEEDS_A_LOOK: ReadonlySet<Health['status']> = new Set(['unseen', 'dark', 'troubled', 'behind'])

export function summaryOf(screens: Screens): Summary {
  const present = screens.screens.filter((screen) => !isGone(screen, screens.at))
  const counted = present.filter((screen) => !isQuiet(screen, screens))
  const aside = { quiet: present.length - counted.length, gone: screens.screens.length - present.length }
  const total = counted.length
  if (total === 0) return { status: 'none', ...aside }
  const healths = counted.map((screen) => healthOf(screen, screens).status)
  const count = healths.filter((status) => NEEDS_A_LOOK.has(status)).length
  if (count > 0) return { status: 'look', count, total, ...aside }
  const asleep = healths.filter((status) => status === 'asleep').length
  if (asleep === total && screens.asleepUntil !== null) {
    return { status: 'asleep', total, until: screens.asleepUntil, ...aside }
  }
  const done = healths.filter((status) => status === 'well').length + asleep
  return done === total ? { status: 'well', total, ...aside } : { status: 'updating', done, total, ...aside }
}

/**
 * The progress of a revision: the number of present screens that play it or a later one. Silent screens are not counted, because they
 * are reported elsewhere. A screen that shows nothing is present but does not count as reached.
 */
export function reachOf(screens: Screens, revision: number): { on: number; of: number } {
  const there = screens.screens
    .filter((screen) => !isGone(screen, screens.at))
    .map((screen) => ({ screen, health: healthOf(screen, screens) }))
    .filter(({ health }) => health.status !== 'unseen' && !(health.status === 'asleep' && !health.isHeard))
  const reached = there.filter(
    ({ screen, health }) => health.status !== 'dark' && (screen.state.revision ?? -1) >= revision,
  )
  return { on: reached.length, of: there.length }
}
