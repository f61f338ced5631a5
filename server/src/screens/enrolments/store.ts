import { DisplayId, type Enrolment, EnrolmentId, OrganisationId } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { inOrganisation } from '../../platform/database/in-organisation.ts'
import type { Row } from '../../platform/database/tables.ts'
import { removeWhere } from '../../platform/database/where.ts'

/** A stored code. Instants are milliseconds since 1970. */
export type StoredEnrolment = Enrolment & { organisationId: OrganisationId }

function toEnrolment(row: Omit<Row<'enrolment'>, 'code'>): StoredEnrolment {
  return {
    id: EnrolmentId.parse(row.id),
    organisationId: OrganisationId.parse(row.organisation_id),
    displayId: DisplayId.parse(row.display_id),
    place: row.place,
    screens: row.screens,
    enrolled: row.enrolled,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

const COLUMNS = [
  'enrolment.id',
  'enrolment.organisation_id',
  'enrolment.display_id',
  'enrolment.place',
  'enrolment.screens',
  'enrolment.enrolled',
  'enrolment.created_by',
  'enrolment.created_at',
  'enrolment.expires_at',
] as const

/** @param digest of the code */
export async function createEnrolment(queries: Queries, enrolment: StoredEnrolment, digest: string): Promise<void> {
  await queries
    .insertInto('enrolment')
    .values({
      id: enrolment.id,
      organisation_id: enrolment.organisationId,
      display_id: enrolment.displayId,
      code: digest,
      place: enrolment.place,
      screens: enrolment.screens,
      enrolled: enrolment.enrolled,
      created_by: enrolment.createdBy,
      created_at: enrolment.createdAt,
      expires_at: enrolment.expiresAt,
    })
    .execute()
}

/** The codes that are valid at an instant, newest first. */
export async function listEnrolments(
  queries: Queries,
  organisationId: OrganisationId,
  now: number,
): Promise<StoredEnrolment[]> {
  const rows = await queries
    .selectFrom('enrolment')
    .select(COLUMNS)
    .where('organisation_id', '=', organisationId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toEnrolment)
}

export async function findEnrolment(
  queries: Queries,
  organisationId: OrganisationId,
  id: EnrolmentId,
): Promise<StoredEnrolment | undefined> {
  const row = await queries
    .selectFrom('enrolment')
    .select(COLUMNS)
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toEnrolment(row)
}

/** Usual values for the screens of a display. */
type DisplayOfCode = { name: string; diagonalInches: number; distanceCm: number }

/**
 * The code with the rights of its creator. Only a valid code of a subscribed organisation, and of an editor or owner who is still one.
 *
 * @param digest of the code
 */
export async function findByCode(
  queries: Queries,
  digest: string,
  now: number,
): Promise<{ enrolment: StoredEnrolment; display: DisplayOfCode; limit: DisplayId[] | null } | undefined> {
  const row = await queries
    .selectFrom('enrolment')
    .innerJoin('organisation', 'organisation.id', 'enrolment.organisation_id')
    .innerJoin('profile', (join) =>
      join.onRef('profile.email', '=', 'enrolment.created_by').onRef('profile.org', '=', 'enrolment.organisation_id'),
    )
    .innerJoin('programme', inOrganisation({ 'programme.id': 'enrolment.display_id' }))
    .select([...COLUMNS, 'programme.name as name', 'diagonal_inches', 'distance_cm', 'profile.displays as limit'])
    .where('enrolment.code', '=', digest)
    .where('enrolment.expires_at', '>', now)
    .where('organisation.suspended_at', 'is', null)
    .where('profile.role', 'in', ['owner', 'editor'])
    .executeTakeFirst()
  if (!row) return undefined
  const { name, diagonal_inches: diagonalInches, distance_cm: distanceCm, limit, ...columns } = row
  return {
    enrolment: toEnrolment(columns),
    display: { name, diagonalInches, distanceCm },
    limit: limit === null ? null : DisplayId.array().parse(JSON.parse(limit)),
  }
}

/** Counts one more screen. @returns its number, from 1; undefined if the code has enrolled all its screens */
export async function countEnrolled(queries: Queries, id: EnrolmentId): Promise<number | undefined> {
  const row = await queries
    .updateTable('enrolment')
    .set(({ eb }) => ({ enrolled: eb('enrolled', '+', 1) }))
    .where('id', '=', id)
    .whereRef('enrolled', '<', 'screens')
    .returning('enrolled')
    .executeTakeFirst()
  return row?.enrolled
}

export async function removeEnrolment(queries: Queries, id: EnrolmentId): Promise<void> {
  await removeWhere(queries, 'enrolment', { id })
}

export async function removeEnrolmentsBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('enrolment').where('expires_at', '<=', instant).execute()
}
