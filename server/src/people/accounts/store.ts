import { randomUUID } from 'node:crypto'
import { SessionId, UserId } from '@placard/contract'
import { expressionBuilder } from 'kysely'
import type { Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import type { Columns, Tables } from '../../platform/database/tables.ts'
import { removeWhere, updateWhere } from '../../platform/database/where.ts'
import type { Timed } from './session-life.ts'
import { meets, type Step } from './steps.ts'

const CREDENTIAL = 'credential'

export type StoredUser = {
  id: UserId
  email: string
  /** True if the owner has proven the address (`proveAddress`). */
  proven: boolean
  disabled: boolean
  operator: boolean
}

const USER_COLUMNS = ['id', 'email', 'email_verified', 'disabled', 'operator'] as const

function toUser(row: Columns<'user', typeof USER_COLUMNS>): StoredUser {
  return {
    id: UserId.parse(row.id),
    email: row.email,
    proven: row.email_verified === 1,
    disabled: row.disabled === 1,
    operator: row.operator === 1,
  }
}

export async function findUser(queries: Queries, email: string): Promise<StoredUser | undefined> {
  const row = await queries.selectFrom('user').select(USER_COLUMNS).where('email', '=', email).executeTakeFirst()
  return row && toUser(row)
}

/** Names of people by email address, for those whose name is not just the address. */
export async function listNames(queries: Queries, ids: readonly string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {}
  const rows = await queries.selectFrom('user').select(['email', 'name']).where('id', 'in', ids).execute()
  const named = rows.filter(({ email, name }) => name !== '' && name !== email)
  return Object.fromEntries(named.map(({ email, name }) => [email, name]))
}

export type SigningIn = {
  id: UserId
  disabled: boolean
  passwordHash: string | null
  /** True: a code is required in addition to the password. */
  secondFactor: boolean
}

/** A single query, so that an address with an account takes no longer than one without (B2). */
export async function findSigningIn(queries: Queries, email: string): Promise<SigningIn | undefined> {
  const row = await queries
    .selectFrom('user')
    .leftJoin('credential', (join) =>
      join.onRef('credential.user_id', '=', 'user.id').on('credential.provider_id', '=', CREDENTIAL),
    )
    .leftJoin('second_factor', 'second_factor.user_id', 'user.id')
    .select(['user.id', 'user.disabled', 'credential.password', 'second_factor.confirmed_at'])
    .where('user.email', '=', email)
    .executeTakeFirst()
  return (
    row && {
      id: UserId.parse(row.id),
      disabled: row.disabled === 1,
      passwordHash: row.password,
      secondFactor: row.confirmed_at !== null,
    }
  )
}

/** False if the installation has no accounts. */
export async function hasUsers(queries: Queries): Promise<boolean> {
  return (await queries.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined
}

export type NewAccount = {
  email: string
  name: string
  /** Null: it cannot be used to sign in by password until one is set. */
  passwordHash: string | null
  /** True if the address is proven. */
  proven: boolean
  /** Milliseconds since 1970, UTC. */
  createdAt: number
}

/** Inserts an account and its password in two rows. Fails if the address has an account. @param queries of a transaction */
export async function createUser(queries: Queries, account: NewAccount): Promise<UserId> {
  const { email, name, passwordHash, proven, createdAt } = account
  const id = randomUUID()
  const at = new Date(createdAt).toISOString()
  const dates = { created_at: at, updated_at: at }
  await queries
    .insertInto('user')
    .values({ id, email, name, email_verified: toFlag(proven), image: null, ...dates })
    .execute()
  await queries
    .insertInto('credential')
    .values({
      id: randomUUID(),
      user_id: id,
      account_id: id,
      provider_id: CREDENTIAL,
      password: passwordHash,
      access_token: null,
      refresh_token: null,
      id_token: null,
      access_token_expires_at: null,
      refresh_token_expires_at: null,
      scope: null,
      ...dates,
    })
    .execute()
  return UserId.parse(id)
}

/**
 * Removes an account that is neither subscribed nor an operator's, with all dependent rows. A single statement, so that an
 * account that is subscribed meanwhile stays.
 *
 * @returns true if it was removed
 */
export async function removeWaitingUser(queries: Queries, id: UserId): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('user')
    .where('id', '=', id)
    .where('operator', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('profile').select('profile.email').whereRef('profile.user_id', '=', 'user.id'))),
    )
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** By email. */
export async function listUsers(queries: Queries): Promise<StoredUser[]> {
  const rows = await queries.selectFrom('user').select(USER_COLUMNS).orderBy('email').execute()
  return rows.map(toUser)
}

