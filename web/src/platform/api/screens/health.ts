import {
  type ItemFault,
  type ItemId,
  itemIdOfEntry,
  SCREEN_UNSEEN_MS,
  type Screen,
  type Screens,
} from '@placard/contract'

/** A change reaches a screen at once, and the screen's word of it within a minute: until then nobody need worry. */
const UPDATING_MS = 90_000
/** How long a screen that helped itself is worth a look. */
const HELPED_ITSELF_MS = 60 * 60_000
/** A nameless screen that was silent for a day was a try, or a device that has forgotten who it was. */
const GONE_MS = 24 * 60 * 60_000

/** How a screen stands, most pressing first. Instants are of the server's clock. */
export type Health =
  /** `closed`: the page was left, by whoever stood there. Otherwise it fell silent. */
  | { status: 'unseen'; since: number; closed: boolean }
  /** Its page is alive and paints nothing. */
  | { status: 'dark'; since: number }
  | { status: 'troubled' }
  /** `byMs` is undefined when nobody knows since when. */
  | { status: 'behind'; byMs: number | undefined }
  | { status: 'updating'; byMs: number }
  | { status: 'starting' }
  /** Dark on purpose, or off: its display is outside of its opening hours until then. */
  | { status: 'asleep'; until: number; isHeard: boolean }
  | { status: 'well' }

/** Something to tell people about a screen, with what to do. */
export type Trouble =
  | { kind: 'item'; itemId: ItemId; fault: ItemFault }
  | { kind: 'nothing-shows' }
  | { kind: 'full' }
  | { kind: 'helped-itself'; at: number }

/** @param display what the display shows by now, and how late it is */
export function healthOf(
  screen: Screen,
  display: Pick<Screens, 'at' | 'revision' | 'changedAt' | 'asleepUntil'>,
): Health {
  const { state, alarm } = screen
  const heardAt = heardAtOf(screen)
  // Word of a closed screen comes from another window of the same browser.
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
  // The pages of a deck are one trouble.
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

/** When anything was heard of it last. */
export function heardAtOf({ seenAt, beat }: Pick<Screen, 'seenAt' | 'beat'>): number {
  return Math.max(seenAt, beat?.at ?? 0)
}

/** The item on its glass by its newest word. */
export function onGlassOf({ state, seenAt, beat }: Screen): ItemId | null {
  const entry = beat && beat.at > seenAt ? beat.itemId : state.itemId
  return entry && itemIdOfEntry(entry)
}

/** A page that nobody named, and that said goodbye or was not heard of for a day. It may come back. */
export function isGone(screen: Pick<Screen, 'name' | 'state' | 'seenAt' | 'beat'>, at: number): boolean {
  if (screen.name !== '') return false
  return (screen.state.doing === 'closed' && !screen.beat) || at - heardAtOf(screen) > GONE_MS
}

/**
 * Those that somebody should go and look at now, whatever else is wrong with them or with others. Only what has a name is
 * somebody's screen: any tab that once opened the address and was put aside looks like a glass that went dark.
 */
export function alarmedOf({ screens }: Screens): Screen[] {
  return screens.filter(({ name, alarm }) => name !== '' && alarm !== null)
}

/** Nobody can tell whether a screen without a name that shows nothing ought to. */
function isQuiet(screen: Screen, display: Screens): boolean {
  if (screen.name !== '') return false
  const { status } = healthOf(screen, display)
  return status === 'unseen' || status === 'dark'
}

/** The sum of the whole list. Screens that are gone count nowhere but in `gone`. */
export type Summary = (
  | { status: 'none' }
  | { status: 'well'; total: number }
  /** All of them, until then. */
  | { status: 'asleep'; total: number; until: number }
  | { status: 'updating'; done: number; total: number }
  | { status: 'look'; count: number; total: number }
) & {
  /** Without a name, and not painting or not heard of: a tab that was put aside, or a screen that should get a name. */
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
 * How far a revision of the display has got: how many screens play it, or a later one, of those that are there. One that is
 * not heard of is looked after elsewhere; one that paints nothing is there and does not count as reached.
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
