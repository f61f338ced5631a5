import { randomUUID } from 'node:crypto'
import {
  type ApiToken,
  type CreateToken,
  type DisplayKey,
  MAX_TOKENS_PER_ORGANISATION,
  type OrganisationId,
  type TableKey,
  TOKEN_CALLS_AT_ONCE,
  TOKEN_CALLS_PER_MINUTE,
  type TokenCreated,
  TokenId,
  type TokenRole,
  UserId,
} from '@placard/contract'
import { type Actor, actorOf, writeEntry } from '../../content/activity/service.ts'
import { requireDisplays } from '../../content/displays/service.ts'
import { requireTables } from '../../content/tables/service.ts'
import type { Caller, Identity } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { digestOf } from '../../platform/secret.ts'
import { isSecret, newTokenSecret } from './secret.ts'
import * as store from './store.ts'

const DAY_MS = 24 * 60 * 60_000
/** Accuracy of the time of last use. Writing it more often would cost a write for each call. */
const USED_MS = 60_000
/** A stream may outlive its token by at most this. */
export const TOKENS_SWEPT_EVERY_MS = 30_000
/** Limit in each process, so that a faulty program does not slow down the server for others. */
const PER_TOKEN = { atOnce: TOKEN_CALLS_AT_ONCE, everyMs: 60_000 / TOKEN_CALLS_PER_MINUTE, names: 10_000 }

/** The API tokens of every organisation. */
export type Tokens = {
  /**
   * The identity of a request that carries a secret.
   *
   * @param secret as sent, in any form
   * @throws AppError invalid-token, rather than treating the request as one without a token; too-many-requests
   */
  identify(secret: string): Promise<Identity>
  /** Returns those of the sessions whose tokens are still valid. Ids of other sessions are left out. @param ids at most 500 */
  keepPresentSessions(ids: string[]): Promise<string[]>
  /**
   * Removes tokens that have expired, or whose maker is no longer an owner of the organisation, and ends their open streams. Must
   * be called after a change of a person's rights.
   */
  sweep(): Promise<void>
  close(): void
}

