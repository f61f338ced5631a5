import { type Invitation, InvitationId, OrganisationId, Role } from '@placard/contract'
import type { ExpressionBuilder } from 'kysely'
import type { Queries } from '../../platform/database/database.ts'
import type { Columns, Tables } from '../../platform/database/tables.ts'
import { removeWhere, updateWhere } from '../../platform/database/where.ts'
import { type Rights, readLimit, readTables, writeLimit } from './store.ts'

export type StoredInvitation = Invitation & { organisationId: OrganisationId }

const COLUMNS = [
  'id',
  'organisation_id',
  'role',
  'displays',
  'tables',
  'invited_by',
  'email',
  'recipient',
  'created_at',
  'expires_at',
] as const

function toInvitation(row: Columns<'invitation', typeof COLUMNS>): StoredInvitation {
  return {
    id: InvitationId.parse(row.id),
    organisationId: OrganisationId.parse(row.organisation_id),
    role: Role.parse(row.role),
    displays: readLimit(row.displays),
    tables: readTables(row.tables),
    invitedBy: row.invited_by,
    email: row.email,
    recipient: row.recipient,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

/**
 * Condition for a valid invitation. One of a member is valid while its maker is an owner with an active account; one of the
 * provider, while the subscription waits for a person.
 */
function counts(eb: ExpressionBuilder<Tables, 'invitation'>) {
  const maker = eb
    .selectFrom('profile')
    .innerJoin('user', 'user.id', 'profile.user_id')
    .select('profile.email')
    .whereRef('profile.email', '=', 'invitation.invited_by')
    .whereRef('profile.org', '=', 'invitation.organisation_id')
    .where('profile.role', '=', 'owner')
    .where('user.disabled', '=', 0)
  const waiting = eb
    .selectFrom('profile')
    .select('profile.email')
    .whereRef('profile.email', '=', 'invitation.email')
    .whereRef('profile.org', '=', 'invitation.organisation_id')
    .where('profile.user_id', 'is', null)
  return eb.or([eb.and([eb('invitation.email', 'is', null), eb.exists(maker)]), eb.exists(waiting)])
}

/** @param token digest of its token */
export async function createInvitation(queries: Queries, invitation: StoredInvitation, token: string): Promise<void> {
  await queries
    .insertInto('invitation')
    .values({
      id: invitation.id,
      organisation_id: invitation.organisationId,
      token,
      role: invitation.role,
      displays: writeLimit(invitation.displays),
      tables: writeLimit(invitation.tables),
      invited_by: invitation.invitedBy,
      email: invitation.email,
      recipient: invitation.recipient,
      created_at: invitation.createdAt,
      expires_at: invitation.expiresAt,
    })
    .execute()
}

/** The valid invitations, newest first. */
export async function listInvitations(
  queries: Queries,
  organisationId: OrganisationId,
  now: number,
): Promise<StoredInvitation[]> {
  const rows = await queries
    .selectFrom('invitation')
    .select(COLUMNS)
    .where('organisation_id', '=', organisationId)
    .where('expires_at', '>', now)
    .where(counts)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toInvitation)
}

/** Invitations that are limited to displays or tables, including those that are not valid at present. */
export async function listLimitedInvitations(
  queries: Queries,
  organisationId: OrganisationId,
): Promise<Pick<StoredInvitation, 'id' | 'displays' | 'tables'>[]> {
  const rows = await queries
    .selectFrom('invitation')
    .select(COLUMNS)
    .where('organisation_id', '=', organisationId)
    .where('displays', 'is not', null)
    .execute()
  return rows.map(toInvitation)
}

export async function updateInvitationLimits(
  queries: Queries,
  id: InvitationId,
  { displays, tables }: Pick<Rights, 'displays' | 'tables'>,
): Promise<void> {
  await updateWhere(queries, 'invitation', { id }, { displays: writeLimit(displays), tables: writeLimit(tables) })
}

/** @param token digest of its token. @returns undefined if it is not valid */
export async function findInvitation(
  queries: Queries,
  token: string,
  now: number,
): Promise<StoredInvitation | undefined> {
  const row = await queries
    .selectFrom('invitation')
    .select(COLUMNS)
    .where('token', '=', token)
    .where('expires_at', '>', now)
    .where(counts)
    .executeTakeFirst()
  return row && toInvitation(row)
}

/** Uses up an invitation. Of several concurrent callers, one gets it. */
export async function takeInvitation(
  queries: Queries,
  token: string,
  now: number,
): Promise<StoredInvitation | undefined> {
  const row = await queries
    .deleteFrom('invitation')
    .where('token', '=', token)
    .where('expires_at', '>', now)
    .where(counts)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && toInvitation(row)
}

/** @returns the removed invitation; undefined if there was none */
export async function removeInvitation(
  queries: Queries,
  organisationId: OrganisationId,
  id: InvitationId,
): Promise<StoredInvitation | undefined> {
  const row = await queries
    .deleteFrom('invitation')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && toInvitation(row)
}

/** Removes the invitations to the subscription of an address. */
export async function removeInvitationsFor(queries: Queries, email: string): Promise<void> {
  await removeWhere(queries, 'invitation', { email })
}

export async function removeInvitationsBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('invitation').where('expires_at', '<=', instant).execute()
}
