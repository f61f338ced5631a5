import {
  isPlaylistId,
  isShownType,
  type Line,
  type Manifest,
  type ManifestItem,
  type ManifestLine,
  type Programme,
  type ProgrammeId,
  type ProgrammeKey,
  programmeIdOf,
} from '@placard/contract'
import type { FlatProgramme } from '@placard/playback'
import type { Context } from '../platform/context.ts'
import type { Queries } from '../platform/database/database.ts'
import {
  flatten,
  type HeldItem,
  type ItemState,
  includedIn,
  itemOf,
  listItemsOf,
  listLinesOf,
  urlOf,
} from '../programmes/service.ts'
import { zoneOffsetsOf } from '../schedules/service.ts'
import * as store from './store.ts'

/** Reads a programme as a player needs it: without contents once its display was removed, undefined when there never was one. */
export function readManifest(context: Context, key: ProgrammeKey): Promise<Manifest | undefined> {
  return context.database.snapshot(async (queries) => {
    const facts = await store.findFacts(queries, key)
    if (!facts) return manifestOfRemoved(queries, key, mediaFrom(context))
    const { own, playlists, fileOf } = await readEverything(queries, key)
    const { items, lines, inclusions } = flatten(own, (id) => playlists.get(id))
    const isScheduled =
      inclusions.length > 0 ||
      hasSchedule(
        items.map(({ item }) => item),
        lines.map(({ line }) => line),
      )
    return {
      organisationId: key.organisationId,
      displayId: programmeIdOf(key),
      name: facts.name,
      timeZone: facts.timeZone,
      ...(isScheduled ? { zoneOffsets: zoneOffsetsOf(facts.timeZone, context.now()) } : {}),
      ...(inclusions.length > 0 ? { inclusions } : {}),
      revision: facts.revision,
      loopStartedAt: facts.loopStartedAt,
      ...mediaFrom(context),
      ...(facts.fillsWithoutLines ? { fillsWithoutLines: true } : {}),
      items: items.flatMap((one) => toManifestItem(one, fileOf(one.item))),
      lines: lines.map(toManifestLine),
    }
  })
}

const hasSchedule = (...lists: readonly (readonly { schedule?: unknown }[])[]) =>
  lists.some((list) => list.some(({ schedule }) => schedule))

/** That of what `readManifest` would answer. */
export async function readRevision(context: Context, key: ProgrammeKey): Promise<number | undefined> {
  const { queries } = context.database
  return ((await store.findFacts(queries, key)) ?? (await store.findRemovedDisplay(queries, key)))?.revision
}

/** A screen must not go on showing what its owners have removed, even if it was switched off at the time. */
async function manifestOfRemoved(
  queries: Queries,
  key: ProgrammeKey,
  from: Pick<Manifest, 'mediaUrl'>,
): Promise<Manifest | undefined> {
  const removed = await store.findRemovedDisplay(queries, key)
  if (!removed) return undefined
  const { revision, removedAt } = removed
  const { organisationId } = key
  const displayId = programmeIdOf(key)
  return { organisationId, displayId, name: '', revision, loopStartedAt: removedAt, ...from, items: [], lines: [] }
}

/** Everything that a programme holds and includes, or undefined when there is no such programme. */
export function readProgramme(context: Context, key: ProgrammeKey): Promise<Programme | undefined> {
  return context.database.snapshot(async (queries) => {
    const facts = await store.findFacts(queries, key)
    if (!facts) return undefined
    const { loopStartedAt: _, ...shown } = facts
    const { own, playlists } = await readEverything(queries, key)
    const names = new Map(own.items.map((item) => [item.playlistId, item.title]))
    return {
      organisationId: key.organisationId,
      id: programmeIdOf(key),
      ...shown,
      ...mediaFrom(context),
      zoneOffsets: zoneOffsetsOf(facts.timeZone, context.now()),
      items: own.items.map(itemOf),
      lines: own.lines,
      playlists: [...playlists].flatMap(([id, { items, lines }]) =>
        isPlaylistId(id) ? [{ id, name: names.get(id) ?? '', items: items.map(itemOf), lines }] : [],
      ),
    }
  })
}

type Contents = { items: ItemState[]; lines: Line[] }
type FileOf = (item: ItemState) => HeldItem['file']

/** What a programme holds itself, and what the playlists hold that it includes. */
async function readEverything(
  queries: Queries,
  key: ProgrammeKey,
): Promise<{ own: Contents; playlists: Map<ProgrammeId, Contents>; fileOf: FileOf }> {
  const { organisationId } = key
  const id = programmeIdOf(key)
  const held = await listItemsOf(queries, organisationId, [id])
  const own: Contents = { items: held.map(({ item }) => item), lines: [] }
  const included = includedIn(own.items)
  const playlists = new Map(included.map((one): [ProgrammeId, Contents] => [one, { items: [], lines: [] }]))
  const brought = await listItemsOf(queries, organisationId, included)
  for (const { programmeId, item } of brought) playlists.get(programmeId)?.items.push(item)
  for (const { programmeId, line } of await listLinesOf(queries, organisationId, [id, ...included])) {
    ;(programmeId === id ? own : playlists.get(programmeId))?.lines.push(line)
  }
  const files = new Map([...held, ...brought].map(({ item, file }) => [item.id, file]))
  return { own, playlists, fileOf: (item) => files.get(item.id) }
}

function mediaFrom({ config: { mediaUrl } }: Context): Pick<Manifest, 'mediaUrl'> {
  return mediaUrl === undefined ? {} : { mediaUrl }
}

type Flat = FlatProgramme<ItemState, Line>

function toManifestItem({ item, inclusion }: Flat['items'][number], file: HeldItem['file']): Manifest['items'] {
  const url = urlOf(item)
  if (!url.playable || !isShownType(item.type)) return []
  const isCut = item.fit === 'cover'
  const entry: Whole<ManifestItem> = {
    id: item.id,
    type: item.type,
    url: url.href,
    duration: item.durationSeconds ?? undefined,
    // Nothing is cut, so there is nothing to keep in sight.
    fit: isCut ? 'cover' : undefined,
    focus: isCut ? (item.focus ?? undefined) : undefined,
    schedule: item.schedule ?? undefined,
    inclusion,
    sha256: file?.sha256,
    sizeBytes: file?.sizeBytes,
  }
  return [entry]
}

function toManifestLine({ line: { id, text, schedule }, inclusion }: Flat['lines'][number]): ManifestLine {
  const entry: Whole<ManifestLine> = { id, text, schedule, inclusion }
  return entry
}

/** With a word on each field, so that one which the contract gains does not compile without. */
type Whole<T> = { [Key in keyof Required<T>]: T[Key] }
