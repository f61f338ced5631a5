import { type DisplayKey, MAX_ITEMS_PER_DISPLAY, MAX_LINES_PER_DISPLAY, type Manifest } from '@placard/contract'
import type { Database } from '../cache/database.ts'
import type { GoodManifests } from '../cache/library.ts'
import { CLOCK_RECORD } from '../cache/record-names.ts'
import { isRecord } from '../page/read/is-record.ts'
import { parseJson } from '../page/read/parse-json.ts'
import { readManifest } from './read-manifest.ts'

/** The server's clock, as last known. */
export type RememberedClock = {
  /** Milliseconds by which it is ahead of the device's clock. */
  aheadMs: number
  /** A time that the server's clock has passed, in milliseconds since 1970. */
  heardAt: number
}

const UNNEEDED = 'unneeded'
const MANIFEST = 'manifest '
/** The files of a display that this device has not shown for this long may be deleted. */
const FORGOTTEN_AFTER_MS = 30 * 24 * 60 * 60_000

/**
 * The records of this device. A manifest is one record, replaced by one write, so it is always either the old or the
 * new one ([OF3], [F17]). All values are validated like foreign data when they are read ([B95]).
 */
export type LastGood = GoodManifests & {
  load(): Promise<Manifest | undefined>
  loadClock(): Promise<RememberedClock | undefined>
  saveClock(clock: RememberedClock): Promise<void>
}

/** The name of the record of a display's manifest. */
export const manifestRecordOf = ({ organisationId, displayId }: DisplayKey) =>
  `${MANIFEST}${organisationId}/${displayId}`

/** @param wallNow milliseconds since 1970, the device's own clock */
export function createLastGood(database: Database, key: DisplayKey, wallNow: () => number): LastGood {
  const own = manifestRecordOf(key)
  const read = async (name: string) => parseJson(await database.get('records', name))
  const write = (name: string, value: unknown) => database.put('records', name, JSON.stringify(value))

  return {
    async load() {
      const manifest = readRecord(await read(own))?.manifest
      if (manifest?.organisationId !== key.organisationId || manifest.displayId !== key.displayId) return undefined
      return manifest
    },
    save: (manifest) => write(own, { savedAt: wallNow(), manifest }),
    isThere: async () => (await database.get('records', own)) !== undefined,
    async all() {
      const manifests: Manifest[] = []
      for (const name of await database.keys('records')) {
        if (!name.startsWith(MANIFEST)) continue
        const record = readRecord(await read(name))
        if (record && (name === own || wallNow() - record.savedAt < FORGOTTEN_AFTER_MS)) manifests.push(record.manifest)
        else await database.remove('records', name)
      }
      return manifests
    },
    async loadClock() {
      const value = await read(CLOCK_RECORD)
      if (!isRecord(value) || !isNumber(value.aheadMs) || !isNumber(value.heardAt)) return undefined
      return { aheadMs: value.aheadMs, heardAt: value.heardAt }
    },
    saveClock: (clock) => write(CLOCK_RECORD, clock),
    async loadUnneeded() {
      const value = await read(UNNEEDED)
      const entries = Array.isArray(value) ? value.filter(isUrlAndTime) : []
      return new Map(entries)
    },
    saveUnneeded: (unneeded) => write(UNNEEDED, Array.from(unneeded)),
  }
}

function readRecord(value: unknown): { savedAt: number; manifest: Manifest } | undefined {
  if (!isRecord(value) || !isNumber(value.savedAt)) return undefined
  const manifest = readManifest(value.manifest)
  if (!manifest || manifest.lines.length > MAX_LINES_PER_DISPLAY) return undefined
  const { items, layout } = manifest
  if ([{ items }, ...(layout?.zones ?? [])].some((zone) => zone.items.length > MAX_ITEMS_PER_DISPLAY)) return undefined
  return { savedAt: value.savedAt, manifest }
}

function isUrlAndTime(value: unknown): value is [string, number] {
  return Array.isArray(value) && typeof value[0] === 'string' && isNumber(value[1])
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
