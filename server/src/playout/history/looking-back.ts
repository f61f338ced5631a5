import {
  type ActivityKind,
  type Line,
  type OrganisationId,
  type PastManifest,
  type PlaylistId,
  type ProgrammeId,
  type ProgrammeKey,
  programmeIdOf,
  UNDO_MS,
} from '@placard/contract'
import { loopStartAfter, type Playable } from '@placard/playback'
import { findNextInstant, findRevisionAt, findStep, type ToldStep } from '../../content/activity/service.ts'
import { findMediaFile } from '../../content/media/service.ts'
import {
  type Contents,
  fileReaderOf,
  type ItemState,
  includedIn,
  listCornerPieces,
  listItemsWithRemoved,
  listLayouts,
  listLines,
  listTold,
  notFound,
  pictureOf,
  playableOf,
  playlistsInZones,
  readSources,
  readSourcesOf,
  type Sources,
  type WholeContents,
} from '../../content/programmes/service.ts'
import { zoneOffsetsOf } from '../../content/schedules/service.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { manifestOf, readTimeZone } from '../manifest/service.ts'
import { kindsOf } from './groups.ts'
import { readPast } from './past.ts'

/** Changes of its items that are examined to find the start of a loop. */
const MAX_LOOKED_AT = 500

/** Kinds of changes that do not affect any loop. */
const LOOP_STAYS: readonly ActivityKind[] = [
  ...kindsOf('line', 'lines', 'layout', 'corner-piece'),
  'display-changed',
  'playlist-changed',
]
const COMES_AND_GOES: readonly ActivityKind[] = ['playlist-removed', 'playlist-brought-back']

/** One programme at a moment in the past. */
type Then = {
  key: ProgrammeKey
  /** The last revision in its own log at that moment. */
  revision: number
  contents: Contents
  /** False for a playlist that was removed. */
  isThere: boolean
}

/** A programme and the playlists that it included, by id. */
type Scene = { own: Then; playlists: Map<PlaylistId, Then> }

/**
 * Reads what a display or a playlist played at a moment: its contents, those of its playlists, and the position of its loop. The
 * name and the settings are the present ones.
 *
 * @param at milliseconds since 1970; a future moment counts as now
 * @throws AppError display-not-found, playlist-not-found, past-not-known
 */
export function readPastManifest(context: Context, key: ProgrammeKey, at: number): Promise<PastManifest> {
  return context.database.snapshot(async (queries) => {
    const now = context.now()
    const then = Math.min(at, now)
    const told = (await listTold(queries, key.organisationId, [programmeIdOf(key)])).get(programmeIdOf(key))
    const timeZone = await readTimeZone(queries, key)
    if (!told || timeZone === undefined) throw new AppError(notFound(key))
    if (then < now - UNDO_MS || then < told.createdAt) throw new AppError('past-not-known')
    try {
      const own = await findThen(queries, key, then, now)
      const scene = { own, playlists: await findPlaylists(queries, own, then, now) }
      const loopStartedAt = await findLoopStart(context, queries, scene, { createdAt: told.createdAt, timeZone, now })
      const zones = await findZoneStarts(context, queries, scene, now)
      const manifest = await manifestOf(
        context,
        queries,
        key,
        await wholeOf(queries, scene),
        { revision: own.revision, loopStartedAt },
        (id) => zones.get(id) ?? 0,
      )
      return { manifest, until: await findEnd(queries, scene) }
    } catch (error) {
      // The error that fits a reader, who undoes nothing.
      if (error instanceof AppError && error.code === 'too-old-to-undo') {
        throw new AppError('past-not-known', { cause: error })
      }
      throw error
    }
  })
}

/** @throws AppError too-old-to-undo if the log does not reach back that far */
async function findThen(queries: Queries, key: ProgrammeKey, at: number, now: number): Promise<Then> {
  const told = (await listTold(queries, key.organisationId, [programmeIdOf(key)])).get(programmeIdOf(key))
  const present = {
    items: await listItemsWithRemoved(queries, key),
    lines: await listLines(queries, key),
    layouts: await listLayouts(queries, key),
    cornerPieces: await listCornerPieces(queries, key),
  }
  const from = told?.toldRevision ?? 0
  const to = Math.min(await revisionAt(queries, key, at, from), from)
  const contents = to === from ? present : await readPast(queries, key, present, { from, to }, now)
  return { key, revision: to, contents, isThere: await wasThere(queries, key, to) }
}

