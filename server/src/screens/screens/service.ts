import {
  type DisplayId,
  type DisplayKey,
  isPlaylistId,
  MAX_SCREENS_PER_DISPLAY,
  type OrganisationId,
  SCREEN_FORGOTTEN_MS,
  SCREEN_SILENT_MS,
  type Screen,
  type ScreenAlarm,
  type ScreenBeat,
  type ScreenId,
  type ScreenInShort,
  type ScreenReport,
  type Screens,
} from '@placard/contract'
import { openingReaderOf, type Stretch } from '@placard/playback'
import { zoneOffsetsOf } from '../../content/schedules/service.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { networkOf } from '../../platform/network.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { askerOfScreen, type ScreenSender } from '../../platform/screen-door.ts'
import { createWaitingList } from '../../platform/waiting-list.ts'
import { alarmOf } from './alarm.ts'
import { createBeats } from './beats.ts'
import { settleFilms } from './films.ts'
import { changePaired, findPaired, isForEverybody, updateFilmsSeen } from './paired.ts'
import * as store from './store.ts'
import { join, readUserAgent, type Told, takeReport } from './told.ts'

export { createScreenDoors } from './doors.ts'
export { filmsOf, settleFilms } from './films.ts'
export { createListeners } from './listeners.ts'
export * from './paired.ts'
export {
  findOpening,
  moveScreen as moveTold,
  removeScreen as forgetTold,
  updateScreen as renameTold,
} from './store.ts'
export { readUserAgent } from './told.ts'
export { alarmOf }

/** Reports are collected for this long and written in few transactions. A crash loses them, and screens send new ones. */
const WRITE_EVERY_MS = 5_000
/** Few per transaction, so that edits are hardly delayed. */
const WRITTEN_AT_ONCE = 10
/** A screen is only replaced by a new one if it was silent for a day or has closed its page, and if it has no name. */
const FORGETTABLE_MS = 24 * 60 * 60_000
const MAX_KNOWN_CHANGES = 5_000

/** Made-up screens take hours, not seconds, to fill a display, and do not affect other displays. */
const NEW_PER_NETWORK = { atOnce: 30, everyMs: 2 * 60_000, names: 10_000 }

/** The same for one display and all networks: more than one network may add, and fewer than a display may have. */
const NEW_PER_DISPLAY = { atOnce: 40, everyMs: 2 * 60_000, names: 10_000 }

/** `isProven`: it comes from the paired screen that it names. */
type Waiting = { key: DisplayKey; id: ScreenId; network: string; told: Told; isProven: boolean }

/** The sender of a report, from the connection. */
export type From = ScreenSender & { userAgent: string | undefined }

export type AlarmCounts = Record<'named' | 'unnamed', Record<ScreenAlarm['kind'], number>>

/** A named screen, with the facts for judging its alarms. */
export type NamedScreen = Awaited<ReturnType<typeof store.listNamed>>[number] & {
  /** `isOn`: the display is open now. `since`: the beginning of that. */
  opening: Pick<Stretch, 'isOn' | 'since'>
  /** The time since which this process has received all reports. */
  watchingSince: number
  alarm: ScreenAlarm | null
}

export const SCREENS_SWEPT_EVERY_MS = 60 * 60_000

export type ScreenWatch = {
  /** @throws AppError unavailable */
  report(key: DisplayKey, id: ScreenId, report: ScreenReport, from: From): void
  /** @throws AppError unavailable */
  beat(key: DisplayKey, id: ScreenId, beat: ScreenBeat, from: ScreenSender): void
  /** @throws AppError display-not-found */
  list(key: DisplayKey): Promise<Screens>
  /** For all displays of an organisation. */
  listInShort(organisationId: OrganisationId): Promise<{ displayId: DisplayId; told: ScreenInShort }[]>
  /** @throws AppError screen-not-found */
  rename(key: DisplayKey, id: ScreenId, name: string): Promise<void>
  /** @throws AppError screen-not-found */
  remove(key: DisplayKey, id: ScreenId): Promise<void>
  /** Number of screens of all displays with an alarm, by kind; separately for named and unnamed ones. */
  countAlarms(): Promise<AlarmCounts>
  /** All named screens, for which alerts can be sent. @param organisationId undefined: of all organisations */
  listNamed(organisationId?: OrganisationId): Promise<NamedScreen[]>
  /** Removes screens that were not heard for SCREEN_FORGOTTEN_MS. */
  sweep(): Promise<void>
  /** Writes the waiting reports and accepts no more. */
  close(): Promise<void>
}

/**
 * Stores the reports of screens, after `doors.ts` has accepted them. Anybody may report, so everything is limited: the rate, the
 * size, and the number of screens. A report changes neither the display's row nor its revision, so that edits do not wait for it. What a paired
 * screen says of several films at once is settled afterwards [LY5].
 *
 * @param hearsAll tells if the server accepts all reports; refused ones do not count as silence
 */
