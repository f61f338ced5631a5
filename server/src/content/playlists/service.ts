import { randomInt, randomUUID } from 'node:crypto'
import { setImmediate as letOthers } from 'node:timers/promises'
import {
  type ActivityKind,
  type CreatePlaylist,
  type IncludePlaylist,
  ItemId,
  MAX_PLAYLISTS_PER_ORGANISATION,
  type OrganisationId,
  PICTURES_PER_PLAYLIST,
  type Playlist,
  type PlaylistChanged,
  PlaylistId,
  type PlaylistIncluded,
  type PlaylistKey,
  playlistPath,
  programmeIdOf,
  REMOVED_PLAYLIST_KEPT_MS,
  readSchedule,
  type UpdatePlaylist,
} from '@placard/contract'
import { type Caller, mayUse } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { positionAtEnd, positionFreed } from '../../platform/database/position.ts'
import { AppError } from '../../platform/errors.ts'
import type { IfMatch } from '../../platform/http/api.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import type { Activity, Change } from '../activity/service.ts'
import { requireRevision, runCommand } from '../commands/service.ts'
import {
  BARE_ITEM,
  changed,
  changeProgramme,
  contentsOf,
  type Done,
  type Found,
  findContents,
  type HeldProgramme,
  ITEMS,
  type ItemState,
  includedIn,
  isSame,
  listItems,
  listZonesOf,
  NOTHING_FOUND,
  removeContents,
  type Sender,
  settle,
  THINGS,
  withIncluders,
} from '../programmes/service.ts'
import { requireEverOn, zoneOffsetsOf } from '../schedules/service.ts'
import * as store from './store.ts'

/** The playlists that the caller may see, by name, with the displays that the caller may use. */
export function listPlaylists(
  context: Context,
  organisationId: OrganisationId,
  caller: Pick<Caller, 'displays'>,
): Promise<Playlist[]> {
  return context.database.snapshot((queries) => readPlaylists(queries, organisationId, caller))
}

async function readPlaylists(
  queries: Queries,
  organisationId: OrganisationId,
  caller: Pick<Caller, 'displays'>,
): Promise<Playlist[]> {
  const playlists = await store.listPlaylists(queries, organisationId)
  const inclusions = await store.listInclusions(queries, organisationId)
  const pictures = await store.listPictures(queries, organisationId, PICTURES_PER_PLAYLIST)
  return playlists.flatMap((playlist): Playlist[] => {
    const displays = inclusions.filter(
      ({ playlistId, id }) => playlistId === playlist.id && (caller.displays === null || mayUse(caller, id)),
    )
    if (caller.displays !== null && displays.length === 0) return []
    return [
      {
        organisationId,
        ...playlist,
        pictures: pictures.filter(({ playlistId }) => playlistId === playlist.id).map(({ url }) => url),
        displays: displays.map(({ id, name, zone }) => ({ id, name, ...(zone === 1 ? {} : { zone }) })),
      },
    ]
  })
}

/** @param revision the new revision */
async function answerOf(
  queries: Queries,
  { organisationId, playlistId }: PlaylistKey,
  caller: Pick<Caller, 'displays'>,
  revision: number,
): Promise<{ playlist: Playlist }> {
  const playlists = await readPlaylists(queries, organisationId, caller)
  const playlist = playlists.find(({ id }) => id === playlistId)
  if (!playlist) throw new Error(`playlist ${organisationId}/${playlistId} was removed while it was held`)
  return { playlist: { ...playlist, revision } }
}

/** Creates an empty playlist. @throws AppError too-many-playlists, organisation-not-found */
export function createPlaylist(
  context: Context,
  sender: Sender,
  organisationId: OrganisationId,
  { name }: CreatePlaylist,
): Promise<PlaylistChanged> {
  return runCommand(
    context,
    sender,
    async (queries) => [await makePlaylist(context, queries, organisationId, name)],
    async (queries, [held]) => {
      if (!held || !('playlistId' in held)) throw new Error('a playlist was not there once it was made')
      const key = { organisationId, playlistId: held.playlistId }
      return {
        answer: { ...(await answerOf(queries, key, sender.caller, 1)), revision: 1 },
        touched: [{ key, activity: activityOf('playlist-added', key, name) }],
      }
    },
  )
}

/** Creates an empty playlist as part of a command, which then locks it. @throws AppError too-many-playlists, organisation-not-found */
export async function makePlaylist(
  context: Context,
  queries: Queries,
  organisationId: OrganisationId,
  name: string,
): Promise<PlaylistKey> {
  await requireRoom(queries, organisationId)
  const key = { organisationId, playlistId: newId() }
  const timeZone = (await store.findCommonTimeZone(queries, organisationId)) ?? 'UTC'
  await store.createPlaylist(queries, key, { name, timeZone, now: context.now() })
  return key
}

