import { randomUUID } from 'node:crypto'
import { type Bye, DisplayId, OrganisationId, Role, TableId, type UserId } from '@placard/contract'
import { z } from 'zod'
import type { Identity } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { digestOf, newSecret } from '../../platform/secret.ts'
import { readSessionSecret } from './session-cookie.ts'
import { hasEnded, limitsOf, needsRotation, needsSeen, newLife, takesPreviousSecret } from './session-life.ts'
import type { Step } from './steps.ts'
import * as store from './store.ts'

const DisplayLimit = z.array(DisplayId)
const TableLimit = z.array(TableId)
/** Characters of the User-Agent header that a session keeps. */
const MAX_USER_AGENT_CHARACTERS = 256

/** The session cookie. `maxAgeSeconds` undefined: until the browser is closed (A3). */
export type Ticket = { secret: string; maxAgeSeconds: number | undefined }

/** Sessions, identified by a request's Cookie header. Code that ends a session announces it on the bus. */
export type Sessions = {
  /** The session of the cookie, unless it has expired. */
  find(cookie: string | undefined): Promise<store.StoredSession | undefined>
  identify(cookie: string | undefined): Promise<Identity>
  renew(cookie: string | undefined): Promise<Ticket | undefined>
  /** Begins a session after the password and code were checked. @param wanted.through, wanted.step as in the table */
  begin(
    queries: Queries,
    wanted: {
      userId: UserId
      remember: boolean
      through: string | null
      step: Step | null
      address: string
      userAgent: string | undefined
    },
  ): Promise<{ secret: string; sessionId: string }>
  end(id: string): Promise<void>
  endOf(userId: UserId, because?: Bye['because']): Promise<void>
  /** For callers that have removed sessions: ends their open streams at once. */
  announceEnds(ids: string[], because?: Bye['because']): void
  /** Keeps the sessions, but restarts their open streams with the user's new rights. */
  announceChange(userId: UserId): Promise<void>
  /** Removes expired sessions that no request refers to any more. */
  sweep(): Promise<void>
}

/** @param security says if the cookies are for https */
export function createSessions(context: Context, security: { https: boolean }): Sessions {
  const { log, now, bus } = context
  const { queries } = context.database

  async function find(cookie: string | undefined): Promise<store.StoredSession | undefined> {
    const secret = readSessionSecret(cookie, security)
    if (secret === undefined) return undefined
    const token = digestOf(secret)
    const session = await store.findSession(queries, token)
    if (!session) return undefined
    if (hasEnded(session, now())) {
      // Removed at once, not at the next sweep, so that a clock that is set back cannot revive it (F57).
      await end(session.id).catch((error) => log.warn({ err: error }, 'an expired session could not be removed'))
      return undefined
    }
    return session.token === token || takesPreviousSecret(session, now()) ? session : undefined
  }

  async function end(id: string): Promise<void> {
    if (await store.removeSession(queries, id)) announceEnds([id])
  }

  function announceEnds(ids: string[], because?: Bye['because']): void {
    for (const sessionId of ids) bus.publish({ kind: 'session.ended', sessionId, ...(because && { because }) })
  }

  return {
    find,
    end,

    async begin(inside, { userId, remember, through, step, address, userAgent = '' }) {
      const secret = newSecret()
      const session = {
        ...newLife(remember, now()),
        id: randomUUID(),
        userId,
        token: digestOf(secret),
        through,
        step,
        address,
        userAgent: userAgent.slice(0, MAX_USER_AGENT_CHARACTERS),
        createdAt: now(),
      }
      await store.createSession(inside, session)
      return { secret, sessionId: session.id }
    },

    async identify(cookie) {
      const session = await find(cookie)
      if (!session || session.disabled) return { status: 'anonymous' }
      if (needsSeen(session, now())) {
        await store
          .updateLastSeen(queries, session.id, now())
          // A full disk prevents changes, but not reading.
          .catch((error) => log.warn({ err: error }, 'the last use of a session could not be written'))
      }
      const { id: sessionId, userId, email } = session
      const account = { userId, email, sessionId, operator: session.operator }
      if (session.org === null) return { status: 'not-subscribed', account }
      if (!session.meetsRule) return { status: 'step-missing', account }
      const organisationId = OrganisationId.parse(session.org)
      const role = Role.parse(session.role)
      const displays = session.displays === null ? null : DisplayLimit.parse(JSON.parse(session.displays))
      const tables = session.tables === null ? null : TableLimit.parse(JSON.parse(session.tables))
      const right = session.mayTakeOver && role === 'editor' ? { mayTakeOver: true } : {}
      return { status: 'member', caller: { ...account, organisationId, role, displays, tables, ...right } }
    },

    async renew(cookie) {
      const session = await find(cookie)
      if (!session || !needsRotation(session, now())) return undefined
      const secret = newSecret()
      const first = await store.rotateSession(queries, session, { token: digestOf(secret), rotatedAt: now() })
      return first ? { secret, maxAgeSeconds: Math.ceil((session.expiresAt - now()) / 1_000) } : undefined
    },

    async endOf(userId, because) {
      announceEnds(await store.removeSessionsOf(queries, userId), because)
    },
    announceEnds,

    async announceChange(userId) {
      for (const sessionId of await store.listSessionIdsOf(queries, userId)) {
        bus.publish({ kind: 'session.changed', sessionId })
      }
    },

    async sweep() {
      const ended = await store.removeEndedSessions(queries, {
        now: now(),
        rememberedSeenSince: now() - limitsOf(true).idleMs,
        forgottenSeenSince: now() - limitsOf(false).idleMs,
      })
      announceEnds(ended)
    },
  }
}
