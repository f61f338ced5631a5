import {
  DisplayId,
  MemberId,
  OrganisationId,
  type Profile,
  type RequiredStep,
  Role,
  TableId,
  UserId,
} from '@placard/contract'
import { z } from 'zod'
import type { Queries } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/tables.ts'
import { removeWhere, updateWhere } from '../../platform/database/where.ts'

/**
 * A member's role and limits. `displays` null: all displays of the organisation. `tables`: the tables that are all they may use, and
 * `displays` is empty then; null: not limited to tables. `mayTakeOver`: an editor who may start take-overs.
 */
export type Rights = { role: Role; displays: DisplayId[] | null; tables: TableId[] | null; mayTakeOver?: boolean }

/** A person's place in an organisation: their profile (E3) and their rights. At most one for each email address. */
export type Membership = Rights & {
  id: MemberId
  email: string
  profile: Profile
  /** The account that it is open to. Null: it waits until somebody proves that the address is theirs. */
  userId: UserId | null
}

export type NewMembership = Omit<Membership, 'id' | 'userId'>

/** A membership with the state of its account. `unproven`: it waits, and somebody has signed up with the address. */
export type KnownMembership = Membership & {
  account: 'active' | 'disabled' | 'unproven' | 'none'
  operator: boolean
  /** The strongest way to sign in that the account has set up. null: only a password. */
  secondStep: 'passkey' | 'app' | null
}

const StoredLimit = z.array(DisplayId)
const StoredTables = z.array(TableId)

/** @param text as stored, in `profile` or `invitation` */
export function readLimit(text: string | null): DisplayId[] | null {
  return text === null ? null : StoredLimit.parse(JSON.parse(text))
}

export function readTables(text: string | null): TableId[] | null {
  return text === null ? null : StoredTables.parse(JSON.parse(text))
}

export function writeLimit(ids: readonly (DisplayId | TableId)[] | null): string | null {
  return ids === null ? null : JSON.stringify(ids)
}

const COLUMNS = [
  'profile.email',
  'profile.id',
  'profile.org',
  'profile.msg',
  'profile.sub_type',
  'profile.member_id',
  'profile.role',
  'profile.displays',
  'profile.tables',
  'profile.user_id',
  'profile.may_take_over',
] as const

function toMembership(row: Row<'profile'>): Membership {
  return {
    id: MemberId.parse(row.member_id),
    email: row.email,
    profile: { id: row.id, org: OrganisationId.parse(row.org), msg: row.msg, subType: row.sub_type },
    role: Role.parse(row.role),
    displays: readLimit(row.displays),
    tables: readTables(row.tables),
    userId: row.user_id === null ? null : UserId.parse(row.user_id),
    ...(row.may_take_over === 1 && row.role === 'editor' ? { mayTakeOver: true } : {}),
  }
}

export async function findMembership(
  queries: Queries,
  by: { email: string } | { id: MemberId },
): Promise<Membership | undefined> {
  const query = queries.selectFrom('profile').select(COLUMNS)
  const row = await ('email' in by
    ? query.where('email', '=', by.email)
    : query.where('member_id', '=', by.id)
  ).executeTakeFirst()
  return row && toMembership(row)
}

/** By email. @param organisationId undefined: of every organisation */
export async function listMemberships(queries: Queries, organisationId?: OrganisationId): Promise<KnownMembership[]> {
  let query = queries
    .selectFrom('profile')
    .leftJoin('user', 'user.email', 'profile.email')
    .leftJoin('second_factor', 'second_factor.user_id', 'profile.user_id')
    .select((select) => [
      ...COLUMNS,
      'user.disabled',
      'user.operator',
      'second_factor.confirmed_at',
      select
        .selectFrom('passkey')
        .select('passkey.id')
        .whereRef('passkey.user_id', '=', 'profile.user_id')
        .limit(1)
        .as('passkey'),
    ])
    .orderBy('profile.email')
  if (organisationId !== undefined) query = query.where('profile.org', '=', organisationId)
  const rows = await query.execute()
  return rows.map((row) => ({
    ...toMembership(row),
    account: accountOf(row),
    operator: row.user_id !== null && row.operator === 1,
    secondStep: row.passkey !== null ? ('passkey' as const) : row.confirmed_at !== null ? ('app' as const) : null,
  }))
}

function accountOf(row: { user_id: string | null; disabled: 0 | 1 | null }): KnownMembership['account'] {
  if (row.disabled === null) return 'none'
  if (row.user_id === null) return 'unproven'
  return row.disabled === 1 ? 'disabled' : 'active'
}

/** The account that a new membership is opened to at once. `proven-account`: only if its owner has proven the address. */
export type OpensTo = 'account' | 'proven-account'

/** Opens it to the account that has the address now, if any. @returns false if the address has a membership */
export async function createMembership(
  queries: Queries,
  membership: NewMembership & { id: MemberId },
  opensTo: OpensTo,
): Promise<boolean> {
  const { profile } = membership
  let account = queries.selectFrom('user').select('user.id').where('user.email', '=', membership.email)
  if (opensTo === 'proven-account') account = account.where('user.email_verified', '=', 1)
  const result = await queries
    .insertInto('profile')
    .values({
      email: membership.email,
      id: profile.id,
      org: profile.org,
      msg: profile.msg,
      sub_type: profile.subType,
      member_id: membership.id,
      role: membership.role,
      displays: writeLimit(membership.displays),
      tables: writeLimit(membership.tables),
      user_id: account,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function hasAccount(queries: Queries, email: string): Promise<boolean> {
  const row = await queries.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst()
  return row !== undefined
}

/** Opens a waiting membership to the account with its address. */
export async function openToAccount(queries: Queries, email: string): Promise<void> {
  await queries
    .updateTable('profile')
    .set((eb) => ({ user_id: eb.selectFrom('user').select('user.id').where('user.email', '=', email) }))
    .where('email', '=', email)
    .where('user_id', 'is', null)
    .execute()
}

/** Updates everything except the owner. @param membership the new state */
export async function updateMembership(queries: Queries, membership: Membership): Promise<void> {
  const { profile } = membership
  await updateWhere(
    queries,
    'profile',
    { member_id: membership.id },
    {
      id: profile.id,
      org: profile.org,
      msg: profile.msg,
      sub_type: profile.subType,
      role: membership.role,
      displays: writeLimit(membership.displays),
      tables: writeLimit(membership.tables),
      may_take_over: membership.mayTakeOver && membership.role === 'editor' ? 1 : 0,
    },
  )
}

/** @returns false if there was none */
export async function removeMembership(queries: Queries, id: MemberId): Promise<boolean> {
  return (await removeWhere(queries, 'profile', { member_id: id })) === 1
}

export async function removeMembershipsOf(queries: Queries, organisationId: OrganisationId): Promise<void> {
  await removeWhere(queries, 'profile', { org: organisationId })
}

export async function findRequiredStep(queries: Queries, organisationId: OrganisationId): Promise<RequiredStep | null> {
  const row = await queries
    .selectFrom('organisation')
    .select('required_step')
    .where('id', '=', organisationId)
    .executeTakeFirst()
  return row?.required_step ?? null
}

export async function updateRequiredStep(
  queries: Queries,
  organisationId: OrganisationId,
  required: RequiredStep | null,
): Promise<void> {
  await updateWhere(queries, 'organisation', { id: organisationId }, { required_step: required })
}
