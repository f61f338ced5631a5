import { PasskeyId, UserId } from '@placard/contract'
import { z } from 'zod'
import { countOf } from '../../../platform/database/count-of.ts'
import type { Queries } from '../../../platform/database/database.ts'
import type { Columns } from '../../../platform/database/tables.ts'
import { removeWhere, updateWhere } from '../../../platform/database/where.ts'

const Transports = z.array(z.string())

export type StoredPasskey = {
  id: PasskeyId
  userId: UserId
  credentialId: string
  /** COSE, base64url. */
  publicKey: string
  counter: number
  transports: string[]
  name: string
  synced: boolean
  createdAt: number
  lastUsedAt: number | null
}

const COLUMNS = [
  'passkey.id',
  'passkey.user_id',
  'passkey.credential_id',
  'passkey.public_key',
  'passkey.counter',
  'passkey.transports',
  'passkey.name',
  'passkey.synced',
  'passkey.created_at',
  'passkey.last_used_at',
] as const

type Row = Columns<
  'passkey',
  readonly [
    'id',
    'user_id',
    'credential_id',
    'public_key',
    'counter',
    'transports',
    'name',
    'synced',
    'created_at',
    'last_used_at',
  ]
>

function toPasskey(row: Row): StoredPasskey {
  return {
    id: PasskeyId.parse(row.id),
    userId: UserId.parse(row.user_id),
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: Transports.parse(JSON.parse(row.transports)),
    name: row.name,
    synced: row.synced === 1,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}

/** The oldest first. */
export async function listPasskeys(queries: Queries, userId: UserId): Promise<StoredPasskey[]> {
  const rows = await queries
    .selectFrom('passkey')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toPasskey)
}

export type PasskeyOwner = { email: string; disabled: boolean }

/** Finds a passkey of any account, with its owner. */
export async function findByCredential(
  queries: Queries,
  credentialId: string,
): Promise<{ passkey: StoredPasskey; owner: PasskeyOwner } | undefined> {
  const row = await queries
    .selectFrom('passkey')
    .innerJoin('user', 'user.id', 'passkey.user_id')
    .select([...COLUMNS, 'user.email', 'user.disabled'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row && { passkey: toPasskey(row), owner: { email: row.email, disabled: row.disabled === 1 } }
}

/** @returns false if the credential belongs to an account already */
export async function createPasskey(queries: Queries, passkey: StoredPasskey): Promise<boolean> {
  const result = await queries
    .insertInto('passkey')
    .values({
      id: passkey.id,
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: JSON.stringify(passkey.transports),
      name: passkey.name,
      synced: passkey.synced ? 1 : 0,
      created_at: passkey.createdAt,
      last_used_at: passkey.lastUsedAt,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function countPasskeys(queries: Queries, userId: UserId): Promise<number> {
  return countOf(queries.selectFrom('passkey').where('user_id', '=', userId))
}

export async function renamePasskey(
  queries: Queries,
  { userId, id, name }: { userId: UserId; id: PasskeyId; name: string },
): Promise<StoredPasskey | undefined> {
  await updateWhere(queries, 'passkey', { user_id: userId, id }, { name })
  return (await listPasskeys(queries, userId)).find((one) => one.id === id)
}

/**
 * Records a use. An authenticator that counts must have counted on.
 *
 * @returns false if the passkey was removed, or its counter is not higher than before
 */
export async function takeUse(
  queries: Queries,
  { id, counter, usedAt }: { id: PasskeyId; counter: number; usedAt: number },
): Promise<boolean> {
  const result = await queries
    .updateTable('passkey')
    .set({ counter, last_used_at: usedAt })
    .where('id', '=', id)
    .where('counter', counter === 0 ? '=' : '<', counter)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** @returns false if the user has no such passkey */
export async function removePasskey(queries: Queries, userId: UserId, id: PasskeyId): Promise<boolean> {
  return (await removeWhere(queries, 'passkey', { user_id: userId, id })) === 1
}

/** @returns the number of removed passkeys */
export async function removePasskeysOf(queries: Queries, userId: UserId): Promise<number> {
  const result = await queries.deleteFrom('passkey').where('user_id', '=', userId).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** @returns false if the challenge was answered before */
export async function takeChallenge(
  queries: Queries,
  { digest, expiresAt }: { digest: string; expiresAt: number },
): Promise<boolean> {
  const result = await queries
    .insertInto('answered_challenge')
    .values({ digest, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function removeChallengesBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('answered_challenge').where('expires_at', '<=', instant).execute()
}
