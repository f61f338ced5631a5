import {
  AGENT_COMMAND_LIVES_MS,
  AgentEventKind,
  AgentHello,
  AgentOrder,
  AgentTold,
  AgentVitals,
  type MachineCommand,
  type OrganisationId,
  type PictureBy,
  PictureId,
  ScreenCommandId,
  type ScreenId,
  type ScreenPicture,
  type VitalsPoint,
} from '@placard/contract'
import { sql } from 'kysely'
import type { Queries } from '../../platform/database/database.ts'
import { rowsFrom, statement } from '../../platform/database/statement.ts'
import type { Row } from '../../platform/database/tables.ts'
import { removeWhere } from '../../platform/database/where.ts'

/** The machine beneath a screen. Instants are milliseconds since 1970. */
export type StoredMachine = {
  /** undefined: no agent has reported, or the report is in the format of another version. */
  hello: AgentHello | undefined
  saidAt: number | null
  mayTakePictures: boolean
  followsHours: boolean
  /** null: nobody switched its panel off, or it was switched on since. */
  switchedOffAt: number | null
}

export const NEW_MACHINE: StoredMachine = {
  hello: undefined,
  saidAt: null,
  mayTakePictures: true,
  followsHours: true,
  switchedOffAt: null,
}

function readJson<Value>(schema: { safeParse(value: unknown): { data?: Value } }, text: string): Value | undefined {
  return schema.safeParse(JSON.parse(text)).data
}

const selectMachine = statement((queries, { id }: { id: ScreenId }) =>
  queries
    .selectFrom('machine')
    .select(['hello', 'said_at', 'may_take_pictures', 'follows_hours', 'switched_off_at'])
    .where('screen_id', '=', id),
)

export async function findMachine(queries: Queries, id: ScreenId): Promise<StoredMachine | undefined> {
  const row = (await selectMachine(queries, { id })).rows[0]
  if (!row) return undefined
  return {
    hello: row.hello === null ? undefined : readJson(AgentHello, row.hello),
    saidAt: row.said_at,
    mayTakePictures: row.may_take_pictures === 1,
    followsHours: row.follows_hours === 1,
    switchedOffAt: row.switched_off_at,
  }
}

/** An absent field is not changed. */
export type MachineChange = {
  hello?: AgentHello
  saidAt?: number
  mayTakePictures?: boolean
  followsHours?: boolean
  switchedOffAt?: number | null
}

/** Creates the machine if it does not exist. */
export async function changeMachine(
  queries: Queries,
  { id, organisationId }: { id: ScreenId; organisationId: OrganisationId },
  { hello, saidAt, mayTakePictures, followsHours, switchedOffAt }: MachineChange,
): Promise<void> {
  const changed = {
    ...(hello !== undefined && { hello: JSON.stringify(hello) }),
    ...(saidAt !== undefined && { said_at: saidAt }),
    ...(mayTakePictures !== undefined && { may_take_pictures: mayTakePictures ? (1 as const) : (0 as const) }),
    ...(followsHours !== undefined && { follows_hours: followsHours ? (1 as const) : (0 as const) }),
    ...(switchedOffAt !== undefined && { switched_off_at: switchedOffAt }),
  }
  if (Object.keys(changed).length === 0) return
  const fresh = {
    hello: null,
    said_at: null,
    may_take_pictures: 1 as const,
    follows_hours: 1 as const,
    switched_off_at: null,
  }
  await queries
    .insertInto('machine')
    .values({ screen_id: id, organisation_id: organisationId, ...fresh, ...changed })
    .onConflict((conflict) => conflict.column('screen_id').doUpdateSet(changed))
    .execute()
}

/** Removes everything that belongs to it as well. */
export async function removeMachine(queries: Queries, id: ScreenId): Promise<void> {
  await removeWhere(queries, 'machine', { screen_id: id })
}

export type Report = { id: ScreenId; at: number; pointAt: number; vitals: AgentVitals; point: Omit<VitalsPoint, 'at'> }

