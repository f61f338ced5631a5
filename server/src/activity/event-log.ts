import type { ActivityKind, DisplayId, MemberId, OrganisationId } from '@placard/contract'
import type { Context } from '../platform/context.ts'
import type { Queries } from '../platform/database/database.ts'
import { createBudget } from './budget.ts'
import type { Actor } from './entry.ts'
import * as store from './store.ts'

/** Written together, so that a flood costs one synced write in a while. */
const FLUSH_MS = 1_000
/** The most that wait to be written. */
const MAX_WAITING = 1_000

/** Something that happened and changed nothing on a display: it has no transaction of its own to be written in. */
export type OutsideEvent = {
  /**
   * `member`: of whoever has the email address of the actor, if they belong anywhere. What `sought` names need not be there:
   * nothing is written down then.
   */
  of: OrganisationId | 'member' | { sought: Sought }
  displayId?: DisplayId | undefined
  kind: ActivityKind
  actor: Actor
  /** Of the contract: a route's name and an error's code, never what somebody sent. */
  command?: string
  code?: string
  requestId?: string
}

export type Sought = { organisationId: OrganisationId } | { memberId: MemberId }

function organisationOf(
  queries: Queries,
  of: OutsideEvent['of'],
  { email }: Actor,
): Promise<OrganisationId | undefined> | OrganisationId {
  if (of === 'member') return store.findOrganisationOf(queries, { email })
  return typeof of === 'string' ? of : store.findOrganisationOf(queries, of.sought)
}

export type EventLog = {
  /** Returns at once; whether and when it was written must not show in an answer. */
  tell(event: OutsideEvent): void
  /** Writes what waits. */
  flush(): Promise<void>
  close(): Promise<void>
}

/**
 * Refusals, sign-ins and the like, bounded for each organisation: whoever sends a million bad requests fills neither the
 * disk nor the log that people read. What is beyond is counted, and told as one entry. A crash loses the last second; the
 * server's own log has those events too.
 */
export function createEventLog(context: Context): EventLog {
  const { database, log, now } = context
  let waiting: (OutsideEvent & { at: number })[] = []
  const budget = createBudget(now)
  let unheard = 0
  let writing: Promise<void> = Promise.resolve()

  const timer = setInterval(() => void flush(), FLUSH_MS)
  timer.unref()

  async function write(events: (OutsideEvent & { at: number })[]): Promise<void> {
    await database.transaction(async (queries) => {
      for (const { of, displayId, kind, actor, command, code, requestId, at } of events) {
        const organisationId = await organisationOf(queries, of, actor)
        if (organisationId === undefined || !budget.take(organisationId)) continue
        const details = { ...(command === undefined ? {} : { command }), ...(code === undefined ? {} : { code }) }
        await store.createEntry(
          queries,
          store.draftOf({
            organisationId,
            displayId: displayId ?? null,
            at,
            actor,
            activity: { kind, changes: [], details },
            requestId,
          }),
        )
      }
      for (const { organisationId, count } of budget.takeExcess()) {
        await store.createEntry(
          queries,
          store.draftOf({
            organisationId,
            displayId: null,
            at: now(),
            actor: { kind: 'unknown', id: null, email: '' },
            activity: { kind: 'more', changes: [], details: { count } },
          }),
        )
      }
    })
  }

  function flush(): Promise<void> {
    const events = waiting
    waiting = []
    if (unheard > 0) log.warn({ count: unheard }, 'more happened at once than the activity log takes')
    unheard = 0
    if (events.length === 0 && !budget.hasExcess()) return writing
    writing = writing
      .then(() => write(events))
      .catch((error) => log.error({ err: error, count: events.length }, 'activity could not be written'))
    return writing
  }

  return {
    tell(event) {
      if (waiting.length >= MAX_WAITING) unheard += 1
      else waiting.push({ ...event, at: now() })
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
