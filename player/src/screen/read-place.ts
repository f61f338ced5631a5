import {
  type DisplayId,
  type EnteredScreen,
  MAX_FRAME_MM,
  MAX_PANEL_MM,
  MAX_WALL_SIDE,
  MIN_PANEL_MM,
  type OrganisationId,
  type PairingCode,
  type ScreenCommandId,
  type ScreenCommandKind,
  type ScreenId,
  type ScreenInserts,
  type ScreenPlace,
  type ScreenSecret,
  type ScreenWord,
  type WallPlace,
} from '@placard/contract'
import { isId } from '../page/address.ts'
import { isRecord } from '../page/read/is-record.ts'
import { readManifest } from '../sync/read-manifest.ts'

/** A command from the server. A newer server may send a kind that this player does not know. */
export type Told = { id: ScreenCommandId; kind: ScreenCommandKind | 'unknown'; address: string | null }
export type Place = Omit<ScreenPlace, 'commands' | 'inserts'> & {
  commands: Told[]
  inserts?: ScreenInserts | undefined
}
export type Entered =
  | (Omit<Extract<EnteredScreen, { status: 'paired' }>, 'place'> & { place: Place })
  | Extract<EnteredScreen, { status: 'waiting' }>
export type Word = Exclude<ScreenWord, { status: 'paired' }> | { status: 'paired'; place: Place }

const HEX = /^[0-9a-f]{32}$/
const KINDS = {
  identify: true,
  reload: true,
  restart: true,
  refetch: true,
  'go-elsewhere': true,
} satisfies Record<ScreenCommandKind, true>

/**
 * Does the same as the contract's schemas, without Zod. @returns undefined when the value is invalid; callers then
 * change nothing
 */
export function readEntered(value: unknown): Entered | undefined {
  if (!isRecord(value) || typeof value.secret !== 'string') return undefined
  const secret = value.secret as ScreenSecret
  if (value.status === 'paired') {
    const place = readPlace(value.place)
    return place && { status: 'paired', secret, place }
  }
  const { code, expiresInMs, isLetGo } = value
  if (value.status !== 'waiting' || typeof code !== 'string' || typeof expiresInMs !== 'number') return undefined
  const enrol = value.isEnrolRefused === true ? { isEnrolRefused: true as const } : {}
  return { status: 'waiting', secret, code: code as PairingCode, expiresInMs, isLetGo: isLetGo === true, ...enrol }
}

export function readWord(value: unknown): Word | undefined {
  if (!isRecord(value)) return undefined
  if (value.status === 'unknown') return { status: 'unknown' }
  if (value.status === 'waiting') {
    return { status: 'waiting', shown: typeof value.shown === 'string' ? value.shown : null }
  }
  const place = value.status === 'paired' ? readPlace(value.place) : undefined
  return place && { status: 'paired', place }
}

export function readPlace(value: unknown): Place | undefined {
  if (!isRecord(value)) return undefined
  const { id, organisationId, displayId, name, sentTo, commands } = value
  const wall = readWall(value.wall)
  const testCard = readTestCard(value.testCard)
  const picture = readPicture(value.picture)
  const inserts = readInserts(value)
  if (typeof id !== 'string' || !HEX.test(id) || !isId(organisationId) || typeof name !== 'string') return undefined
  if (displayId !== null && !isId(displayId)) return undefined
  return {
    id: id as ScreenId,
    organisationId: organisationId as OrganisationId,
    displayId: displayId as DisplayId | null,
    name,
    sentTo: typeof sentTo === 'string' ? sentTo : null,
    ...(wall ? { wall } : {}),
    ...(testCard ? { testCard } : {}),
    ...(picture ? { picture } : {}),
    ...(inserts ? { inserts } : {}),
    commands: Array.isArray(commands) ? commands.map(readCommand).filter((one): one is Told => one !== undefined) : [],
  }
}

/** @returns undefined for a place that no wall can have; the screen then shows the whole picture */
function readWall(value: unknown): WallPlace | undefined {
  if (!isRecord(value)) return undefined
  const { columns, rows, column, row, panelWidthMm, panelHeightMm, frameSideMm, frameTopMm } = value
  const isCount = (one: unknown, from: number, to: number): one is number =>
    Number.isInteger(one) && Number(one) >= from && Number(one) <= to
  const isLength = (one: unknown, from: number, to: number): one is number =>
    typeof one === 'number' && one >= from && one <= to
  if (!isCount(columns, 1, MAX_WALL_SIDE) || !isCount(rows, 1, MAX_WALL_SIDE)) return undefined
  if (!isCount(column, 0, columns - 1) || !isCount(row, 0, rows - 1)) return undefined
  if (!isLength(panelWidthMm, MIN_PANEL_MM, MAX_PANEL_MM)) return undefined
  if (!isLength(panelHeightMm, MIN_PANEL_MM, MAX_PANEL_MM)) return undefined
  if (!isLength(frameSideMm, 0, MAX_FRAME_MM) || !isLength(frameTopMm, 0, MAX_FRAME_MM)) return undefined
  return { columns, rows, column, row, panelWidthMm, panelHeightMm, frameSideMm, frameTopMm }
}

/** [LY7] The fields are those of a manifest, and are read as these. */
function readInserts({ organisationId, displayId, inserts: own }: Record<string, unknown>): ScreenInserts | undefined {
  if (!isRecord(own)) return undefined
  const { inserts, zoneOffsets, brand, fonts } = own
  const around = { organisationId, displayId, name: '', revision: 0, loopStartedAt: 0, items: [], lines: [] }
  const read = readManifest({ ...around, inserts, zoneOffsets, brand, fonts })
  if (!read?.inserts) return undefined
  return { inserts: read.inserts, zoneOffsets: read.zoneOffsets, brand: read.brand, fonts: read.fonts }
}

function readTestCard(value: unknown): Place['testCard'] {
  if (!isRecord(value)) return undefined
  const { number, leftMs } = value
  return typeof number === 'number' && typeof leftMs === 'number' ? { number, leftMs } : undefined
}

function readPicture(value: unknown): Place['picture'] {
  if (!isRecord(value) || typeof value.id !== 'string' || !HEX.test(value.id)) return undefined
  const { id, forMs } = value
  return typeof forMs === 'number' && forMs >= 0 ? { id: id as ScreenCommandId, forMs } : undefined
}

function readCommand(value: unknown): Told | undefined {
  if (!isRecord(value) || typeof value.id !== 'string' || !HEX.test(value.id)) return undefined
  const { id, kind, address } = value
  const isKnown = typeof kind === 'string' && Object.keys(KINDS).includes(kind)
  return {
    id: id as ScreenCommandId,
    kind: isKnown ? (kind as ScreenCommandKind) : 'unknown',
    address: typeof address === 'string' ? address : null,
  }
}