const told = (queries: Queries, rows: string) => sql`
  told (screen_id, at, vitals, point_at, temperature, load, memory, disk) as (
    select value ->> 0, cast(value ->> 1 as bigint), value ->> 2, cast(value ->> 3 as bigint),
      cast(value ->> 4 as double precision), cast(value ->> 5 as double precision),
      cast(value ->> 6 as double precision), cast(value ->> 7 as double precision)
    from ${rowsFrom(queries, rows)}
  )`

const upsertStates = statement((queries, { rows }: { rows: string }) => ({
  compile: () =>
    sql`
    with ${told(queries, rows)}
    insert into machine_state (screen_id, at, vitals)
    select told.screen_id, told.at, told.vitals from told join machine on machine.screen_id = told.screen_id
    where true
    order by told.screen_id
    on conflict (screen_id) do update set at = excluded.at, vitals = excluded.vitals
  `.compile(queries),
}))

const upsertPoints = statement((queries, { rows }: { rows: string }) => ({
  compile: () =>
    sql`
    with ${told(queries, rows)}
    insert into machine_point (screen_id, at, temperature, load, memory, disk)
    select told.screen_id, told.point_at, told.temperature, told.load, told.memory, told.disk
    from told join machine on machine.screen_id = told.screen_id
    where true
    order by told.screen_id
    on conflict (screen_id, at) do update set
      temperature = excluded.temperature, load = excluded.load, memory = excluded.memory, disk = excluded.disk
  `.compile(queries),
}))

/** Writes one report for each machine. Reports of unknown machines are ignored. */
export async function putReports(queries: Queries, reports: readonly Report[]): Promise<void> {
  const rows = JSON.stringify(
    reports.map(({ id, at, vitals, pointAt, point }) => [
      id,
      at,
      JSON.stringify(vitals),
      pointAt,
      point.temperatureC ?? null,
      point.loadPercent ?? null,
      point.memoryPercent ?? null,
      point.diskPercent ?? null,
    ]),
  )
  await upsertStates(queries, { rows })
  await upsertPoints(queries, { rows })
}

export type State = { at: number; vitals: AgentVitals }

export async function findState(queries: Queries, id: ScreenId): Promise<State | undefined> {
  const row = await queries
    .selectFrom('machine_state')
    .select(['at', 'vitals'])
    .where('screen_id', '=', id)
    .executeTakeFirst()
  const vitals = row && readJson(AgentVitals, row.vitals)
  return row && vitals && { at: row.at, vitals }
}

/** The newest vital signs of a machine, and whether somebody switched its panel off. */
export type MachineState = State & { switchedOffAt: number | null }

/** Those of all machines, or of the machines of an organisation, that have reported since then. */
export async function listStates(
  queries: Queries,
  since: number,
  organisationId?: OrganisationId,
): Promise<Map<ScreenId, MachineState>> {
  const rows = await queries
    .selectFrom('machine_state')
    .innerJoin('machine', 'machine.screen_id', 'machine_state.screen_id')
    .select(['machine_state.screen_id', 'at', 'vitals', 'switched_off_at'])
    .where('at', '>', since)
    .$if(organisationId !== undefined, (query) => query.where('machine.organisation_id', '=', organisationId ?? null))
    .execute()
  const found = new Map<ScreenId, MachineState>()
  for (const row of rows) {
    const vitals = readJson(AgentVitals, row.vitals)
    if (vitals) found.set(row.screen_id as ScreenId, { at: row.at, vitals, switchedOffAt: row.switched_off_at })
  }
  return found
}

/** The abilities of the machines of an organisation whose agents have reported them. */
export async function listAbilities(
  queries: Queries,
  organisationId: OrganisationId,
): Promise<Map<ScreenId, AgentHello['can']>> {
  const rows = await queries
    .selectFrom('machine')
    .select(['screen_id', 'hello'])
    .where('organisation_id', '=', organisationId)
    .where('hello', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap(({ screen_id: id, hello }) => {
      const can = readJson(AgentHello, hello ?? 'null')?.can
      return can ? [[id as ScreenId, can] as const] : []
    }),
  )
}

