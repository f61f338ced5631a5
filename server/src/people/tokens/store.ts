import { type ApiToken, DisplayId, type OrganisationId, TableId, TokenId, TokenRole } from '@placard/contract'
import type { ExpressionBuilder } from 'kysely'
import { z } from 'zod'
import type { Queries } from '../../platform/database/database.ts'
import type { Row, Tables } from '../../platform/database/tables.ts'
import { updateWhere } from '../../platform/database/where.ts'

export type StoredToken = ApiToken & { organisationId: OrganisationId }

const StoredLimit = z.array(DisplayId)
const StoredTables = z.array(TableId)

const COLUMNS = [
  'api_token.id',
  'api_token.organisation_id',
  'api_token.name',
  'api_token.role',
  'api_token.displays',
  'api_token.tables',
  'api_token.created_by',
  'api_token.created_at',
  'api_token.expires_at',
  'api_token.last_used_at',
] as const

function toToken(row: Omit<Row<'api_token'>, 'token'>): StoredToken {
  return {
    id: TokenId.parse(row.id),
    organisationId: row.organisation_id as OrganisationId,
    name: row.name,
    role: TokenRole.parse(row.role),
    displays: row.displays === null ? null : StoredLimit.parse(JSON.parse(row.displays)),
    tables: row.tables === null ? null : StoredTables.parse(JSON.parse(row.tables)),
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }
}

/** @param digest of its secret */
export async function createToken(queries: Queries, token: StoredToken, digest: string): Promise<void> {
  await queries
    .insertInto('api_token')
    .values({
      id: token.id,
      organisation_id: token.organisationId,
      token: digest,
      name: token.name,
      role: token.role,
      displays: token.displays === null ? null : JSON.stringify(token.displays),
      tables: token.tables === null ? null : JSON.stringify(token.tables),
      created_by: token.createdBy,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
      last_used_at: token.lastUsedAt,
    })
    .execute()
}

/** The tokens, newest first. @param now tokens that have expired by then are left out; undefined: none is left out */
export async function listTokens(queries: Queries, organisationId: OrganisationId, now = 0): Promise<StoredToken[]> {
  const rows = await queries
    .selectFrom('api_token')
    .select(COLUMNS)
    .where('organisation_id', '=', organisationId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toToken)
}

/** The maker of the token, if they are an owner of its organisation with an active account. */
function selectMaker(eb: ExpressionBuilder<Tables, 'api_token'>) {
  return eb
    .selectFrom('profile')
    .innerJoin('user', 'user.id', 'profile.user_id')
    .select('profile.email')
    .whereRef('profile.email', '=', 'api_token.created_by')
    .whereRef('profile.org', '=', 'api_token.organisation_id')
    .where('profile.role', '=', 'owner')
    .where('user.disabled', '=', 0)
}

/** Returns those of the tokens that are still valid. */
export async function keepPresentTokens(queries: Queries, ids: string[]): Promise<string[]> {
  const rows = await queries
    .selectFrom('api_token')
    .innerJoin('organisation', 'organisation.id', 'api_token.organisation_id')
    .select('api_token.id')
    .where('api_token.id', 'in', ids)
    .where('organisation.suspended_at', 'is', null)
    .where((eb) => eb.exists(selectMaker(eb)))
    .execute()
  return rows.map((row) => row.id)
}

/** @param digest of its secret. @returns also the state of its organisation and of its maker */
export async function findToken(
  queries: Queries,
  digest: string,
): Promise<(StoredToken & { suspended: boolean; makerIsOwner: boolean }) | undefined> {
  const row = await queries
    .selectFrom('api_token')
    .innerJoin('organisation', 'organisation.id', 'api_token.organisation_id')
    .select([...COLUMNS, 'organisation.suspended_at'])
    .select((eb) => selectMaker(eb).as('maker'))
    .where('api_token.token', '=', digest)
    .executeTakeFirst()
  return row && { ...toToken(row), suspended: row.suspended_at !== null, makerIsOwner: row.maker !== null }
}

export async function updateLastUsed(queries: Queries, id: TokenId, lastUsedAt: number): Promise<void> {
  await updateWhere(queries, 'api_token', { id }, { last_used_at: lastUsedAt })
}

export async function updateDisplays(queries: Queries, id: TokenId, displays: DisplayId[]): Promise<void> {
  await updateWhere(queries, 'api_token', { id }, { displays: JSON.stringify(displays) })
}

export async function updateTables(queries: Queries, id: TokenId, tables: TableId[]): Promise<void> {
  await updateWhere(queries, 'api_token', { id }, { tables: JSON.stringify(tables) })
}

/** @returns the removed token; undefined if there was none */
export async function removeToken(
  queries: Queries,
  organisationId: OrganisationId,
  id: TokenId,
): Promise<StoredToken | undefined> {
  const row = await queries
    .deleteFrom('api_token')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && toToken(row)
}

/** Removes tokens that have expired, or whose maker is no longer valid. @returns the removed tokens */
export async function removeEndedTokens(queries: Queries, now: number): Promise<StoredToken[]> {
  const rows = await queries
    .deleteFrom('api_token')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb.not(eb.exists(selectMaker(eb)))]))
    .returning(COLUMNS)
    .execute()
  return rows.map(toToken)
}
