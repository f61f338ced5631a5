import {
  type Layout,
  type OrganisationId,
  PlaylistId,
  type PlaylistKey,
  type ProgrammeId,
  type ProgrammeKey,
  programmeIdOf,
} from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { inOrganisation } from '../../platform/database/in-organisation.ts'
import { statement } from '../../platform/database/statement.ts'
import { removeWhere, updateWhere } from '../../platform/database/where.ts'
import { comparedBy, readStoredCondition, storedConditionOf } from '../conditions/service.ts'
import { sourcesToStore } from '../values/service.ts'
import { type LayoutState, readLayoutRow } from './layout-state.ts'

/** A layout and its display. */
export type HeldLayout = { programmeId: ProgrammeId; layout: LayoutState }

const selectLayouts = statement(
  (queries, { organisationId, ids }: { organisationId: OrganisationId; ids: readonly ProgrammeId[] }) =>
    queries
      .selectFrom('layout')
      .innerJoin('zone', inOrganisation({ 'zone.programme_id': 'layout.programme_id' }))
      .select([
        'layout.programme_id as programmeId',
        'arrangement',
        'dividers',
        'side',
        'pinned',
        'revision',
        'playlist_id as playlistId',
        'stays',
        'condition',
      ])
      .where('layout.organisation_id', '=', organisationId)
      .where('layout.programme_id', 'in', ids)
      .orderBy('layout.programme_id')
      .orderBy('place'),
)

/** The layouts of those displays that have one. */
export async function listLayoutsOf(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly ProgrammeId[],
): Promise<HeldLayout[]> {
  if (ids.length === 0) return []
  const { rows } = await selectLayouts(queries, { organisationId, ids })
  return [...Map.groupBy(rows, ({ programmeId }) => programmeId)].map(([programmeId, some]) => {
    const [{ programmeId: _, playlistId: __, stays: ___, condition: ____, ...row }] = some as [(typeof some)[number]]
    const zones = some.map(({ playlistId, stays, condition: stored }) => {
      const condition = readStoredCondition(stored)
      return { playlistId: PlaylistId.parse(playlistId), stays: stays === 1, ...(condition ? { condition } : {}) }
    })
    return { programmeId: programmeId as ProgrammeId, layout: readLayoutRow(row, zones) }
  })
}

/** A list of one layout, or of none. */
export async function listLayouts(queries: Queries, key: ProgrammeKey): Promise<LayoutState[]> {
  const held = await listLayoutsOf(queries, key.organisationId, [programmeIdOf(key)])
  return held.map(({ layout }) => layout)
}

/** @param layouts one at most */
export async function createLayouts(
  queries: Queries,
  key: ProgrammeKey,
  layouts: readonly LayoutState[],
): Promise<void> {
  const owner = { organisation_id: key.organisationId, programme_id: programmeIdOf(key) }
  for (const layout of layouts) {
    await queries
      .insertInto('layout')
      .values({ ...owner, ...columnsOf(layout) })
      .execute()
    await createZones(queries, owner, layout.zones)
  }
}

export async function updateLayout(queries: Queries, key: ProgrammeKey, layout: LayoutState): Promise<void> {
  const owner = { organisation_id: key.organisationId, programme_id: programmeIdOf(key) }
  await updateWhere(
    queries,
    'layout',
    { organisation_id: owner.organisation_id, programme_id: owner.programme_id },
    columnsOf(layout),
  )
  await removeWhere(queries, 'zone', { organisation_id: owner.organisation_id, programme_id: owner.programme_id })
  await createZones(queries, owner, layout.zones)
}

/** Removes the zones with it. */
export async function removeLayout(queries: Queries, key: ProgrammeKey): Promise<void> {
  await removeWhere(queries, 'layout', { organisation_id: key.organisationId, programme_id: programmeIdOf(key) })
}

async function createZones(
  queries: Queries,
  owner: { organisation_id: string; programme_id: string },
  zones: Layout['zones'],
): Promise<void> {
  await queries
    .insertInto('zone')
    .values(
      zones.map(({ playlistId, stays, condition }, place) => ({
        ...owner,
        place,
        playlist_id: playlistId,
        stays: stays ? (1 as const) : (0 as const),
        condition: storedConditionOf(condition),
        value_sources: sourcesToStore(comparedBy({ condition })),
      })),
    )
    .execute()
}

function columnsOf({ arrangement, dividers, side, pinned, revision }: LayoutState) {
  return {
    arrangement,
    dividers: JSON.stringify(dividers),
    side,
    pinned: pinned ? (1 as const) : (0 as const),
    revision,
  }
}

/** The displays that have a playlist in a zone, by name. */
export async function listZonesOf(
  queries: Queries,
  { organisationId, playlistId }: PlaylistKey,
): Promise<{ id: string; name: string }[]> {
  return queries
    .selectFrom('zone')
    .innerJoin('programme', inOrganisation({ 'programme.id': 'zone.programme_id' }))
    .select(['programme.id', 'programme.name'])
    .where('zone.organisation_id', '=', organisationId)
    .where('zone.playlist_id', '=', playlistId)
    .orderBy('programme.name')
    .orderBy('programme.id')
    .execute()
}
