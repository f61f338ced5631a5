import type { ActivityKind, MemberId, OrganisationId, ProgrammeId } from '@placard/contract'
import type { Context } from '../platform/context.ts'
import type { Queries } from '../platform/database/database.ts'
import { type Crowd, createBudget } from './budget.ts'
import type { Actor } from './entry.ts'
import * as store from './store.ts'

/** Written together, so that a flood costs one synced write in a while. */
const FLUSH_MS = 1_000
/** The most refusals that wait to be written: of one organisation or one address, and of all strangers together. */
const MAX_WAITING_EACH = 100
const MAX_WAITING_STRANGERS = 1_000

/** Something that happened and changed nothing on a display: it has no transaction of its own to be written in. */
export type OutsideEvent = {
  /**
   * `member`: of whoever has the email address of the actor, if they belong anywhere. What `sought` names need not be there:
   * nothing is written down then.
   */
  of: OrganisationId | 'member' | { sought: Sought }
  programmeId?: ProgrammeId | undefined
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

/** A refused call costs nothing to try again. A call that went through is always written: nobody hides behind a flood. */
const isRefusal = ({ kind }: OutsideEvent) => kind === 'refused' || kind === 'sign-in-refused'

const crowdOf = ({ actor }: OutsideEvent): Crowd => (actor.kind === 'unknown' ? 'strangers' : 'members')

/**
 * Refusals, sign-ins and the like. Refusals are bounded for each organisation: whoever sends a million bad requests fills
 * neither the disk nor the log that people read. What is beyond is counted, and told as one entry. A crash loses the last
 * second; the server's own log has those events too.
 *
 * @param hasRoom whether there is room for refusals; without it, what is told of them is not written
 */
export function createEventLog(context: Context, hasRoom: () => boolean = () => true): EventLog {
  const { database, log, now } = context
  let waiting: (OutsideEvent & { at: number })[] = []
  /** How many refusals wait, by whom they are about. */
  let crowded = new Map<string, number>()
  const budget = createBudget(now)
  let unheard = 0
  let writing: Promise<void> = Promise.resolve()

  const timer = setInterval(() => void flush(), FLUSH_MS)
  timer.unref()

  async function write(events: (OutsideEvent & { at: number })[]): Promise<void> {
    await database.transaction(async (queries) => {
      for (const event of events) {
        const { of, programmeId, kind, actor, command, code, requestId, at } = event
        const organisationId = await organisationOf(queries, of, actor)
        if (organisationId === undefined) continue
        if (isRefusal(event) && !budget.take(organisationId, crowdOf(event))) continue
        const details = { ...(command === undefined ? {} : { command }), ...(code === undefined ? {} : { code }) }
        await store.createEntry(
          queries,
          store.draftOf({
            organisationId,
            programmeId: programmeId ?? null,
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
            programmeId: null,
            at: now(),
            actor: { kind: 'unknown', id: null, email: '' },
            activity: { kind: 'more', changes: [], details: { count } },
          }),
        )
      }
    })
  }

  function mayWait(event: OutsideEvent): boolean {
    if (!hasRoom()) return false
    const { of, actor } = event
    const crowd = crowdOf(event)
    const about = of === 'member' ? `${crowd} ${actor.email}` : JSON.stringify(of)
    const waits = crowded.get(about) ?? 0
    const ofStrangers = crowded.get('strangers') ?? 0
    if (waits >= MAX_WAITING_EACH || (crowd === 'strangers' && ofStrangers >= MAX_WAITING_STRANGERS)) {
      if (typeof of === 'string' && of !== 'member') budget.miss(of, crowd)
      else unheard += 1
      return false
    }
    crowded.set(about, waits + 1)
    if (crowd === 'strangers') crowded.set('strangers', ofStrangers + 1)
    return true
  }

  function flush(): Promise<void> {
    const events = waiting
    waiting = []
    crowded = new Map()
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
      if (isRefusal(event) && !mayWait(event)) return
      waiting.push({ ...event, at: now() })
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