/** Oldest first. */
export async function listPoints(queries: Queries, id: ScreenId, since: number): Promise<VitalsPoint[]> {
  const rows = await queries
    .selectFrom('machine_point')
    .select(['at', 'temperature', 'load', 'memory', 'disk'])
    .where('screen_id', '=', id)
    .where('at', '>=', since)
    .orderBy('at')
    .execute()
  return rows.map(({ at, temperature, load, memory, disk }) => ({
    at,
    ...(temperature === null ? {} : { temperatureC: temperature }),
    ...(load === null ? {} : { loadPercent: load }),
    ...(memory === null ? {} : { memoryPercent: memory }),
    ...(disk === null ? {} : { diskPercent: disk }),
  }))
}

const OPEN = ['waiting', 'taken'] as const

type NewCommand = { id: ScreenCommandId; order: AgentOrder; madeAt: number; madeBy: string | null; by: PictureBy }
type OpenCommand = NewCommand & { isTaken: boolean }

export async function createCommand(
  queries: Queries,
  screenId: ScreenId,
  { id, order, madeAt, madeBy, by }: NewCommand,
): Promise<void> {
  await queries
    .insertInto('machine_command')
    .values({
      screen_id: screenId,
      id,
      wanted: JSON.stringify(order),
      made_at: madeAt,
      made_by: madeBy,
      state: 'waiting',
      told: null,
      detail: '',
      ended_at: null,
      by,
    })
    .execute()
}

const selectOpen = statement((queries, { screenId, since }: { screenId: ScreenId; since: number }) =>
  queries
    .selectFrom('machine_command')
    .select(['id', 'wanted', 'made_at', 'made_by', 'state', 'by'])
    .where('screen_id', '=', screenId)
    .where('state', 'in', OPEN)
    .where('made_at', '>', since)
    .orderBy('made_at')
    .orderBy('id'),
)

/** The commands that can still be carried out, oldest first. */
export async function listOpen(queries: Queries, screenId: ScreenId, now: number): Promise<OpenCommand[]> {
  const { rows } = await selectOpen(queries, { screenId, since: now - AGENT_COMMAND_LIVES_MS })
  return rows.flatMap((row) => {
    const order = readJson(AgentOrder, row.wanted)
    const { id, made_at: madeAt, made_by: madeBy, state, by } = row
    return order ? [{ id: id as ScreenCommandId, order, madeAt, madeBy, by, isTaken: state === 'taken' }] : []
  })
}

