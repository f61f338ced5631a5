import type { Schedule } from '@placard/contract'
import { baseOf, type LeftOut } from '../archives/source.ts'
import type { PlannedEntry } from '../plan.ts'
import { type Stays, why } from '../reasons.ts'
import { addressIn, asList, asNumber, asText, asThing, isOver, isYes, secondsIn, spanOf, titleFrom } from './values.ts'

/** One row of Anthias' table `assets`, or of the list that its API returns. */
export type Asset = Record<string, unknown>

/** The table with the assets. */
export const ANTHIAS_TABLE = 'assets'

type Around = {
  /** The path of the file with this name or id; undefined: it is not in the source. */
  find: (name: string) => string | undefined
  now: number
  /** Anthias' times are in UTC and are converted to this time zone. */
  timeZone: string
}

/** True for the list that Anthias' API returns. */
export function isAssetList(value: unknown): value is Asset[] {
  const list = asList(value)
  return list.length > 0 && list.every((one) => isAsset(asThing(one)))
}

export function isAsset(row: Asset): boolean {
  return asText(row.asset_id) !== '' && 'uri' in row && 'mimetype' in row
}

/** Reads the assets as the single playlist of Anthias, in playing order. */
export function readAssets(assets: readonly Asset[], around: Around): { entries: PlannedEntry[]; left: LeftOut[] } {
  const entries: PlannedEntry[] = []
  const left: LeftOut[] = []
  const ordered = assets
    .map((asset, index) => ({ asset, index, order: asNumber(asset.play_order) ?? 0 }))
    .sort((one, other) => one.order - other.order || one.index - other.index)
  for (const { asset } of ordered) {
    const read = readAsset(asset, around)
    if (typeof read === 'string') left.push({ path: nameOf(asset), reason: why(read) })
    else entries.push(read)
  }
  return { entries, left }
}

const nameOf = (asset: Asset) => titleFrom(asset.name, asText(asset.asset_id))

function readAsset(asset: Asset, around: Around): PlannedEntry | Stays {
  const uri = asText(asset.uri).trim()
  const sort = asText(asset.mimetype).toLowerCase()
  const isElsewhere = /^[a-z][a-z0-9+.-]*:\/\//i.test(uri)
  const isFilm = sort.startsWith('video') || sort.startsWith('youtube')
  const schedule = scheduleOf(asset, around)
  const shown = {
    title: nameOf(asset),
    ...(isYes(asset.is_enabled) ? {} : { isHidden: true as const }),
    ...(schedule.parts ? { schedule: schedule.parts } : {}),
    ...(isOver(momentIn(asset.end_date), around.now) ? { differs: 'over' as const } : {}),
    ...(schedule.isUnread ? { differs: 'time-unread' as const } : {}),
  }
  const seconds = secondsIn(asset.duration)
  const lasting = seconds === undefined ? {} : { seconds }
  if (!isElsewhere && /^(webpage|streaming)/.test(sort)) return 'address'
  if (!isElsewhere) {
    if (isYes(asset.is_processing)) return 'unfinished'
    const path = around.find(baseOf(uri)) ?? around.find(asText(asset.asset_id))
    if (path === undefined) return 'missing'
    // A film has its own duration.
    return { what: 'file', path, ...shown, ...(isFilm ? {} : lasting) }
  }
  if (!/^https?:/i.test(uri)) return 'live-stream'
  const type = sort.startsWith('image') ? 'image' : isFilm || /\.m3u8($|\?)/i.test(uri) ? 'video' : 'webpage'
  const address = addressIn(uri, type)
  if (!address) return sort.startsWith('streaming') ? 'live-stream' : 'address'
  const isFile = address.type === 'image' || address.type === 'video'
  return { what: 'address', ...address, ...lasting, ...(isFile ? { differs: 'elsewhere' as const } : {}), ...shown }
}

function scheduleOf(asset: Asset, around: Around): { parts?: Schedule; isUnread: boolean } {
  const from = momentIn(asset.start_date)
  const until = momentIn(asset.end_date)
  const span = spanOf(from, until, around)
  const days = daysIn(asset.play_days)
  const [begins, ends] = [timeIn(asset.play_time_from), timeIn(asset.play_time_to)]
  const parts: Schedule = {
    ...span,
    ...(days.length > 0 && days.length < 7 ? { days } : {}),
    ...(begins && ends && begins !== ends ? { hours: [{ from: begins, until: ends }] } : {}),
  }
  const isUnread = [asset.start_date, asset.end_date].some((one) => asText(one) !== '' && momentIn(one) === undefined)
  return { ...(Object.keys(parts).length > 0 ? { parts } : {}), isUnread }
}

/** Reads a time as UTC if it has no offset. */
function momentIn(value: unknown): number | undefined {
  const found = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(
    asText(value).trim(),
  )
  if (!found) return undefined
  const ms = Date.parse(`${found[1]}T${found[2]}${found[3] ?? 'Z'}`)
  return Number.isNaN(ms) ? undefined : ms
}

function daysIn(value: unknown): number[] {
  let list: unknown = value
  try {
    if (typeof value === 'string') list = JSON.parse(value)
  } catch {
    return []
  }
  const days = asList(list).map(asNumber)
  return days.every((day) => day !== undefined && Number.isInteger(day) && day >= 1 && day <= 7)
    ? Array.from(new Set(days as number[])).sort()
    : []
}

const timeIn = (value: unknown) => /^([01]\d|2[0-3]):[0-5]\d/.exec(asText(value))?.[0]
