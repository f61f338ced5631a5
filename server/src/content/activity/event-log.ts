import type { ActivityKind, MemberId, OrganisationId, ProgrammeId } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { providersNetworkOf } from '../../platform/network.ts'
import { createWaitingList } from '../../platform/waiting-list.ts'
import { type Crowd, createBudget } from './budget.ts'
import type { Actor } from './entry.ts'
import * as store from './store.ts'

/** Written together, so that a flood costs one synced write in a while. */
const FLUSH_MS = 1_000
/** The most refusals that wait to be written, of one organisation or one account. Those of strangers share a list as well. */
const MAX_WAITING_EACH = 100

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
  /** Of a stranger. It is not written: refusals that wait have shares by network. */
  address?: string
}

/** `number`: they are written in the order in which they were told. */
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
  let waiting: Told[] = []
  const refusalsOfStrangers = createWaitingList<Told>('refusals-of-strangers')
  /** How many refusals wait, by whom they are about. */
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

  /** @returns false when the list has no room for it */
  function putOfStranger(told: Told): boolean {
    const before = refusalsOfStrangers.size()
    try {
      refusalsOfStrangers.put(String(told.number), told, providersNetworkOf(told.address))
    } catch {
      return false
    }
    // One of the network with most of them gave way.
    if (refusalsOfStrangers.size() === before) unheard += 1
    return true
  }

  function flush(): Promise<void> {
    const events = [...waiting, ...refusalsOfStrangers.takeAll()].toSorted((one, other) => one.number - other.number)
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
