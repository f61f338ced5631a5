import { randomUUID } from 'node:crypto'
import {
  type ApiToken,
  type CreateToken,
  type DisplayKey,
  MAX_TOKENS_PER_ORGANISATION,
  type OrganisationId,
  TOKEN_CALLS_AT_ONCE,
  TOKEN_CALLS_PER_MINUTE,
  type TokenCreated,
  TokenId,
  UserId,
} from '@placard/contract'
import { type Actor, actorOf, writeEntry } from '../../content/activity/service.ts'
import { keepKnownDisplays } from '../../content/displays/service.ts'
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
/** How exactly it is known when a token was last used: each more often would be a write for each call. */
const USED_MS = 60_000
/** A stream must not outlive its token by more than this. */
export const TOKENS_SWEPT_EVERY_MS = 30_000
/** In each process: a program that has run wild must not take the server from everybody else. */
const PER_TOKEN = { atOnce: TOKEN_CALLS_AT_ONCE, everyMs: 60_000 / TOKEN_CALLS_PER_MINUTE, names: 10_000 }

/** The API tokens of every organisation. */
export type Tokens = {
  /**
   * Whom a request acts for that carries a secret.
   *
   * @param secret as it came, of whatever form
   * @throws AppError invalid-token; it is never taken for a request that carries none. too-many-requests
   */
  identify(secret: string): Promise<Identity>
  /** Of the sessions that tokens have, those whose token still lets somebody in. Others are left out. @param ids at most 500 */
  keepPresentSessions(ids: string[]): Promise<string[]>
  /**
   * Removes those whose time is over, or whose maker is no owner of the organisation any more, and ends what is open by
   * them. To be called after a change of somebody's rights.
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
        // That its time is over was known before.
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
        // At once, not at the next sweep: neither a clock that is set back nor a maker who comes back must bring it back to
        // life (F57).
        await sweep().catch((error) => log.warn({ err: error }, 'an ended API token could not be removed'))
        throw new AppError('invalid-token')
      }
      const waitMs = perToken.take(found.id, now())
      if (waitMs > 0) throw new AppError('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
      if (found.lastUsedAt === null || Math.abs(now() - found.lastUsedAt) >= USED_MS) {
        await store
          .updateLastUsed(queries, found.id, now())
          // A full disk stops changes, not readers.
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

/** Its commands, uploads and open streams are its own: no account has an id of this form. */
function callerOf({ id, name, organisationId, role, displays }: store.StoredToken): Caller {
  return {
    userId: UserId.parse(nameOf(id)),
    email: '',
    sessionId: nameOf(id),
    operator: false,
    token: { id, name },
    organisationId,
    ...(role === 'take-over' ? { role: 'viewer', mayTakeOver: true, only: role } : { role }),
    displays,
  }
}

const PREFIX = 'token.'
const nameOf = (id: TokenId) => PREFIX + id

function announceEnd(context: Context, id: TokenId): void {
  context.bus.publish({ kind: 'session.ended', sessionId: nameOf(id) })
}

/** Those of the caller's organisation that still count, newest first. */
export async function listTokens(context: Context, caller: Caller): Promise<ApiToken[]> {
  return (await store.listTokens(context.database.queries, caller.organisationId, context.now())).map(toApiToken)
}

function toApiToken({ organisationId: _, ...shown }: store.StoredToken): ApiToken {
  return shown
}

/** @throws AppError display-not-found, too-many-tokens */
export function createToken(context: Context, caller: Caller, wanted: CreateToken): Promise<TokenCreated> {
  const { organisationId } = caller
  return context.database.transaction(async (queries) => {
    await lockOrganisation(queries, organisationId)
    const now = context.now()
    const present = await store.listTokens(queries, organisationId, now)
    if (present.length >= MAX_TOKENS_PER_ORGANISATION) throw new AppError('too-many-tokens')
    if (wanted.displays) {
      const known = await keepKnownDisplays(queries, organisationId, wanted.displays)
      if (known.length < wanted.displays.length) throw new AppError('display-not-found', { field: 'displays' })
    }
    const token: store.StoredToken = {
      id: TokenId.parse(randomUUID()),
      organisationId,
      name: wanted.name,
      role: wanted.role,
      displays: wanted.displays,
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

/** Revokes it. @throws AppError token-not-found */
export async function removeToken(context: Context, caller: Caller, id: TokenId): Promise<void> {
  await context.database.transaction(async (queries) => {
    const removed = await store.removeToken(queries, caller.organisationId, id)
    if (!removed) throw new AppError('token-not-found')
    await writeDown(context, queries, removed, 'token-revoked', actorOf(caller))
  })
  announceEnd(context, id)
}

/** A display that is made later under the same id is another one: no token that was limited to this one gets it. */
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

/** Ends what is open by the tokens of an organisation that is unsubscribed. They stay, for when it is subscribed again. */
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