export function createScreenWatch(context: Context, hearsAll: () => boolean): ScreenWatch {
  const newPerNetwork = createRateLimit(NEW_PER_NETWORK)
  const newPerDisplay = createRateLimit(NEW_PER_DISPLAY)
  const proven = createWaitingList<Waiting>('proven-reports')
  const others = createWaitingList<Waiting>('other-reports')
  /** The time at which a display got its newest revision, as far as this process knows. */
  const changes = new Map<string, { revision: number; at: number }>()
  let writing: Promise<void> = Promise.resolve()
  const beats = createBeats(context)
  /** The time since which no report was lost in this process. */
  let watchingSince = context.now()

  const stopListening = context.bus.onHint((hint) => {
    if (hint.kind !== 'programme.changed' || isPlaylistId(hint.programmeId)) return
    const name = nameOf({ organisationId: hint.organisationId, displayId: hint.programmeId })
    changes.delete(name)
    changes.set(name, { revision: hint.revision, at: context.now() })
    const [oldest] = changes.keys()
    if (changes.size > MAX_KNOWN_CHANGES && oldest !== undefined) changes.delete(oldest)
  })

  /** The time since which this process has received all reports. */
  function heardSince(now: number): number {
    // Corrected if the clock was set back.
    if (!hearsAll() || watchingSince > now) watchingSince = now
    return watchingSince
  }

  /** Resolves when all reports that wait now are written, or have failed. */
  function write(): Promise<void> {
    writing = writing.then(writeAll).catch((error) => {
      context.log.error({ err: error }, 'reports of screens could not be written')
      watchingSince = context.now()
    })
    return writing
  }

  async function writeAll(): Promise<void> {
    await writeReports()
    await beats.write()
  }

  async function writeReports(): Promise<void> {
    const all = [...proven.takeAll(), ...others.takeAll()]
    for (let from = 0; from < all.length; from += WRITTEN_AT_ONCE) {
      const some = all.slice(from, from + WRITTEN_AT_ONCE)
      const told = new Map<OrganisationId, DisplayId[]>()
      await context.database.transaction(async (queries) => {
        for (const one of some) {
          if (!(await writeOne(queries, one))) continue
          const { organisationId, displayId } = one.key
          told.set(organisationId, [...(told.get(organisationId) ?? []), displayId])
        }
      })
      for (const [organisationId, displayIds] of told) await settleFilms(context, organisationId, displayIds)
      await new Promise(setImmediate)
    }
  }

  /** @returns true if the screen has told something new of several films at once */
  async function writeOne(queries: Queries, { key, id, network, told, isProven }: Waiting): Promise<boolean> {
    const paired = isProven ? await findPaired(queries, key.organisationId, id) : undefined
    // B108: the screen may have been paired, moved or unpaired while this report waited.
    const mayTell = isProven ? paired?.displayId === key.displayId : await isForEverybody(queries, key, id)
    if (!mayTell) return false
    const before = await store.findScreen(queries, key, id)
    if (before === undefined && !paired && !(await makeRoom(queries, key, network))) return false
    const known = before === 'unreadable' ? undefined : before
    const first: Pick<Screen, 'id' | 'name' | 'firstSeenAt'> = known ?? {
      id,
      name: paired?.name ?? '',
      firstSeenAt: told.seenAt,
    }
    const { name, firstSeenAt } = first
    await store.putScreen(queries, key, { id, name, firstSeenAt, ...join(known, told) })
    await store.removeBeatBefore(queries, key, id, pageOf(told))
    const { films } = told.state
    // Reports of others in its name do not count.
    return paired !== undefined && films !== undefined && (await updateFilmsSeen(queries, paired, films))
  }

  /** @returns true if a new screen may be stored */
  async function makeRoom(queries: Queries, key: DisplayKey, network: string): Promise<boolean> {
    const now = context.now()
    if ((await store.countScreens(queries, key)) >= MAX_SCREENS_PER_DISPLAY) {
      const forgettable = await store.findForgettable(queries, key, now - FORGETTABLE_MS)
      if (!forgettable || !mayComeNew(key, network, now)) return false
      return store.removeScreen(queries, key, forgettable)
    }
    return mayComeNew(key, network, now)
  }

  function mayComeNew(key: DisplayKey, network: string, now: number): boolean {
    return newPerNetwork.take(network, now) === 0 && newPerDisplay.take(nameOf(key), now) === 0
  }

  const timer = setInterval(() => {
    heardSince(context.now())
    if (proven.size() + others.size() > 0 || !beats.isEmpty()) void write()
  }, WRITE_EVERY_MS)
  timer.unref()

  return {
    report(key, id, report, from) {
      const { address, isProven, userAgent } = from
      const name = `${nameOf(key)}/${id}`
      const list = isProven ? proven : others
      const told = takeReport(list.get(name)?.told, report, readUserAgent(userAgent), context.now())
      list.put(name, { key, id, network: networkOf(address), told, isProven }, askerOfScreen(key, from))
    },

    beat: beats.take,

    async list(key) {
      await write()
      const [display, screens] = await Promise.all([
        store.findOpening(context.database.queries, key),
        store.listScreens(context.database.queries, key),
      ])
      if (display === undefined) throw new AppError('display-not-found')
      const { revision } = display
      const change = changes.get(nameOf(key))
      const now = context.now()
      const since = heardSince(now)
      const opening = openingAt(display, now)
      return {
        at: now,
        revision,
        changedAt: change?.revision === revision ? change.at : null,
        asleepUntil: asleepUntil(display, now),
        screens: screens.sort(inOrder).map((screen) => ({ ...screen, alarm: alarmOf(screen, since, opening, now) })),
      }
    },

    async listInShort(organisationId) {
      await write()
      const now = context.now()
      const since = heardSince(now)
      const found = await store.listOfOrganisation(context.database.queries, organisationId)
      return found.map(
        ({ displayId, opening, itemTitle, screen: { events: _, reports: __, userAgent: ___, ...screen } }) => ({
          displayId,
          told: { ...screen, alarm: alarmOf(screen, since, openingAt(opening, now), now), itemTitle },
        }),
      )
    },

    async rename(key, id, name) {
      await write()
      // A paired screen must keep a name.
      if (name !== '' && (await findPaired(context.database.queries, key.organisationId, id)))
        await changePaired(context.database.queries, id, { name })
      if (!(await store.updateScreen(context.database.queries, key, id, name))) throw new AppError('screen-not-found')
    },

    async remove(key, id) {
      await write()
      if (!(await store.removeScreen(context.database.queries, key, id))) throw new AppError('screen-not-found')
    },

    async countAlarms() {
      const now = context.now()
      const since = heardSince(now)
      const counts: AlarmCounts = { named: { dark: 0, silent: 0 }, unnamed: { dark: 0, silent: 0 } }
      const { queries } = context.database
      for (const screen of await store.listUnpainted(queries, now - SCREEN_SILENT_MS, now - FORGETTABLE_MS)) {
        const alarm = alarmOf(screen, since, openingAt(screen, now), now)
        if (alarm) counts[screen.name === '' ? 'unnamed' : 'named'][alarm.kind] += 1
      }
      return counts
    },

    async listNamed(organisationId) {
      const now = context.now()
      const watchingSince = heardSince(now)
      const readers = new Map<string, Stretch>()
      const openingOf = (screen: store.Opening & DisplayKey): Stretch => {
        const known = readers.get(nameOf(screen)) ?? openingAt(screen, now)
        readers.set(nameOf(screen), known)
        return known
      }
      return (await store.listNamed(context.database.queries, organisationId)).map((screen) => {
        const opening = openingOf(screen)
        return { ...screen, opening, watchingSince, alarm: alarmOf(screen, watchingSince, opening, now) }
      })
    },

    sweep: () => store.removeScreensBefore(context.database.queries, context.now() - SCREEN_FORGOTTEN_MS),

    async close() {
      clearInterval(timer)
      stopListening()
      await write()
    },
  }
}

/** The time at which the screens of a display are on again. Null: they are on. */
export function asleepUntil(opening: store.Opening, now: number): number | null {
  const stretch = openingAt(opening, now)
  return stretch.isOn ? null : stretch.until
}

function openingAt(opening: store.Opening, now: number): Stretch {
  return openingReader(opening, now)(now)
}

/** Tells for instants around now if a display is open. */
export function openingReader({ openingHours, timeZone }: store.Opening, now: number): (instant: number) => Stretch {
  return openingReaderOf(openingHours, zoneOffsetsOf(timeZone, now))
}

function nameOf(key: DisplayKey): string {
  return `${key.organisationId}/${key.displayId}`
}

/** The time at which the page that sent this was opened, or was closed. Earlier reports of the screen are of another page. */
function pageOf({ seenAt, state }: Told): number {
  return state.doing === 'closed' ? seenAt + 1 : seenAt - state.upSeconds * 1_000
}

/** Named screens first, by name. */
function inOrder(one: store.StoredScreen, other: store.StoredScreen): number {
  if ((one.name === '') !== (other.name === '')) return one.name === '' ? 1 : -1
  return one.name.localeCompare(other.name) || one.firstSeenAt - other.firstSeenAt || (one.id < other.id ? -1 : 1)
}
