import { isDeepStrictEqual } from 'node:util'
import type { DisplayKey, Layout, LayoutChanged, OrganisationId, PlaylistKey, SetLayout } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError, fieldIs } from '../../platform/errors.ts'
import type { IfMatch } from '../../platform/http/api.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import type { Activity } from '../activity/service.ts'
import { runCommand } from '../commands/service.ts'
import { requireCondition } from '../conditions/service.ts'
import { activityOf, makePlaylist } from '../playlists/service.ts'
import {
  findProgramme,
  isSame,
  LAYOUTS,
  type LayoutState,
  layoutOf,
  layoutStateOf,
  listLayouts,
  type Sender,
} from '../programmes/service.ts'

type Wanted = NonNullable<SetLayout['layout']>

/**
 * Sets the layout of a display, or removes it. Playlists that are only named are made with it. The loops of the display and of
 * the playlists go on.
 *
 * @param ifMatch the revision of the layout that the sender was shown, 0 for none
 * @throws AppError display-not-found; changed-meanwhile with the present layout; playlist-not-found and too-many-playlists with
 * the field of the zone, and those of `requireCondition`
 */
export function setLayout(
  context: Context,
  sender: Sender,
  { organisationId, displayId }: DisplayKey,
  { layout: wanted }: SetLayout,
  ifMatch: IfMatch,
): Promise<LayoutChanged> {
  const key = { organisationId, displayId }
  const made: { key: PlaylistKey; name: string }[] = []
  let zones: Layout['zones'] = []
  return runCommand(
    context,
    sender,
    async (queries) => {
      // So that no playlist of a zone is removed meanwhile.
      if (!(await lockOrganisation(queries, organisationId))) throw new AppError('display-not-found')
      zones = await zonesOf(context, queries, sender, organisationId, wanted?.zones ?? [], made)
      return [key, ...made.map((playlist) => playlist.key)]
    },
    async (queries, all) => {
      const held = all.find((one) => isSame(one, key))
      if (!held) throw new AppError('display-not-found')
      const [before] = await listLayouts(queries, key)
      if (ifMatch !== 'any' && ifMatch !== (before?.revision ?? 0)) {
        throw new AppError('changed-meanwhile', { current: before ? layoutOf(before) : null })
      }
      // Above all revisions that the layout has had, also if it was removed in between.
      const after = wanted && layoutStateOf({ ...wanted, zones, revision: held.revision + 1 })
      if (isAlike(before, after)) {
        return { answer: { layout: before ? layoutOf(before) : null, revision: held.revision }, touched: [] }
      }
      if (!after) await LAYOUTS.remove(queries, key, (before as LayoutState).id)
      else if (before) await LAYOUTS.update(queries, key, after)
      else await LAYOUTS.create(queries, key, [after])
      const activity: Activity = {
        kind: after ? 'layout-changed' : 'layout-removed',
        changes: [{ thing: 'layout', before: before ?? null, after }],
        subject: { type: 'layout', id: (after ?? before)?.id ?? '', title: held.name },
      }
      return {
        answer: { layout: after && layoutOf(after), revision: held.revision + 1 },
        touched: [
          { key, activity },
          ...made.map(({ key: playlist, name }) => ({
            key: playlist,
            activity: activityOf('playlist-added', playlist, name),
          })),
        ],
      }
    },
  )
}

/** @param made receives the playlists that were made for zones with only a name */
async function zonesOf(
  context: Context,
  queries: Queries,
  { caller }: Sender,
  organisationId: OrganisationId,
  wanted: Wanted['zones'],
  made: { key: PlaylistKey; name: string }[],
): Promise<Layout['zones']> {
  const zones: Layout['zones'] = []
  for (const [index, { playlistId, name = '', stays, condition: asked }] of wanted.entries()) {
    const condition = await requireCondition(queries, caller, organisationId, asked, {
      field: `layout.zones.${index}.condition`,
    })
    const settings = { stays, ...(condition ? { condition } : {}) }
    if (playlistId !== undefined) {
      if (!(await findProgramme(queries, { organisationId, playlistId }))) {
        throw new AppError('playlist-not-found', { field: `layout.zones.${index}.playlistId` })
      }
      zones.push({ playlistId, ...settings })
      continue
    }
    const field = `layout.zones.${index}.name`
    const key = await makePlaylist(context, queries, organisationId, name).catch(fieldIs(field))
    made.push({ key, name })
    zones.push({ playlistId: key.playlistId, ...settings })
  }
  return zones
}

function isAlike(one: LayoutState | undefined, other: LayoutState | null): boolean {
  const withoutRevision = (state: LayoutState | null | undefined) => state && { ...state, revision: 0 }
  return isDeepStrictEqual(withoutRevision(one) ?? null, withoutRevision(other) ?? null)
}
