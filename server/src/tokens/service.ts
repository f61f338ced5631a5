import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  type ApiToken,
  type CreateToken,
  type DisplayKey,
  MAX_TOKENS_PER_ORGANISATION,
  type OrganisationId,
  type TokenCreated,
  TokenId,
  TokenSecret,
  UserId,
} from '@placard/contract'
import { keepKnownDisplays } from '../displays/service.ts'
import { lockOrganisation } from '../organisations/service.ts'
import type { Caller, Identity } from '../platform/access.ts'
import type { Context } from '../platform/context.ts'
import type { Queries } from '../platform/database/database.ts'
import { AppError } from '../platform/errors.ts'
import * as store from './store.ts'

const DAY_MS = 24 * 60 * 60_000
/** How exactly it is known when a token was last used: each more often would be a write for each call. */
const USED_MS = 60_000
/** A stream must not outlive its token by more than this. */
const SWEEP_MS = 30_000

/** The API tokens of every organisation. */
export type Tokens = {
  /**
   * Whom a request acts for that carries a secret.
   *
   * @param secret as it came, of whatever form
   * @throws AppError invalid-token; it is never taken for a request that carries none
   */
  identify(secret: string): Promise<Identity>
  /** Removes those whose time is over, and ends what is open by them. */
  sweep(): Promise<void>
  close(): void
}

export function createTokens(context: Context): Tokens {
  const { log, now } = context
  const { queries } = context.database

  async function sweep(): Promise<void> {
    for (const id of await store.removeTokensExpiredAt(queries, now())) announceEnd(context, id)
  }

  const stopListening = context.bus.onHint((hint) => {
    if (hint.kind !== 'organisation.suspended') return
    endStreamsOf(context, hint.organisationId).catch((error) =>
      log.error({ err: error }, 'the streams of an unsubscribed organisation could not be ended'),
    )
  })

  const timer = setInterval(() => {
    sweep().catch((error) => log.error({ err: error }, 'old API tokens could not be swept'))
  }, SWEEP_MS)
  timer.unref()

  return {
    async identify(secret) {
      const found = TokenSecret.safeParse(secret).success ? await store.findToken(queries, digestOf(secret)) : undefined
      if (!found) throw new AppError('invalid-token')
      if (found.expiresAt <= now()) {
        // At once, not at the next sweep: a clock that is set back must not bring it back to life (F57).
        await sweep().catch((error) => log.warn({ err: error }, 'an expired API token could not be removed'))
        throw new AppError('invalid-token')
      }
      if (found.lastUsedAt === null || Math.abs(now() - found.lastUsedAt) >= USED_MS) {
        await store
          .updateLastUsed(queries, found.id, now())
          // A full disk stops changes, not readers.
          .catch((error) => log.warn({ err: error }, 'the last use of an API token could not be written'))
      }
      const caller = callerOf(found)
      return found.suspended ? { status: 'not-subscribed', account: caller } : { status: 'member', caller }
    },
    sweep,
    close() {
      stopListening()
      clearInterval(timer)
    },
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
    role,
    displays,
  }
}

const nameOf = (id: TokenId) => `token.${id}`

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
    const secret = TokenSecret.parse(`plc_${randomBytes(32).toString('base64url')}`)
    await store.createToken(queries, token, digestOf(secret))
    return { token: toApiToken(token), secret }
  })
}

/** Revokes it. @throws AppError token-not-found */
export async function removeToken(context: Context, caller: Caller, id: TokenId): Promise<void> {
  const removed = await store.removeToken(context.database.queries, caller.organisationId, id)
  if (!removed) throw new AppError('token-not-found')
  announceEnd(context, id)
}

/** A display that is made later under the same id is another one: no token that was limited to this one gets it. */
export async function forgetDisplay(context: Context, queries: Queries, key: DisplayKey): Promise<void> {
  for (const token of await store.listTokens(queries, key.organisationId, context.now())) {
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

/** What the database keeps of a secret, in hex. There is nothing to guess in 256 random bits: neither salt nor slowness. */
function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
