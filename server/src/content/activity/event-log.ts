import type { ActivityKind, MemberId, OrganisationId, ProgrammeId } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { providersNetworkOf } from '../../platform/network.ts'
import { createWaitingList } from '../../platform/waiting-list.ts'
import { type Crowd, createBudget } from './budget.ts'
import type { Actor } from './entry.ts'
import * as store from './store.ts'

/** Events are written together at this interval, so that a flood costs one synced write. */
const FLUSH_MS = 1_000
/** Most refusals that may wait to be written for one organisation or one account. Refusals of strangers also share one list. */
const MAX_WAITING_EACH = 100

/** An event that changed nothing on a display, so that there is no transaction to write it in. */
export type OutsideEvent = {
  /**
   * The organisation that the event belongs to. `member`: the organisation of the person with the actor's email address, if any.
   * `sought`: what it names may not exist; the event is not written then.
   */
  of: OrganisationId | 'member' | { sought: Sought }
  programmeId?: ProgrammeId | undefined
  kind: ActivityKind
  actor: Actor
  /** Name of a route. This and `code` (an error's code) come from the contract, never from what somebody sent. */
  command?: string
  code?: string
  requestId?: string
  /** The network address of a stranger. Not written; waiting refusals are shared out by network. */
  address?: string
}

/** `number` gives the order in which the events were reported and are written. */
type Told = OutsideEvent & { at: number; number: number }

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
  /** Records an event. Returns at once, so that answers do not reveal if and when it was written. */
  tell(event: OutsideEvent): void
  /** Writes the waiting events. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** A refused call costs nothing to try again, so refusals are limited. Calls that succeeded are always written. */
const isRefusal = ({ kind }: OutsideEvent) => kind === 'refused' || kind === 'sign-in-refused'

const crowdOf = ({ actor }: OutsideEvent): Crowd => (actor.kind === 'unknown' ? 'strangers' : 'members')

/**
 * Writes refusals, sign-ins and similar events. Refusals are limited for each organisation, so that a million bad requests fill
 * neither the disk nor the log that people read. Refusals beyond the limit are counted and written as one entry. A crash loses
 * the last second; the server's own log has those events too.
 *
 * @param hasRoom returns true if there is room for refusals; otherwise refusals are not written
 */
export function createEventLog(context: Context, hasRoom: () => boolean = () => true): EventLog {
  const { database, log, now } = context
  let waiting: Told[] = []
  const refusalsOfStrangers = createWaitingList<Told>('refusals-of-strangers')
  /** Number of waiting refusals, by the organisation or account that they are about. */
  let crowded = new Map<string, number>()
  const budget = createBudget(now)
  let unheard = 0
  let numbered = 0
  let writing: Promise<void> = Promise.resolve()

  const timer = setInterval(() => void flush(), FLUSH_MS)
  timer.unref()

  async function write(events: Told[]): Promise<void> {
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

  /** Keeps a refusal until it is written, or counts it. */
  function tellRefusal(told: Told): void {
    if (!hasRoom()) return
    const { of, actor } = told
    const crowd = crowdOf(told)
    const about = of === 'member' ? `${crowd} ${actor.email}` : JSON.stringify(of)
    const waits = crowded.get(about) ?? 0
    const mayWait = waits < MAX_WAITING_EACH && (crowd === 'members' || putOfStranger(told))
    if (mayWait) crowded.set(about, waits + 1)
    else if (typeof of === 'string' && of !== 'member') budget.miss(of, crowd)
    else unheard += 1
    if (mayWait && crowd === 'members') waiting.push(told)
  }

  /** @returns false if the list has no room for it */
  function putOfStranger(told: Told): boolean {
    const before = refusalsOfStrangers.size()
    try {
      refusalsOfStrangers.put(String(told.number), told, providersNetworkOf(told.address))
    } catch {
      return false
    }
    // The list was full: it dropped a refusal of the network that had the most.
    if (refusalsOfStrangers.size() === before) unheard += 1
    return true
  }

  function flush(): Promise<void> {
    const events = [...waiting, ...refusalsOfStrangers.takeAll()].toSorted((one, other) => one.number - other.number)
    waiting = []
    crowded = new Map()
    if (unheard > 0) log.warn({ count: unheard }, 'the activity log is overloaded and drops entries')
    unheard = 0
    if (events.length === 0 && !budget.hasExcess()) return writing
    writing = writing
      .then(() => write(events))
      .catch((error) => log.error({ err: error, count: events.length }, 'activity log entries could not be written'))
    return writing
  }

  return {
    tell(event) {
      numbered += 1
      const told = { ...event, at: now(), number: numbered }
      if (isRefusal(event)) tellRefusal(told)
      else waiting.push(told)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
