import { DisplayId, type DisplayKey, OrganisationId, type Town, type WeatherSource } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts'
import type { Row } from '../../platform/database/tables.ts'
import { updateWhere } from '../../platform/database/where.ts'
import { readTown } from '../programmes/service.ts'

export type StoredWeather = Row<'weather'>

/** The displays that are in a town. */
export async function listTowns(queries: Queries): Promise<{ key: DisplayKey; town: Town }[]> {
  const rows = await queries
    .selectFrom('programme')
    .select(['organisation_id', 'id', 'town'])
    .where('town', 'is not', null)
    .where('removed_at', 'is', null)
    .execute()
  return rows.flatMap(({ organisation_id, id, town }) => {
    const read = readTown(town)
    const key = { organisationId: OrganisationId.parse(organisation_id), displayId: DisplayId.parse(id) }
    return read ? [{ key, town: read }] : []
  })
}

/** The displays in one town. */
export async function listDisplaysIn(queries: Queries, townId: string): Promise<DisplayKey[]> {
  return (await listTowns(queries)).flatMap(({ key, town }) => (town.id === townId ? [key] : []))
}

export function listWeather(queries: Queries): Promise<Pick<StoredWeather, 'town_id' | 'source'>[]> {
  return queries.selectFrom('weather').select(['town_id', 'source']).execute()
}

/** Towns that are known already are left unchanged. */
export async function createWeather(
  queries: Queries,
  towns: readonly Town[],
  source: WeatherSource,
  dueAt: number,
): Promise<void> {
  const rows = towns.map(({ id, latitude, longitude }) => ({
    town_id: id,
    latitude,
    longitude,
    ...newRow(source, dueAt),
  }))
  for (const some of rowsAtOnce(rows)) {
    await queries
      .insertInto('weather')
      .values(some)
      .onConflict((conflict) => conflict.column('town_id').doNothing())
      .execute()
  }
}

function newRow(source: WeatherSource, dueAt: number): Omit<StoredWeather, 'town_id' | 'latitude' | 'longitude'> {
  return {
    source,
    copy: null,
    last_modified: null,
    read_at: null,
    next_at: dueAt,
    failures: 0,
    problem: null,
    status: null,
    renewed_at: null,
    renew_at: null,
  }
}

/** Forecasts of another source are not shown any more. */
export async function changeSource(queries: Queries, source: WeatherSource, dueAt: number): Promise<void> {
  await queries.updateTable('weather').set(newRow(source, dueAt)).where('source', '!=', source).execute()
}

export async function removeWeather(queries: Queries, townIds: readonly string[]): Promise<void> {
  if (townIds.length > 0) await queries.deleteFrom('weather').where('town_id', 'in', townIds).execute()
}

/** The towns that are due at `now`, longest due first. */
export function listDue(queries: Queries, now: number, atMost: number): Promise<StoredWeather[]> {
  return queries
    .selectFrom('weather')
    .selectAll()
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('town_id')
    .limit(atMost)
    .execute()
}

/** The towns whose displays may need the words and answers of another hour. */
export function listToRenew(queries: Queries, now: number, atMost: number): Promise<StoredWeather[]> {
  return queries
    .selectFrom('weather')
    .selectAll()
    .where('renew_at', '<=', now)
    .orderBy('renew_at')
    .orderBy('town_id')
    .limit(atMost)
    .execute()
}

/** @returns false if another node has done it meanwhile, or a new forecast has come */
export async function renewTown(
  queries: Queries,
  { town_id, renew_at }: Pick<StoredWeather, 'town_id' | 'renew_at'>,
  change: Pick<StoredWeather, 'renewed_at' | 'renew_at'>,
): Promise<boolean> {
  return (await updateWhere(queries, 'weather', { town_id, renew_at }, change)) === 1
}

/** The instant for which the displays in a town have words and answers. */
export async function findRenewed(queries: Queries, townId: string): Promise<number | null> {
  const row = await queries.selectFrom('weather').select('renewed_at').where('town_id', '=', townId).executeTakeFirst()
  return row?.renewed_at ?? null
}

/** @returns false if another node has claimed it meanwhile */
export async function claimWeather(
  queries: Queries,
  { town_id, next_at }: Pick<StoredWeather, 'town_id' | 'next_at'>,
  untilAt: number,
): Promise<boolean> {
  return (await updateWhere(queries, 'weather', { town_id, next_at }, { next_at: untilAt })) === 1
}

export async function updateWeather(
  queries: Queries,
  townId: string,
  change: Partial<Omit<StoredWeather, 'town_id'>>,
): Promise<void> {
  await updateWhere(queries, 'weather', { town_id: townId }, change)
}