export async function updateUser(
  queries: Queries,
  id: UserId,
  change: { disabled?: boolean; operator?: boolean; proven?: true },
): Promise<void> {
  const { disabled, operator, proven } = change
  const set = {
    ...(disabled === undefined ? {} : { disabled: toFlag(disabled) }),
    ...(operator === undefined ? {} : { operator: toFlag(operator) }),
    ...(proven === undefined ? {} : { email_verified: toFlag(proven) }),
  }
  await updateWhere(queries, 'user', { id }, set)
}

function toFlag(on: boolean): 0 | 1 {
  return on ? 1 : 0
}

/**
 * Like `findPasswordHash`, after waiting for a concurrent change of it: an update that changes nothing is a lock in both SQL
 * dialects.
 */
export async function awaitPasswordHash(queries: Queries, userId: UserId): Promise<string | undefined> {
  const row = await queries
    .updateTable('credential')
    .set((column) => ({ password: column.ref('password') }))
    .where('user_id', '=', userId)
    .where('provider_id', '=', CREDENTIAL)
    .returning('password')
    .executeTakeFirst()
  return row?.password ?? undefined
}

export async function findPasswordHash(queries: Queries, userId: UserId): Promise<string | undefined> {
  const row = await queries
    .selectFrom('credential')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', CREDENTIAL)
    .executeTakeFirst()
  return row?.password ?? undefined
}

/**
 * @param wanted.before the hash to replace; left out: any
 * @returns false if the hash is no longer that one
 */
