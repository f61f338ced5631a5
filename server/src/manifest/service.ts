import {
  type DisplayKey,
  type Line,
  type Manifest,
  type ManifestItem,
  type ManifestLine,
  type Programme,
  readItemUrl,
} from '@placard/contract'
import { findDisplay, findRemovedDisplay } from '../displays/store.ts'
import { listItems } from '../items/service.ts'
import { listLines } from '../lines/store.ts'
import type { Context } from '../platform/context.ts'
import type { Queries } from '../platform/database/database.ts'
import { zoneOffsetsOf } from '../schedules/service.ts'
import { listShownItems, type ShownItem } from './store.ts'

/** Reads a display as a player needs it: without contents once it was removed, undefined when there never was one. */
export function readManifest(context: Context, key: DisplayKey): Promise<Manifest | undefined> {
  return context.database.snapshot(async (queries) => {
    const display = await findDisplay(queries, key)
    if (!display) return manifestOfRemoved(queries, key, mediaFrom(context))
    const items = await listShownItems(queries, key)
    const lines = await listLines(queries, key)
    const isScheduled = [...items, ...lines].some(({ schedule }) => schedule)
    return {
      organisationId: display.organisationId,
      displayId: display.id,
      name: display.name,
      timeZone: display.timeZone,
      ...(isScheduled ? { zoneOffsets: zoneOffsetsOf(display.timeZone, context.now()) } : {}),
      revision: display.revision,
      loopStartedAt: display.loopStartedAt,
      ...mediaFrom(context),
      ...(display.fillsWithoutLines ? { fillsWithoutLines: true } : {}),
      items: items.flatMap(toManifestItem),
      lines: lines.map(toManifestLine),
    }
  })
}

/** That of what `readManifest` would answer. */
export async function readRevision(context: Context, key: DisplayKey): Promise<number | undefined> {
  const { queries } = context.database
  return ((await findDisplay(queries, key)) ?? (await findRemovedDisplay(queries, key)))?.revision
}

/** A screen must not go on showing what its owners have removed, even if it was switched off at the time. */
async function manifestOfRemoved(
  queries: Queries,
  key: DisplayKey,
  from: Pick<Manifest, 'mediaUrl'>,
): Promise<Manifest | undefined> {
  const removed = await findRemovedDisplay(queries, key)
  if (!removed) return undefined
  const { revision, removedAt } = removed
  return { ...key, name: '', revision, loopStartedAt: removedAt, ...from, items: [], lines: [] }
}

/** Everything that a display holds, or undefined when there is no such display. */
export function readProgramme(context: Context, key: DisplayKey): Promise<Programme | undefined> {
  return context.database.snapshot(async (queries) => {
    const display = await findDisplay(queries, key)
    if (!display) return undefined
    const { loopStartedAt: _, ...shown } = display
    return {
      ...shown,
      ...mediaFrom(context),
      zoneOffsets: zoneOffsetsOf(display.timeZone, context.now()),
      items: await listItems(queries, key),
      lines: await listLines(queries, key),
    }
  })
}

function mediaFrom({ config: { mediaUrl } }: Context): Pick<Manifest, 'mediaUrl'> {
  return mediaUrl === undefined ? {} : { mediaUrl }
}

function toManifestItem(item: ShownItem): Manifest['items'] {
  const url = readItemUrl(item.type, item.url)
  if (!url.playable) return []
  const isCut = item.fit === 'cover'
  const hasFile = item.sha256 !== null && item.sizeBytes !== null
  const entry: Whole<ManifestItem> = {
    id: item.id,
    type: item.type,
    url: url.href,
    duration: item.durationSeconds ?? undefined,
    // Nothing is cut, so there is nothing to keep in sight.
    fit: isCut ? 'cover' : undefined,
    focus: isCut ? (item.focus ?? undefined) : undefined,
    schedule: item.schedule ?? undefined,
    sha256: hasFile ? (item.sha256 ?? undefined) : undefined,
    sizeBytes: hasFile ? (item.sizeBytes ?? undefined) : undefined,
  }
  return [entry]
}

function toManifestLine({ id, text, schedule }: Line): ManifestLine {
  const entry: Whole<ManifestLine> = { id, text, schedule }
  return entry
}

/** With a word on each field, so that one which the contract gains does not compile without. */
type Whole<T> = { [Key in keyof Required<T>]: T[Key] }