/** Locks the organisation, so that the number of playlists cannot change. */
async function requireRoom(queries: Queries, organisationId: OrganisationId): Promise<void> {
  if (!(await lockOrganisation(queries, organisationId))) throw new AppError('organisation-not-found')
  if ((await store.countPlaylists(queries, organisationId)) >= MAX_PLAYLISTS_PER_ORGANISATION) {
    throw new AppError('too-many-playlists')
  }
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** An id in the form of PlaylistId: 103 random bits, as short as possible in addresses. */
function newId(): PlaylistId {
  return PlaylistId.parse(`_${Array.from({ length: 20 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`)
}

/** The log entry for a command on a playlist as a whole. */
export function activityOf(
  kind: Extract<ActivityKind, `playlist-${string}`>,
  { playlistId }: PlaylistKey,
  title: string,
  formerTitle?: string,
): Activity {
  const renamed = formerTitle === undefined || formerTitle === title ? {} : { formerTitle }
  return { kind, changes: [], subject: { type: 'playlist', id: playlistId, title, ...renamed } }
}

/** Changes the name. @throws AppError playlist-not-found */
export function updatePlaylist(
  context: Context,
  sender: Sender,
  key: PlaylistKey,
  { name }: UpdatePlaylist,
): Promise<PlaylistChanged> {
  return changeProgramme(context, sender, key, async (queries, held) => {
    if (name === undefined || name === held.name) {
      return { answer: await answerOf(queries, key, sender.caller, held.revision), changed: false }
    }
    await store.renamePlaylist(queries, key, name)
    const answer = await answerOf(queries, key, sender.caller, held.revision + 1)
    return { answer, changed: true, activity: activityOf('playlist-changed', key, name, held.name) }
  })
}

/**
 * Adds a playlist at the end of the loops of several displays: all of them or none.
 *
 * @throws AppError playlist-not-found, display-not-found and the errors of `settle`, each with the field at fault
 */
export function includePlaylist(
  context: Context,
  sender: Sender,
  key: PlaylistKey,
  { displays, schedule }: IncludePlaylist,
): Promise<PlaylistIncluded> {
  const { organisationId, playlistId } = key
  const targets = [...new Set(displays)].map((displayId) => ({ organisationId, displayId }))
  return runCommand(
    context,
    sender,
    (queries) => withIncluders(queries, [key, ...targets]),
    async (queries, all) => {
      const playlist = all.find((one) => isSame(one, key))
      if (!playlist) throw new AppError('playlist-not-found')
      const done: Done[] = []
      for (const target of targets) {
        const field = `displays.${displays.indexOf(target.displayId)}`
        const held = all.find((one) => isSame(one, target))
        if (!held) throw new AppError('display-not-found', { field })
        requireEverOn(schedule, zoneOffsetsOf(held.timeZone, context.now()))
        const found = findContents(queries, held)
        const items = await found.items()
        if (includedIn(items).includes(playlistId)) continue
        const item: ItemState = {
          ...BARE_ITEM,
          id: ItemId.parse(randomUUID()),
          title: playlist.name,
          url: playlistPath(playlistId),
          playlistId,
          type: 'playlist',
          visible: true,
          schedule: readSchedule(schedule) ?? null,
          position: positionAtEnd(items.at(-1)),
          revision: 1,
          uploadedAt: context.now(),
        }
        await ITEMS.create(queries, held, [item])
        const { activity } = changed(ITEMS, 'item-added', null, item)
        done.push({ held, found, activity })
        await letOthers()
      }
      const touched = await settle(context, queries, done, [], { isOfSeveral: true })
      const answer = await answerOf(queries, key, sender.caller, playlist.revision)
      const inclusions = done.map(({ held }) => ({ programmeId: programmeIdOf(held), revision: held.revision + 1 }))
      return { answer: { ...answer, revision: playlist.revision, inclusions }, touched }
    },
  )
}

/**
 * Removes a playlist from every display and hides it. Its contents are kept as long as it can be restored.
 *
 * @param ifMatch the revision at which it was shown
 * @throws AppError playlist-not-found, changed-meanwhile; playlist-in-zone with the names of the displays
 */
export async function removePlaylist(
  context: Context,
  sender: Sender,
  key: PlaylistKey,
  ifMatch: IfMatch,
): Promise<void> {
  const { revision } = await runCommand(
    context,
    sender,
    (queries) => withIncluders(queries, [key]),
    async (queries, all) => {
      const held = all.find((one) => isSame(one, key))
      if (!held) throw new AppError('playlist-not-found')
      requireRevision(held, ifMatch)
      const displays = await listZonesOf(queries, key)
      if (displays.length > 0) {
        throw new AppError('playlist-in-zone', { display: displays.map(({ name }) => name).join(', ') })
      }
      const found = findContents(queries, key)
      const touched = await settleWhole(context, queries, all, held, found, 'gone')
      await store.setRemoved(queries, key, context.now())
      const activity = activityOf('playlist-removed', key, held.name)
      return {
        answer: { revision: held.revision + 1 },
        touched: touched.map((touch) => (isSame(touch.key, key) ? { ...touch, activity } : touch)),
      }
    },
  )
  const { organisationId, playlistId } = key
  context.bus.publish({ kind: 'programme.removed', organisationId, programmeId: playlistId, revision })
}

/** Restores a playlist on the displays that included it. @throws AppError too-old-to-undo, too-many-playlists, display-too-full */
export function bringBackPlaylist(context: Context, sender: Sender, key: PlaylistKey): Promise<PlaylistChanged> {
  return runCommand(
    context,
    sender,
    async (queries) => {
      await requireRoom(queries, key.organisationId)
      const removed = await store.findRemovedPlaylist(queries, key)
      if (!removed || removed.removedAt < context.now() - REMOVED_PLAYLIST_KEPT_MS) {
        throw new AppError('too-old-to-undo')
      }
      await store.setRemoved(queries, key, null)
      return withIncluders(queries, [key])
    },
    async (queries, all) => {
      const held = all.find((one) => isSame(one, key))
      if (!held) throw new AppError('playlist-not-found')
      await makePlaces(queries, key)
      const found = findContents(queries, key)
      const touched = await settleWhole(context, queries, all, held, found, 'back')
      const revision = held.revision + 1
      const activity = activityOf('playlist-brought-back', key, held.name)
      return {
        answer: { ...(await answerOf(queries, key, sender.caller, revision)), revision },
        touched: touched.map((touch) => (isSame(touch.key, key) ? { ...touch, activity } : touch)),
      }
    },
  )
}

/** If another item has taken the position of an inclusion meanwhile, the inclusion is placed directly after that item. */
async function makePlaces(queries: Queries, { organisationId, playlistId }: PlaylistKey): Promise<void> {
  for (const displayId of await store.listTakenPlaces(queries, { organisationId, playlistId })) {
    const key = { organisationId, displayId }
    const items = await listItems(queries, key)
    const inclusion = items.find((item) => item.playlistId === playlistId)
    if (!inclusion) continue
    const others = items.filter((item) => item !== inclusion)
    await ITEMS.update(queries, key, { ...inclusion, position: positionFreed(others, inclusion.position) })
  }
}

/**
 * Settles the effect on all displays, as if the whole contents were removed or added at once. The log does not list the contents,
 * which are unchanged.
 */
async function settleWhole(
  context: Context,
  queries: Queries,
  all: readonly HeldProgramme[],
  held: HeldProgramme,
  found: Found,
  way: 'gone' | 'back',
) {
  const contents = await contentsOf(found)
  const changes = Object.values(THINGS).flatMap((thing) =>
    contents[thing.list].map(
      (one): Change =>
        way === 'gone'
          ? { thing: thing.name, before: one, after: null }
          : { thing: thing.name, before: null, after: one },
    ),
  )
  const before: Found = way === 'gone' ? found : NOTHING_FOUND
  const activity: Activity = { kind: 'playlist-changed', changes }
  const includers = all.filter((one) => one !== held)
  return settle(context, queries, [{ held, found: before, activity }], includers)
}

export const PLAYLISTS_SWEPT_EVERY_MS = 60 * 60_000

/** Permanently removes playlists that were removed too long ago to be restored. */
export async function sweepPlaylists(context: Context): Promise<void> {
  const before = context.now() - REMOVED_PLAYLIST_KEPT_MS
  for (const key of await store.listRemovedBefore(context.database.queries, before)) {
    await context.database.transaction(async (queries) => {
      // Somebody may restore it at this moment, or have just done so.
      await lockOrganisation(queries, key.organisationId)
      const removed = await store.findRemovedPlaylist(queries, key)
      if (!removed || removed.removedAt >= before) return
      await removeContents(queries, key)
      await store.forgetPlaylist(queries, key)
    })
  }
}

/** For an organisation that is being removed, after its displays. */
export async function removePlaylistsOf(queries: Queries, organisationId: OrganisationId): Promise<void> {
  for (const key of await store.listAll(queries, organisationId)) {
    await removeContents(queries, key)
    await store.forgetPlaylist(queries, key)
  }
}