export async function updatePasswordHash(
  queries: Queries,
  userId: UserId,
  wanted: { hash: string; before?: string | undefined; updatedAt: string },
): Promise<boolean> {
  let query = queries
    .updateTable('credential')
    .set({ password: wanted.hash, updated_at: wanted.updatedAt })
    .where('user_id', '=', userId)
    .where('provider_id', '=', CREDENTIAL)
  if (wanted.before !== undefined) query = query.where('password', '=', wanted.before)
  const { numUpdatedRows } = await query.executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The id of one of a user's passkeys, or null. @param userId the column of the query around it */
export const onePasskeyOf = (userId: 'user.id' | 'session.user_id') =>
  expressionBuilder<Tables, 'user' | 'session'>()
    .selectFrom('passkey')
    .select('passkey.id')
    .whereRef('passkey.user_id', '=', userId)
    .limit(1)
    .as('passkey')

/** A session with the facts about its user that requests need. */
export type StoredSession = Timed & {
  id: string
  userId: UserId
  /** Digest of its secret. */
  token: string
  email: string
  disabled: boolean
  operator: boolean
  /** From the profile. Null if there is none, or its organisation is unsubscribed. */
  org: string | null
  role: string | null
  /** JSON, as in the profile. */
  displays: string | null
  tables: string | null
  mayTakeOver: boolean
  /** False: it lacks the step that the organisation requires. */
  meetsRule: boolean
}

const selectSession = statement((queries, { token }: { token: string }) =>
  queries
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .leftJoin('profile', 'profile.user_id', 'user.id')
    .leftJoin('organisation', (join) =>
      join.onRef('organisation.id', '=', 'profile.org').on('organisation.suspended_at', 'is', null),
    )
    .leftJoin('second_factor', 'second_factor.user_id', 'user.id')
    .select([
      'session.id',
      'session.user_id',
      'session.token',
      'session.expires_at',
      'session.remembered',
      'session.last_seen_at',
      'session.rotated_at',
      'user.email',
      'user.disabled',
      'user.operator',
      'organisation.id as org',
      'profile.role',
      'profile.displays',
      'profile.tables',
      'profile.may_take_over',
      'session.step',
      'organisation.required_step',
      'second_factor.confirmed_at',
      onePasskeyOf('user.id'),
    ])
    .where((is) => is.or([is('session.token', '=', token), is('session.previous_token', '=', token)])),
)

/**
 * A single query, because it precedes every response to a signed-in person.
 *
 * @param token digest of a session's secret, or of the previous one
 */
export async function findSession(queries: Queries, token: string): Promise<StoredSession | undefined> {
  const {
    rows: [row],
  } = await selectSession(queries, { token })
  return (
    row && {
      id: row.id,
      userId: UserId.parse(row.user_id),
      token: row.token,
      expiresAt: Date.parse(row.expires_at),
      remembered: row.remembered === 1,
      lastSeenAt: row.last_seen_at,
      rotatedAt: row.rotated_at,
      email: row.email,
      disabled: row.disabled === 1,
      operator: row.operator === 1,
      org: row.org,
      role: row.role,
      displays: row.displays,
      tables: row.tables,
      mayTakeOver: row.may_take_over === 1,
      meetsRule: meets(row.required_step, {
        step: row.step,
        factor: row.confirmed_at !== null,
        passkey: row.passkey !== null,
      }),
    }
  )
}

/** @param session `token` is the digest of its secret */
export async function createSession(
  queries: Queries,
  session: Timed & {
    id: string
    userId: UserId
    token: string
    /** Name of the identity provider. Null: by password. */
    through: string | null
    /** Null: by password or identity provider alone. */
    step: Step | null
    address: string
    userAgent: string
    createdAt: number
  },
): Promise<void> {
  const createdAt = new Date(session.createdAt).toISOString()
  await queries
    .insertInto('session')
    .values({
      id: session.id,
      user_id: session.userId,
      token: session.token,
      previous_token: null,
      remembered: session.remembered ? 1 : 0,
      expires_at: new Date(session.expiresAt).toISOString(),
      last_seen_at: session.lastSeenAt,
      rotated_at: session.rotatedAt,
      through: session.through,
      step: session.step,
      ip_address: session.address,
      user_agent: session.userAgent,
      created_at: createdAt,
      updated_at: createdAt,
    })
    .execute()
}

export async function updateLastSeen(queries: Queries, id: string, lastSeenAt: number): Promise<void> {
  await updateWhere(queries, 'session', { id }, { last_seen_at: lastSeenAt })
}

/** @returns false if another request was first */
export async function rotateSession(
  queries: Queries,
  session: { id: string; token: string },
  next: { token: string; rotatedAt: number },
): Promise<boolean> {
  return (
    (await updateWhere(
      queries,
      'session',
      { id: session.id, token: session.token },
      { token: next.token, previous_token: session.token, rotated_at: next.rotatedAt },
    )) === 1
  )
}

/** @returns false if it was gone already */
export async function removeSession(queries: Queries, id: string): Promise<boolean> {
  return (await removeWhere(queries, 'session', { id })) === 1
}

/**
 * @param keep the id of a session that stays
 * @returns the ids of the removed sessions
 */
export async function removeSessionsOf(queries: Queries, userId: UserId, keep?: string): Promise<string[]> {
  const all = queries.deleteFrom('session').where('user_id', '=', userId)
  const rows = await (keep === undefined ? all : all.where('id', '!=', keep)).returning('id').execute()
  return rows.map((row) => row.id)
}

/** @returns false if the user has no session with this id */
export async function removeSessionOf(queries: Queries, userId: UserId, id: string): Promise<boolean> {
  return (await removeWhere(queries, 'session', { id, user_id: userId })) === 1
}

/** Unlike after `rotateSession`, the previous secret is not accepted any more. */
export async function replaceSecret(
  queries: Queries,
  id: string,
  next: { token: string; rotatedAt: number },
): Promise<void> {
  await updateWhere(queries, 'session', { id }, { token: next.token, previous_token: null, rotated_at: next.rotatedAt })
}

export async function listSessionIdsOf(queries: Queries, userId: UserId): Promise<string[]> {
  const rows = await queries.selectFrom('session').select('id').where('user_id', '=', userId).execute()
  return rows.map((row) => row.id)
}

/** Returns those of the sessions that still exist and meet the rule of their organisation. */
export async function keepPresentSessions(queries: Queries, ids: string[]): Promise<string[]> {
  const rows = await queries
    .selectFrom('session')
    .leftJoin('profile', 'profile.user_id', 'session.user_id')
    .leftJoin('organisation', 'organisation.id', 'profile.org')
    .leftJoin('second_factor', 'second_factor.user_id', 'session.user_id')
    .select([
      'session.id',
      'session.step',
      'organisation.required_step',
      'second_factor.confirmed_at',
      onePasskeyOf('session.user_id'),
    ])
    .where('session.id', 'in', ids)
    .execute()
  return rows.flatMap(({ id, step, required_step: requires, confirmed_at, passkey }) =>
    meets(requires, { step, factor: confirmed_at !== null, passkey: passkey !== null }) ? [id] : [],
  )
}

/** A session as its owner sees it. */
export type ListedSession = Timed & {
  id: SessionId
  through: string | null
  userAgent: string | null
  address: string | null
  signedInAt: number
}

/** Last seen first. */
export async function listSessionsOf(queries: Queries, userId: UserId): Promise<ListedSession[]> {
  const rows = await queries
    .selectFrom('session')
    .select([
      'id',
      'remembered',
      'expires_at',
      'last_seen_at',
      'rotated_at',
      'through',
      'user_agent',
      'ip_address',
      'created_at',
    ])
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: SessionId.parse(row.id),
    remembered: row.remembered === 1,
    expiresAt: Date.parse(row.expires_at),
    lastSeenAt: row.last_seen_at,
    rotatedAt: row.rotated_at,
    through: row.through,
    userAgent: row.user_agent,
    address: row.ip_address,
    signedInAt: Date.parse(row.created_at),
  }))
}