/** @throws AppError past-not-known: before the first logged revision */
async function revisionAt(queries: Queries, key: ProgrammeKey, at: number, present: number): Promise<number> {
  const revision = await findRevisionAt(queries, key, at)
  if (revision !== undefined) return revision
  if ((await findNextInstant(queries, key, 0)) !== undefined) throw new AppError('past-not-known')
  return present
}

async function wasThere(queries: Queries, key: ProgrammeKey, revision: number): Promise<boolean> {
  if (!('playlistId' in key)) return true
  return (await findStep(queries, key, revision, { only: COMES_AND_GOES }))?.kind !== 'playlist-removed'
}

/** The start of the loop of each playlist in a zone. It runs by the time zone of the playlist. */
async function findZoneStarts(
  context: Context,
  queries: Queries,
  { own, playlists }: Scene,
  now: number,
): Promise<Map<PlaylistId, number>> {
  const starts = new Map<PlaylistId, number>()
  const { organisationId } = own.key
  for (const playlistId of playlistsInZones(own.contents.layouts)) {
    const playlist = playlists.get(playlistId)
    const told = (await listTold(queries, organisationId, [playlistId])).get(playlistId)
    const timeZone = await readTimeZone(queries, { organisationId, playlistId })
    if (!playlist || !told || timeZone === undefined) continue
    const scene = { own: playlist, playlists: new Map() }
    starts.set(playlistId, await findLoopStart(context, queries, scene, { createdAt: told.createdAt, timeZone, now }))
  }
  return starts
}

/** The playlists of a programme: those that its items include, and those in its zones. */
const playlistsOf = ({ items, layouts }: Contents) => [...includedIn(items), ...playlistsInZones(layouts)]

/** The playlists of a programme, in addition to the known ones. */
async function findPlaylists(
  queries: Queries,
  { key: { organisationId }, contents }: Then,
  at: number,
  now: number,
  known: Map<PlaylistId, Then> = new Map(),
): Promise<Map<PlaylistId, Then>> {
  const playlists = new Map(known)
  for (const playlistId of playlistsOf(contents)) {
    if (!playlists.has(playlistId)) {
      playlists.set(playlistId, await findThen(queries, { organisationId, playlistId }, at, now))
    }
  }
  return playlists
}

/** @returns the next moment at which any part of it changed; null: nothing has changed since */
async function findEnd(queries: Queries, scene: Scene): Promise<number | null> {
  const instants: number[] = []
  for (const { key, revision } of partsOf(scene)) {
    const instant = await findNextInstant(queries, key, revision)
    if (instant !== undefined) instants.push(instant)
  }
  return instants.length > 0 ? Math.min(...instants) : null
}

const partsOf = ({ own, playlists }: Scene): Then[] => {
  const included = new Set(playlistsOf(own.contents))
  return [own, ...[...playlists.values()].filter(({ key }) => 'playlistId' in key && included.has(key.playlistId))]
}

type LoopFacts = { createdAt: number; timeZone: string; now: number }

/**
 * Finds the start of the loop that ran at a moment. Goes back change by change to one that certainly restarted the loop, and then
 * forward again as the server did. If the log does not reach back that far, the oldest logged change is used.
 */
async function findLoopStart(
  context: Context,
  queries: Queries,
  from: Scene,
  { createdAt, timeZone, now }: LoopFacts,
): Promise<number> {
  const zoneOffsets = zoneOffsetsOf(timeZone, context.now())
  let sources: Sources | undefined
  const playsIn = async (scene: Scene): Promise<Omit<Playable, 'loopStartedAt'>> => {
    sources = await readThen(queries, scene, sources)
    return {
      ...playableOf(scene.own.contents, (id) => contentsOf(scene, id), sources, { zoneOffsets }, now),
      zoneOffsets,
    }
  }
  const passed: { before: Omit<Playable, 'loopStartedAt'>; after: Omit<Playable, 'loopStartedAt'>; at: number }[] = []
  let startedAt = createdAt
  let scene = from
  for (let lookedAt = 0; lookedAt < MAX_LOOKED_AT; lookedAt += 1) {
    const last = await findLastStep(queries, scene)
    if (!last) break
    const { at } = last.step
    startedAt = at
    const former = await takeBack(queries, scene, last, now)
    if (!former) break
    const [before, after] = [await playsIn(former), await playsIn(scene)]
    const isAnew = loopStartAfter({ ...before, loopStartedAt: at - 1 }, after, at) === at
    if (isAnew) break
    passed.push({ before, after, at })
    startedAt = createdAt
    scene = former
  }
  return passed.reduceRight(
    (loopStartedAt, { before, after, at }) => loopStartAfter({ ...before, loopStartedAt }, after, at),
    startedAt,
  )
}

