import {
  type Bye,
  type Heartbeat,
  type ItemId,
  isShownType,
  type LineId,
  type Manifest,
  type OrganisationId,
  type ProgrammeId,
  readBoard,
  readBrand,
  readCondition,
  readCornerPieces,
  readFonts,
  readInclusions,
  readInserts,
  readLayout,
  readNotice,
  readOpeningHours,
  readReadCode,
  readSchedule,
  readTakeOvers,
  readWeather,
  readWebPage,
  readZoneOffsets,
} from '@placard/contract'
import { isId, isProgrammeId } from '../page/address.ts'
import { isRecord } from '../page/read/is-record.ts'

/**
 * Does the same as the contract's `readManifest`, without Zod. Zod alone is 26 kB of the 90 that a screen may load, and
 * needs a newer engine than the oldest that is supported. A property test compares the two on every kind of document,
 * and `Whole` makes a new field of the contract a type error here.
 *
 * @returns undefined when the manifest is invalid; callers then change nothing. Entries that this player cannot play
 *   are left out.
 */
export function readManifest(value: unknown): Manifest | undefined {
  if (!isRecord(value) || !Array.isArray(value.items) || !Array.isArray(value.lines)) return undefined
  const {
    organisationId,
    displayId,
    name,
    timeZone,
    language,
    openingHours,
    zoneOffsets,
    inclusions,
    revision,
    loopStartedAt,
    mediaUrl,
    fillsWithoutLines,
    pairedOnly,
    readCode,
    brand,
    takeOvers,
    inserts,
    layout,
    cornerPieces,
    fonts,
  } = value
  if (!isId(organisationId) || !isProgrammeId(displayId) || typeof name !== 'string') return undefined
  if (!isInteger(revision) || !isInteger(loopStartedAt)) return undefined
  const manifest: Whole<Manifest> = {
    organisationId: organisationId as OrganisationId,
    displayId: displayId as ProgrammeId,
    name,
    timeZone: typeof timeZone === 'string' && timeZone.length <= 64 ? timeZone : undefined,
    language: typeof language === 'string' && language.length <= 35 ? language : undefined,
    openingHours: readOpeningHours(openingHours),
    zoneOffsets: readZoneOffsets(zoneOffsets),
    inclusions: readInclusions(inclusions),
    revision,
    loopStartedAt,
    mediaUrl: typeof mediaUrl === 'string' && /^https?:\/\//.test(mediaUrl) ? mediaUrl : undefined,
    fillsWithoutLines: typeof fillsWithoutLines === 'boolean' ? fillsWithoutLines : undefined,
    pairedOnly: pairedOnly === true || undefined,
    readCode: readReadCode(readCode),
    brand: readBrand(brand),
    takeOvers: readTakeOvers(takeOvers, readItem),
    inserts: readInserts(inserts, readItem),
    layout: readLayout(layout, readItem),
    cornerPieces: readCornerPieces(cornerPieces),
    fonts: readFonts(fonts),
    items: keep(value.items, readItem),
    lines: keep(value.lines, readLine),
  }
  return manifest
}

/** @returns the server's clock, or undefined when the value is not a heartbeat */
export function readHeartbeat(value: unknown): Heartbeat | undefined {
  return isRecord(value) && isInteger(value.at) ? { at: value.at } : undefined
}

/** Reads a good-bye. An unreadable one counts too, because the stream ends anyway. */
export function readBye(value: unknown): Pick<Bye, 'retryAfterMs'> {
  return { retryAfterMs: isRecord(value) && isInteger(value.retryAfterMs) ? value.retryAfterMs : 0 }
}

type Whole<T> = { [Key in keyof Required<T>]: T[Key] }
type Item = Manifest['items'][number]
type Line = Manifest['lines'][number]

export function readItem(value: unknown): Item | undefined {
  if (!isRecord(value)) return undefined
  const { id, type, url, duration, fit, focus, sound, schedule, inclusion, sha256, sizeBytes } = value
  const notice = readNotice(value.notice)
  const contents = readBoard(value.contents)
  const weather = readWeather(value.weather)
  if (!isId(id) || typeof url !== 'string') return undefined
  if (!isShownType(type) || (type === 'notice' && !notice) || (type === 'board' && !contents)) return undefined
  if (type === 'weather' && !weather) return undefined
  if (duration !== undefined && !(typeof duration === 'number' && Number.isFinite(duration))) return undefined
  if (sha256 !== undefined && typeof sha256 !== 'string') return undefined
  if (sizeBytes !== undefined && !isInteger(sizeBytes)) return undefined
  const item: Whole<Item> = {
    id: id as ItemId,
    type,
    url,
    duration,
    fit: fit === 'contain' || fit === 'cover' ? fit : undefined,
    focus: readFocus(focus),
    notice,
    sound: sound === true || undefined,
    webPage: readWebPage(value.webPage),
    contents,
    weather,
    schedule: readSchedule(schedule),
    condition: readCondition(value.condition),
    inclusion: readInclusion(inclusion),
    sha256,
    sizeBytes,
  }
  return item
}

function readFocus(value: unknown): Item['focus'] {
  if (!isRecord(value) || !isShare(value.x) || !isShare(value.y)) return undefined
  return { x: value.x, y: value.y }
}

function readInclusion(value: unknown): number | undefined {
  return isInteger(value) && value >= 0 ? value : undefined
}

export function readLine(value: unknown): Line | undefined {
  if (!isRecord(value)) return undefined
  const { id, text, schedule, condition, inclusion } = value
  if (!isId(id) || typeof text !== 'string') return undefined
  const line: Whole<Line> = {
    id: id as LineId,
    text,
    schedule: readSchedule(schedule),
    condition: readCondition(condition),
    inclusion: readInclusion(inclusion),
  }
  return line
}

function keep<T>(values: unknown[], read: (value: unknown) => T | undefined): T[] {
  const kept: T[] = []
  for (const value of values) {
    const one = read(value)
    if (one !== undefined) kept.push(one)
  }
  return kept
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1
}