/**
 * @param limits sessions that expire before `now` end, and those not seen since the instant for their kind
 * @returns the ids of the removed sessions
 */
export async function removeEndedSessions(
  queries: Queries,
  limits: { now: number; rememberedSeenSince: number; forgottenSeenSince: number },
): Promise<string[]> {
  const rows = await queries
    .deleteFrom('session')
    .where((is) =>
      is.or([
        is('expires_at', '<=', new Date(limits.now).toISOString()),
        is.and([is('remembered', '=', 1), is('last_seen_at', '<=', limits.rememberedSeenSince)]),
        is.and([is('remembered', '=', 0), is('last_seen_at', '<=', limits.forgottenSeenSince)]),
      ]),
    )
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

export type Failure = { email: string; device: string; network: string; failedAt: number }

/** @returns its id */
export async function createFailure(queries: Queries, failure: Failure): Promise<number> {
  const { failedAt, ...columns } = failure
  const row = await queries
    .insertInto('sign_in_failure')
    .values({ ...columns, failed_at: failedAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function removeFailure(queries: Queries, id: number): Promise<void> {
  await removeWhere(queries, 'sign_in_failure', { id })
}

export async function removeFailuresOf(queries: Queries, email: string, device: string): Promise<void> {
  await removeWhere(queries, 'sign_in_failure', { email, device })
}

export async function removeFailuresBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('sign_in_failure').where('failed_at', '<', instant).execute()
}

/**
 * The time of the newest matching failure after skipping `skip`. If there is one, there are more than `skip`.
 *
 * @param match fields that are left out match everything
 */
export async function findFailureInstant(
  queries: Queries,
  match: { device: string; email?: string; network?: string; after: number; before: number },
  skip: number,
): Promise<number | undefined> {
  let query = queries
    .selectFrom('sign_in_failure')
    .select('failed_at')
    .where('device', '=', match.device)
    .where('failed_at', '>', match.after)
    .where('failed_at', '<', match.before)
  if (match.email !== undefined) query = query.where('email', '=', match.email)
  if (match.network !== undefined) query = query.where('network', '=', match.network)
  const row = await query.orderBy('failed_at', 'desc').limit(1).offset(skip).executeTakeFirst()
  return row?.failed_at
}

export async function isKnownDevice(queries: Queries, email: string, device: string): Promise<boolean> {
  const row = await queries
    .selectFrom('known_device')
    .innerJoin('user', 'user.id', 'known_device.user_id')
    .select('device')
    .where('user.email', '=', email)
    .where('device', '=', device)
    .executeTakeFirst()
  return row !== undefined
}

export async function putKnownDevice(queries: Queries, userId: UserId, device: string, seenAt: number): Promise<void> {
  await queries
    .insertInto('known_device')
    .values({ user_id: userId, device, seen_at: seenAt })
    .onConflict((conflict) => conflict.columns(['user_id', 'device']).doUpdateSet({ seen_at: seenAt }))
    .execute()
}

export async function removeDevicesBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('known_device').where('seen_at', '<', instant).execute()
}