/** @returns false if the command does not wait for an answer of this screen */
export async function answerCommand(
  queries: Queries,
  screenId: ScreenId,
  id: ScreenCommandId,
  {
    state,
    told: outcome,
    detail,
    endedAt,
  }: Pick<Row<'machine_command'>, 'state' | 'told' | 'detail'> & { endedAt: number | null },
  now: number,
): Promise<boolean> {
  const row = await queries
    .updateTable('machine_command')
    .set({ state, told: outcome, detail, ended_at: endedAt })
    .where('id', '=', id)
    .where('screen_id', '=', screenId)
    .where('state', 'in', OPEN)
    .where('made_at', '>', now - AGENT_COMMAND_LIVES_MS)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Newest first. */
export async function listCommands(
  queries: Queries,
  screenId: ScreenId,
  most: number,
  now: number,
): Promise<MachineCommand[]> {
  const rows = await queries
    .selectFrom('machine_command')
    .selectAll()
    .where('screen_id', '=', screenId)
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.flatMap((row) => toCommand(row, now) ?? [])
}

/** @param ids at most 500 */
export async function listCommandsOf(
  queries: Queries,
  ids: readonly ScreenCommandId[],
  now: number,
): Promise<MachineCommand[]> {
  const rows = await queries.selectFrom('machine_command').selectAll().where('id', 'in', ids).execute()
  return rows.flatMap((row) => toCommand(row, now) ?? [])
}

function toCommand(row: Row<'machine_command'>, now: number): MachineCommand | undefined {
  const order = readJson(AgentOrder, row.wanted)
  if (!order) return undefined
  const isOpen = row.state === 'waiting' || row.state === 'taken'
  const lives = row.made_at + AGENT_COMMAND_LIVES_MS
  const isExpired = isOpen && lives <= now
  return {
    id: ScreenCommandId.parse(row.id),
    order,
    madeAt: row.made_at,
    madeBy: row.made_by,
    state: isExpired ? 'expired' : row.state,
    told: row.told === null ? null : (AgentTold.safeParse(row.told).data ?? null),
    detail: row.detail,
    endedAt: isExpired ? lives : row.ended_at,
  }
}

export async function createEvents(
  queries: Queries,
  screenId: ScreenId,
  events: readonly { id: string; at: number; kind: AgentEventKind; detail: string }[],
): Promise<void> {
  await queries
    .insertInto('machine_event')
    .values(events.map((event) => ({ ...event, screen_id: screenId })))
    .execute()
}

/** Newest first. */
export async function listEvents(
  queries: Queries,
  screenId: ScreenId,
  most: number,
): Promise<{ at: number; kind: AgentEventKind; detail: string }[]> {
  const rows = await queries
    .selectFrom('machine_event')
    .select(['at', 'kind', 'detail'])
    .where('screen_id', '=', screenId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.flatMap(({ at, kind, detail }) => {
    const known = AgentEventKind.safeParse(kind).data
    return known ? [{ at, kind: known, detail }] : []
  })
}

/** Removes all but the newest events of a screen. */
export async function keepEvents(queries: Queries, screenId: ScreenId, most: number): Promise<void> {
  const kept = queries
    .selectFrom('machine_event')
    .select('id')
    .where('screen_id', '=', screenId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
  await queries.deleteFrom('machine_event').where('screen_id', '=', screenId).where('id', 'not in', kept).execute()
}

export async function createPicture(
  queries: Queries,
  picture: ScreenPicture & {
    screenId: ScreenId
    organisationId: OrganisationId
    contentType: string
    bytes: Uint8Array
  },
): Promise<void> {
  await queries
    .insertInto('machine_picture')
    .values({
      screen_id: picture.screenId,
      id: picture.id,
      organisation_id: picture.organisationId,
      taken_at: picture.takenAt,
      because: picture.because,
      content_type: picture.contentType,
      bytes: picture.bytes,
      by: picture.by,
    })
    .execute()
}

/** Newest first. */
export async function listPictures(queries: Queries, screenId: ScreenId, since: number): Promise<ScreenPicture[]> {
  const rows = await queries
    .selectFrom('machine_picture')
    .select(['id', 'taken_at', 'because', 'by'])
    .where('screen_id', '=', screenId)
    .where('taken_at', '>', since)
    .orderBy('taken_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ id: PictureId.parse(row.id), takenAt: row.taken_at, because: row.because, by: row.by }))
}

export async function findPicture(
  queries: Queries,
  screenId: ScreenId,
  id: PictureId,
  since: number,
): Promise<{ contentType: string; bytes: Uint8Array } | undefined> {
  const row = await queries
    .selectFrom('machine_picture')
    .select(['content_type', 'bytes'])
    .where('screen_id', '=', screenId)
    .where('id', '=', id)
    .where('taken_at', '>', since)
    .executeTakeFirst()
  return row && { contentType: row.content_type, bytes: row.bytes }
}

/** Removes all but the newest pictures of a screen, and of an organisation. */
export async function keepPictures(
  queries: Queries,
  { id, organisationId }: { id: ScreenId; organisationId: OrganisationId },
  most: { ofScreen: number; ofOrganisation: number },
): Promise<void> {
  for (const [column, value, count] of [
    ['screen_id', id, most.ofScreen],
    ['organisation_id', organisationId, most.ofOrganisation],
  ] as const) {
    const kept = queries
      .selectFrom('machine_picture')
      .select('id')
      .where(column, '=', value)
      .orderBy('taken_at', 'desc')
      .orderBy('id', 'desc')
      .limit(count)
    await queries.deleteFrom('machine_picture').where(column, '=', value).where('id', 'not in', kept).execute()
  }
}

export async function removePictures(queries: Queries, screenId: ScreenId): Promise<void> {
  await removeWhere(queries, 'machine_picture', { screen_id: screenId })
}

export async function removeBefore(
  queries: Queries,
  before: { pictures: number; points: number; commands: number },
): Promise<void> {
  await queries.deleteFrom('machine_picture').where('taken_at', '<=', before.pictures).execute()
  await queries.deleteFrom('machine_point').where('at', '<', before.points).execute()
  await queries.deleteFrom('machine_command').where('made_at', '<', before.commands).execute()
}