export function createTokens(context: Context): Tokens {
  const { log, now } = context
  const { queries } = context.database

  const perToken = createRateLimit(PER_TOKEN)

  async function sweep(): Promise<void> {
    const ended = await context.database.transaction(async (inside) => {
      const removed = await store.removeEndedTokens(inside, now())
      for (const token of removed) {
        // An expiry was known in advance, and is not logged.
        if (token.expiresAt > now()) await writeDown(context, inside, token, 'token-ended', ownerGone(token))
      }
      return removed
    })
    for (const { id } of ended) announceEnd(context, id)
  }

  const stopListening = context.bus.onHint((hint) => {
    if (hint.kind !== 'organisation.suspended') return
    endStreamsOf(context, hint.organisationId).catch((error) =>
      log.error({ err: error }, 'the streams of an unsubscribed organisation could not be ended'),
    )
  })

  return {
    async identify(secret) {
      const found = isSecret(secret) ? await store.findToken(queries, digestOf(secret)) : undefined
      if (!found) throw new AppError('invalid-token')
      if (found.expiresAt <= now() || !found.makerIsOwner) {
        // Removed at once, not at the next sweep, so that neither a clock that is set back nor a maker who returns can revive it
        // (F57).
        await sweep().catch((error) => log.warn({ err: error }, 'an expired or revoked API token could not be removed'))
        throw new AppError('invalid-token')
      }
      const waitMs = perToken.take(found.id, now())
      if (waitMs > 0) throw new AppError('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
      if (found.lastUsedAt === null || Math.abs(now() - found.lastUsedAt) >= USED_MS) {
        await store
          .updateLastUsed(queries, found.id, now())
          // A full disk prevents changes, but not reading.
          .catch((error) => log.warn({ err: error }, 'the last use of an API token could not be written'))
      }
      const caller = callerOf(found)
      return found.suspended ? { status: 'not-subscribed', account: caller } : { status: 'member', caller }
    },
    async keepPresentSessions(ids) {
      const named = ids.filter((id) => id.startsWith(PREFIX)).map((id) => id.slice(PREFIX.length))
      if (named.length === 0) return []
      return (await store.keepPresentTokens(queries, named)).map((id) => PREFIX + id)
    },
    sweep,
    close: stopListening,
  }
}

/** The caller for a token. It has ids of its own for commands, uploads and streams, in a form that no account has. */
function callerOf({ id, name, organisationId, role, displays, tables }: store.StoredToken): Caller {
  return {
    userId: UserId.parse(nameOf(id)),
    email: '',
    sessionId: nameOf(id),
    operator: false,
    token: { id, name },
    organisationId,
    ...rightsOf(role),
    displays,
    tables,
  }
}

function rightsOf(role: TokenRole): Pick<Caller, 'role' | 'mayTakeOver' | 'only'> {
  switch (role) {
    case 'take-over':
      return { role: 'viewer', mayTakeOver: true, only: role }
    case 'insert':
      return { role: 'viewer', only: role }
    default:
      return { role }
  }
}

const PREFIX = 'token.'
const nameOf = (id: TokenId) => PREFIX + id

function announceEnd(context: Context, id: TokenId): void {
  context.bus.publish({ kind: 'session.ended', sessionId: nameOf(id) })
}

/** The valid tokens of the caller's organisation, newest first. */
export async function listTokens(context: Context, caller: Caller): Promise<ApiToken[]> {
  return (await store.listTokens(context.database.queries, caller.organisationId, context.now())).map(toApiToken)
}

function toApiToken({ organisationId: _, ...shown }: store.StoredToken): ApiToken {
  return shown
}

/** @throws AppError display-not-found, table-not-found, too-many-tokens */
export function createToken(context: Context, caller: Caller, wanted: CreateToken): Promise<TokenCreated> {
  const { organisationId } = caller
  return context.database.transaction(async (queries) => {
    await lockOrganisation(queries, organisationId)
    const now = context.now()
    const present = await store.listTokens(queries, organisationId, now)
    if (present.length >= MAX_TOKENS_PER_ORGANISATION) throw new AppError('too-many-tokens')
    if (wanted.displays) await requireDisplays(queries, organisationId, wanted.displays)
    if (wanted.tables) await requireTables(queries, organisationId, wanted.tables)
    const token: store.StoredToken = {
      id: TokenId.parse(randomUUID()),
      organisationId,
      name: wanted.name,
      role: wanted.role,
      displays: wanted.tables === null ? wanted.displays : [],
      tables: wanted.tables,
      createdBy: caller.email,
      createdAt: now,
      expiresAt: now + wanted.days * DAY_MS,
      lastUsedAt: null,
    }
    const secret = newTokenSecret()
    await store.createToken(queries, token, digestOf(secret))
    await writeDown(context, queries, token, 'token-made', actorOf(caller))
    return { token: toApiToken(token), secret }
  })
}

/** Revokes a token. @throws AppError token-not-found */
export async function removeToken(context: Context, caller: Caller, id: TokenId): Promise<void> {
  await context.database.transaction(async (queries) => {
    const removed = await store.removeToken(queries, caller.organisationId, id)
    if (!removed) throw new AppError('token-not-found')
    await writeDown(context, queries, removed, 'token-revoked', actorOf(caller))
  })
  announceEnd(context, id)
}

/**
 * Removes the display from all limits: a later display with the same id is a different one, and must not be opened to the same
 * tokens.
 */
export async function forgetDisplay(queries: Queries, key: DisplayKey): Promise<void> {
  for (const token of await store.listTokens(queries, key.organisationId)) {
    if (!token.displays?.includes(key.displayId)) continue
    await store.updateDisplays(
      queries,
      token.id,
      token.displays.filter((id) => id !== key.displayId),
    )
  }
}

/** Removes a table that is gone for good from all limits. */
export async function forgetTable(queries: Queries, { organisationId, tableId }: TableKey): Promise<void> {
  for (const token of await store.listTokens(queries, organisationId)) {
    if (!token.tables?.includes(tableId)) continue
    await store.updateTables(
      queries,
      token.id,
      token.tables.filter((id) => id !== tableId),
    )
  }
}

/** Ends the open streams of an unsubscribed organisation's tokens. The tokens stay, in case it is subscribed again. */
async function endStreamsOf(context: Context, organisationId: OrganisationId): Promise<void> {
  const tokens = await store.listTokens(context.database.queries, organisationId, context.now())
  for (const { id } of tokens) announceEnd(context, id)
}

function ownerGone({ createdBy }: store.StoredToken): Actor {
  return { kind: 'person', id: null, email: createdBy }
}

function writeDown(
  context: Context,
  queries: Queries,
  { id, organisationId, name }: store.StoredToken,
  kind: 'token-made' | 'token-revoked' | 'token-ended',
  actor: Actor,
): Promise<void> {
  const activity = { kind, changes: [], subject: { type: 'token' as const, id, title: name } }
  return writeEntry(queries, { organisationId, programmeId: null, at: context.now(), actor, activity })
}
