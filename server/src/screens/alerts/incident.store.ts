import { type DisplayId, IncidentId, IncidentVersions, type OrganisationId, type ScreenId } from '@placard/contract'
import { z } from 'zod'
import type { Queries } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/tables.ts'
import type { WatchedIncident } from './engine.ts'

const Changes = z.array(z.int())
const ToldTo = z.array(z.string())

function toIncident(row: Row<'incident'>): WatchedIncident {
  return {
    id: IncidentId.parse(row.id),
    displayId: row.display_id as DisplayId,
    screenId: row.screen_id as ScreenId,
    name: row.name,
    kind: row.kind,
    versions: row.versions === null ? null : IncidentVersions.parse(JSON.parse(row.versions)),
    failing: row.failing === 1,
    beganAt: row.began_at,
    openedAt: row.opened_at,
    toldAt: row.told_at,
    toldTo: ToldTo.parse(JSON.parse(row.told_to)),
    remindedAt: row.reminded_at,
    reminders: row.reminders,
    changes: Changes.parse(JSON.parse(row.changes)),
    mutedUntil: row.muted_until,
    closedAt: row.closed_at,
    backAt: row.back_at,
  }
}

/** Incidents that are open, were closed after `since`, or wait for their "back" message; by organisation. */
export async function listWatched(
  queries: Queries,
  since: number,
  organisationId?: OrganisationId,
): Promise<Map<OrganisationId, WatchedIncident[]>> {
  let query = queries
    .selectFrom('incident')
    .selectAll()
    .where((where) =>
      where.or([
        where('closed_at', 'is', null),
        where('closed_at', '>', since),
        where.and([where('told_at', 'is not', null), where('back_at', 'is', null)]),
      ]),
    )
    .orderBy('opened_at')
    .orderBy('id')
  if (organisationId !== undefined) query = query.where('organisation_id', '=', organisationId)
  const found = new Map<OrganisationId, WatchedIncident[]>()
  for (const row of await query.execute()) {
    const key = row.organisation_id as OrganisationId
    const known = found.get(key) ?? []
    known.push(toIncident(row))
    found.set(key, known)
  }
  return found
}

/** Open incidents, oldest first, and those closed after `since`, newest first. */
export async function listIncidents(
  queries: Queries,
  organisationId: OrganisationId,
  since: number,
  atMost: number,
): Promise<{ open: WatchedIncident[]; past: WatchedIncident[] }> {
  const all = queries.selectFrom('incident').selectAll().where('organisation_id', '=', organisationId)
  const open = await all.where('closed_at', 'is', null).orderBy('began_at').orderBy('id').limit(atMost).execute()
  const past = await all
    .where('closed_at', '>', since)
    .orderBy('closed_at', 'desc')
    .orderBy('id')
    .limit(atMost)
    .execute()
  return { open: open.map(toIncident), past: past.map(toIncident) }
}

/** Only finds incidents of that organisation. */
export async function findOpenIncidents(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly IncidentId[],
): Promise<WatchedIncident[]> {
  const rows = await queries
    .selectFrom('incident')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', ids)
    .where('closed_at', 'is', null)
    .execute()
  return rows.map(toIncident)
}

export async function putIncident(
  queries: Queries,
  organisationId: OrganisationId,
  incident: WatchedIncident,
): Promise<void> {
  const state = {
    name: incident.name,
    kind: incident.kind,
    versions: incident.versions && JSON.stringify(incident.versions),
    failing: incident.failing ? 1 : 0,
    began_at: incident.beganAt,
    opened_at: incident.openedAt,
    told_at: incident.toldAt,
    told_to: JSON.stringify(incident.toldTo),
    reminded_at: incident.remindedAt,
    reminders: incident.reminders,
    changes: JSON.stringify(incident.changes),
    muted_until: incident.mutedUntil,
    closed_at: incident.closedAt,
    back_at: incident.backAt,
  } as const
  const { id, displayId, screenId } = incident
  await queries
    .insertInto('incident')
    .values({ id, organisation_id: organisationId, display_id: displayId, screen_id: screenId, ...state })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
    .execute()
}

export async function removeIncidentsBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('incident').where('closed_at', '<', instant).execute()
}
