import {
  type ItemId,
  itemIdOfEntry,
  type MissReason,
  type OrganisationId,
  PLAYS_KEPT_MS,
  type PlaysQuery,
  type PlaysReport,
  readEntryId,
} from '@placard/contract'
import { openingReaderOf } from '@placard/playback'
import { zoneOffsetsOf } from '../../content/schedules/service.ts'
import { type Caller, mayUse } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { createQueue } from '../../platform/queue.ts'
import { writeRow } from './csv.ts'
import { hourOf, instantOf, listDays, quarterOf, startsOf, writeLocal } from './hour.ts'
import * as store from './store.ts'

const HOUR_MS = 60 * 60_000
/** Even if a screen is connected all the time, reports about its last minutes have not arrived yet. */
const ON_THE_WAY_MS = 12 * 60_000

type Sum = Omit<PlaysReport['total'], 'told'>
const NOTHING = (): Sum => ({ showings: 0, ms: 0, areaMs: 0, cut: 0, missed: {} })

export type PlayReader = {
  /** The report for the displays that the caller may use. @throws AppError unavailable */
  report(organisationId: OrganisationId, caller: Pick<Caller, 'displays'>, query: PlaysQuery): Promise<PlaysReport>
  /** The same as lines of CSV, each as soon as it is read. */
  table(organisationId: OrganisationId, caller: Pick<Caller, 'displays'>, query: PlaysQuery): AsyncGenerator<string>
}

/** Reads proof of play. One screen after the other, so that other queries can run between two of them. */
export function createPlayReader(context: Context): PlayReader {
  const { queries } = context.database
  const inTurn = createQueue('play-reports')

  async function read(
    organisationId: OrganisationId,
    caller: Pick<Caller, 'displays'>,
    query: PlaysQuery,
  ): Promise<PlaysReport> {
    const now = context.now()
    const scope = await readScope(queries, organisationId, caller, query)
    const total = { ...NOTHING(), told: NOTHING() }
    const names = listDays(query.from, query.to)
    const days = names.map((day) => ({ day, showings: 0, ms: 0, told: { showings: 0, ms: 0 } }))
    const items = new Map<ItemId, PlaysReport['items'][number]>()
    const screens: PlaysReport['screens'] = []
    for (const screen of scope.screens) {
      const starts = startsOf(screen.timeZone, names)
      const span = { from: starts[0] ?? 0, until: starts.at(-1) ?? 0 }
      const { sums, misses } = await readScreen(queries, screen.id, span)
      let dayAt = 0
      const seen = new Set<ItemId>()
      const own = NOTHING()
      const heard = new Map<number, number>()
      const kindOf = <One>(one: One & { told: One }): One => (screen.proven ? one : one.told)
      const itemOf = (number: number) => {
        const entry = scope.items.get(number)
        if (!entry) return undefined
        const itemId = itemIdOfEntry(entry.itemId)
        const before = items.get(itemId)
        const nothing = () => ({ screens: 0, ...NOTHING() })
        const item = before ?? { itemId, ...scope.titleOf(entry), ...nothing(), told: nothing() }
        if (!before) items.set(itemId, item)
        if (!seen.has(itemId)) kindOf<{ screens: number }>(item).screens += 1
        seen.add(itemId)
        return kindOf<Sum>(item)
      }
      for (const { hour, item: number, showings, ms, areaMs, cut } of sums) {
        heard.set(hour, (heard.get(hour) ?? 0) + ms)
        const item = number === 0 ? undefined : itemOf(number)
        if (!item) continue
        for (const sum of [kindOf<Sum>(total), own, item]) {
          sum.showings += showings
          sum.ms += ms
          sum.areaMs += areaMs
          sum.cut += cut
        }
        // The sums are in order of time.
        while (dayAt < days.length - 1 && instantOf(hour) >= (starts[dayAt + 1] ?? 0)) dayAt += 1
        const day = days[dayAt]
        if (day) {
          const sum = kindOf<Pick<Sum, 'showings' | 'ms'>>(day)
          sum.showings += showings
          sum.ms += ms
        }
      }
      for (const { item: number, why, missed } of misses) {
        const item = itemOf(number)
        const reason = store.PLAY_MISS_REASONS[why]
        if (item && reason) for (const sum of [kindOf<Sum>(total), own, item]) addMissed(sum.missed, reason, missed)
      }
      const silentMs = silentIn(screen, span, heard, now)
      const isInIt = own.showings > 0 || own.ms > 0 || misses.length > 0 || (query.item === undefined && silentMs > 0)
      const { displayId, displayName, isRemoved, screenId, name, proven } = screen
      if (isInIt || heard.size > 0)
        screens.push({ ...own, displayId, displayName, isRemoved, screenId, name, proven, silentMs })
      await new Promise(setImmediate)
    }
    return {
      at: now,
      total,
      days,
      items: [...items.values()].sort((one, other) => {
        return compare(one, other) || compare(one.told, other.told)
      }),
      screens: screens.sort((one, other) => Number(other.proven) - Number(one.proven)),
    }
  }

  return {
    report: (organisationId, caller, query) => inTurn(() => read(organisationId, caller, query)),

    async *table(organisationId, caller, query) {
      const scope = await readScope(queries, organisationId, caller, query)
      yield `\uFEFF${writeRow(HEADINGS)}`
      const names = listDays(query.from, query.to)
      for (const screen of scope.screens) {
        const starts = startsOf(screen.timeZone, names)
        // One day at a time, so that a slow client does not keep more than that in memory.
        for (const [index, from] of starts.slice(0, -1).entries()) {
          const until = starts[index + 1] ?? from
          const { sums, misses } = await readScreen(queries, screen.id, { from, until })
          const lines = linesOf(scope, screen, sums, misses)
          if (lines !== '') yield lines
          await new Promise(setImmediate)
        }
      }
    },
  }
}

