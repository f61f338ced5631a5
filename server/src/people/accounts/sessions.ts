import { randomUUID } from 'node:crypto'
import { type Bye, DisplayId, OrganisationId, Role, type UserId } from '@placard/contract'
import { z } from 'zod'
import type { Identity } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { digestOf, newSecret } from '../../platform/secret.ts'
import { readSessionSecret } from './session-cookie.ts'
import { hasEnded, limitsOf, needsRotation, needsSeen, newLife, takesPreviousSecret } from './session-life.ts'
import * as store from './store.ts'

const DisplayLimit = z.array(DisplayId)
/** The part of it that a session keeps. */
const MAX_USER_AGENT_CHARACTERS = 256

/** The cookie that a browser keeps. `maxAgeSeconds` undefined: until it is closed (A3). */
export type Ticket = { secret: string; maxAgeSeconds: number | undefined }

/** Sessions by what a request carries of them, its Cookie header. Whoever ends one tells the bus. */
export type Sessions = {
  /** The session that the cookie stands for, unless its time is over. */
  find(cookie: string | undefined): Promise<store.StoredSession | undefined>
  identify(cookie: string | undefined): Promise<Identity>
  renew(cookie: string | undefined): Promise<Ticket | undefined>
  /** For somebody whose password and code were right. @param wanted.through as in the table */
  begin(
    queries: Queries,
    wanted: {
      userId: UserId
      remember: boolean
      through: string | null
      address: string
      userAgent: string | undefined
    },
  ): Promise<{ secret: string; sessionId: string }>
  end(id: string): Promise<void>
  endOf(userId: UserId, because?: Bye['because']): Promise<void>
  /** For whoever has removed them: what is open in them ends at once. */
  announceEnds(ids: string[], because?: Bye['because']): void
  /** They go on, but what is open in them is made anew, for what their user may see now. */
  announceChange(userId: UserId): Promise<void>
  /** Removes those whose time is over and that nobody asks for any more. */
  sweep(): Promise<void>
}

/** @param security whether the cookies are those of https */
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
      // At once, not at the next sweep: a clock that is set back must not bring it back to life (F57).
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

    async begin(inside, { userId, remember, through, address, userAgent = '' }) {
      const secret = newSecret()
      const session = {
        ...newLife(remember, now()),
        id: randomUUID(),
        userId,
        token: digestOf(secret),
        through,
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
          // A full disk stops changes, not readers.
          .catch((error) => log.warn({ err: error }, 'a sign of life could not be written'))
      }
      const { id: sessionId, userId, email } = session
      const account = { userId, email, sessionId, operator: session.operator }
      if (session.org === null) return { status: 'not-subscribed', account }
      const organisationId = OrganisationId.parse(session.org)
      const role = Role.parse(session.role)
      const displays = session.displays === null ? null : DisplayLimit.parse(JSON.parse(session.displays))
      const right = session.mayTakeOver && role === 'editor' ? { mayTakeOver: true } : {}
      return { status: 'member', caller: { ...account, organisationId, role, displays, ...right } }
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