const itemsOf = ({ own, playlists }: Scene): ItemState[] =>
  [own, ...playlists.values()].flatMap(({ contents }) => contents.items)

const linesOf = ({ own, playlists }: Scene): Line[] =>
  [own, ...playlists.values()].flatMap(({ contents }) => contents.lines)

function contentsOf({ playlists }: Scene, id: PlaylistId): Contents | undefined {
  const playlist = playlists.get(id)
  return playlist?.isThere ? playlist.contents : undefined
}

type LastStep = { part: Then; step: ToldStep }

/** The newest change of any part that may have affected the loop. */
async function findLastStep(queries: Queries, scene: Scene): Promise<LastStep | undefined> {
  let last: LastStep | undefined
  for (const part of partsOf(scene)) {
    const step = await findStep(queries, part.key, part.revision, { without: LOOP_STAYS })
    if (step && (!last || step.at > last.step.at)) last = { part, step }
  }
  return last
}

/** The scene before a change. Undefined if the log does not reach back that far. */
async function takeBack(
  queries: Queries,
  scene: Scene,
  { part, step }: LastStep,
  now: number,
): Promise<Scene | undefined> {
  try {
    const { key, revision, contents } = part
    const past = await readPast(queries, key, contents, { from: revision, to: step.before }, now)
    const former = {
      key,
      revision: past.revision,
      contents: past,
      isThere: await wasThere(queries, key, past.revision),
    }
    if ('playlistId' in key && part !== scene.own) {
      return { own: scene.own, playlists: new Map(scene.playlists).set(key.playlistId, former) }
    }
    // A playlist that was not included for a while has changed since, so it must be read again.
    const included = new Set(partsOf(scene))
    const known = new Map([...scene.playlists].filter(([, playlist]) => included.has(playlist)))
    return { own: former, playlists: await findPlaylists(queries, former, step.at, now, known) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'too-old-to-undo') return undefined
    throw error
  }
}

async function wholeOf(queries: Queries, scene: Scene): Promise<WholeContents> {
  const { organisationId } = scene.own.key
  const contents = new Map<ProgrammeId, Contents>([[programmeIdOf(scene.own.key), scene.own.contents]])
  for (const [id, { contents: held, isThere }] of scene.playlists) if (isThere) contents.set(id, held)
  const files = await findFiles(queries, organisationId, [...contents.values()])
  // The former entries of a feed are not stored, and the present ones would be wrong for that day.
  const sources = { ...(await readSourcesOf(queries, organisationId, [...contents.values()])), feeds: new Map() }
  return { contents, sources, fileOf: fileReaderOf(files, sources) }
}

/** The former entries of a feed and the former weather are not stored, and the present ones would be wrong for that day. */
async function readThen(queries: Queries, scene: Scene, known?: Sources): Promise<Sources> {
  const { organisationId } = scene.own.key
  const sources = await readSources(queries, organisationId, itemsOf(scene), known, linesOf(scene))
  return { ...sources, feeds: new Map(), weather: new Map() }
}

type MediaId = NonNullable<ItemState['mediaId']>

async function findFiles(queries: Queries, organisationId: OrganisationId, all: Contents[]) {
  const files = new Map<MediaId, Awaited<ReturnType<typeof findMediaFile>>>()
  const named = all.flatMap(({ items, cornerPieces }) => [
    ...items.map(({ mediaId }) => mediaId),
    ...cornerPieces.map(pictureOf),
  ])
  for (const mediaId of named) {
    if (mediaId !== null && !files.has(mediaId))
      files.set(mediaId, await findMediaFile(queries, organisationId, mediaId))
  }
  return files
}