const HEADINGS = [
  'Display',
  'Display ID',
  'Screen',
  'Screen ID',
  'Screen proven',
  'Item',
  'Item ID',
  'Page',
  'SHA-256',
  'Date',
  'Hour',
  'Time zone',
  'Hour UTC',
  'Showings',
  'Seconds',
  'Ended early',
  'Missed',
  'Missed because',
  'Percent of screen',
]

type Scope = {
  screens: store.ReportedScreen[]
  items: Map<number, store.ReportedItem>
  titleOf(entry: store.ReportedItem): { title: string; isRemoved: boolean }
}

async function readScope(
  queries: Queries,
  organisationId: OrganisationId,
  caller: Pick<Caller, 'displays'>,
  { display, item }: PlaysQuery,
): Promise<Scope> {
  const screens = await store.listScreens(queries, organisationId, display)
  const items = await store.listItems(queries, organisationId, item)
  const ids = [...new Set(items.map(({ itemId }) => itemIdOfEntry(itemId)))]
  const titles = await store.findTitles(queries, organisationId, ids)
  return {
    screens: screens.filter(({ displayId }) => mayUse(caller, displayId)),
    items: new Map(items.map((one) => [one.id, one])),
    titleOf: ({ itemId, title }) => {
      const known = titles.get(itemIdOfEntry(itemId))
      return { title: known?.title || title, isRemoved: known?.isRemoved ?? true }
    },
  }
}

async function readScreen(queries: Queries, screen: number, { from, until }: { from: number; until: number }) {
  const [first, end] = [quarterOf(from), quarterOf(until)]
  const sums = await store.listSums(queries, screen, first, end)
  const misses = await store.listMisses(queries, screen, first, end)
  return { sums, misses }
}

/**
 * The time within a screen's opening hours without reports: neither about showing items, nor about running with nothing to show.
 *
 * @param told milliseconds by hour
 */
function silentIn(
  { firstAt, toldAt, isThere, openingHours, timeZone }: store.ReportedScreen,
  span: { from: number; until: number },
  told: ReadonlyMap<number, number>,
  now: number,
): number {
  const offsets = zoneOffsetsOf(timeZone, now)
  const opening = openingReaderOf(openingHours, offsets)
  // A screen that its display no longer knows is only expected up to its last report.
  const until = Math.min(span.until, isThere ? now - ON_THE_WAY_MS : toldAt)
  const open = new Map<number, number>()
  for (let at = Math.max(span.from, firstAt); at < until; ) {
    const stretch = opening(at)
    const hour = hourOf(offsets, at)
    const end = Math.max(at + 1, Math.min(stretch.until, instantOf(hour) + HOUR_MS, until))
    if (stretch.isOn) open.set(hour, (open.get(hour) ?? 0) + end - at)
    at = end
  }
  return Array.from(open).reduce((sum, [hour, ms]) => sum + Math.max(0, ms - (told.get(hour) ?? 0)), 0)
}

const compare = (one: Sum, other: Sum) => other.showings - one.showings || other.ms - one.ms

function addMissed(to: Partial<Record<MissReason, number>>, why: MissReason, missed: number): void {
  to[why] = (to[why] ?? 0) + missed
}

/** A row for each item and hour, and one for each reason for which it was not shown. */
function linesOf(
  scope: Scope,
  screen: store.ReportedScreen,
  sums: readonly store.Sum[],
  misses: readonly store.Miss[],
): string {
  const rows = [
    ...sums.map((sum) => ({ ...sum, missed: 0, why: undefined })),
    ...misses.map(({ hour, item, missed, why }) => ({
      hour,
      item,
      showings: 0,
      ms: 0,
      areaMs: 0,
      cut: 0,
      missed,
      why,
    })),
  ].sort((one, other) => one.hour - other.hour || one.item - other.item)
  let lines = ''
  let clock: { hour: number; day: string; time: string } | undefined
  for (const { hour, item: number, showings, ms, areaMs, cut, missed, why } of rows) {
    const item = scope.items.get(number)
    if (!item) continue
    const at = instantOf(hour)
    if (clock?.hour !== hour) clock = { hour, ...writeLocal(screen.timeZone, at) }
    const { itemId, page } = readEntryId(item.itemId)
    lines += writeRow([
      screen.displayName,
      screen.displayId,
      screen.name,
      screen.screenId,
      screen.proven ? 'yes' : 'no',
      scope.titleOf(item).title,
      itemId,
      page ?? '',
      item.sha256,
      clock.day,
      clock.time,
      screen.timeZone,
      new Date(at).toISOString(),
      showings,
      Math.round(ms / 100) / 10,
      cut,
      missed,
      why === undefined ? '' : (store.PLAY_MISS_REASONS[why] ?? ''),
      ms === 0 ? '' : Math.round((areaMs * 100) / ms),
    ])
  }
  return lines
}

/** Removes the hours that are older than they are kept, and stores the present titles of items. */
export async function sweepPlays(context: Context): Promise<void> {
  const { queries } = context.database
  const before = context.now() - PLAYS_KEPT_MS
  await store.renewTitles(queries)
  for (const screen of await store.listScreenNumbers(queries)) {
    await store.removeHoursBefore(queries, screen, quarterOf(before))
    await new Promise(setImmediate)
  }
  await store.removeScreensBefore(queries, before - HOUR_MS)
}
