import { randomUUID } from 'node:crypto'
import { setImmediate as letOthers } from 'node:timers/promises'
import {
  DisplayId,
  type OrganisationId,
  type ProgrammeKey,
  programmeIdOf,
  UserId,
  type WebhookEvent,
} from '@placard/contract'
import type { Caller } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries, SqlDialect } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { CommandKey, IfMatch } from '../../platform/http/api.ts'
import { inTransaction } from '../../platform/in-transaction.ts'
import { type Activity, actorOf, writeEntry } from '../activity/service.ts'
import { announce, eventActorOf } from '../events/service.ts'
import * as store from './store.ts'

export type { HeldProgramme } from './store.ts'

/** A repeated command is recognised for this long. */
const RECEIPT_MS = 24 * 60 * 60_000

/** The sender of a command, and the key that identifies the command. */
export type Sender = {
  caller: Caller
  commandKey: CommandKey | undefined
  /** The request that the command came with, if any. */
  request?: { id: string }
}

/**
 * The sender of changes that the server makes by itself, or at the request of its operator.
 *
 * @param name used in the log in place of a person's id
 * @param email of the person named in the log; left out: nobody
 */
export function serverSender(name: string, organisationId: OrganisationId, email = ''): Sender {
  const account = { userId: UserId.parse(name), email, sessionId: '', operator: true }
  return { caller: { ...account, organisationId, role: 'owner', displays: null, tables: null }, commandKey: undefined }
}

/** The effect of a command on one programme. */
export type Touch = {
  key: ProgrammeKey
  /** The changes that the log keeps and that an undo uses. Undefined: the programme changed only through playlists that it includes. */
  activity: Activity | undefined
  /** Given when the command decides when the loop began (rule PB5). */
  loopStartedAt?: number | undefined
  /** True for a take-over: it has its own events, and the content of the display stays the same. */
  isTakeOver?: boolean
}

/**
 * The result of a command's work. Programmes that are not listed as touched are unchanged: they keep their revision, and nothing
 * is announced.
 */
export type Work<Answer> = { answer: Answer; touched: readonly Touch[] }

/**
 * Runs a command. All changes to the contents of programmes go through this function. In one transaction: a repeated command is
 * answered from its receipt; the programmes are locked; the work is done once; each programme that it touched gets the next
 * revision and its own entry in the log. The entries of one command share an id in `together`. Each change is announced after the
 * commit.
 *
 * @param holds returns the programmes that the command may touch, called inside the transaction. They are locked in a fixed
 * order, so that two commands never deadlock. Organisations, and anything else that determines the programmes, must be locked
 * before
 * @param work receives the programmes that exist, in that order. It changes rows of its own feature. If it throws, everything is
 * rolled back
 * @throws AppError idempotency-mismatch, and errors of the work
 */
export function runCommand<Answer extends object>(
  context: Context,
  { caller, commandKey, request }: Sender,
  holds: (queries: Queries) => Promise<readonly ProgrammeKey[]>,
  work: (queries: Queries, held: readonly store.HeldProgramme[]) => Promise<Work<Answer>>,
): Promise<Answer> {
  return inTransaction(context, async (inside, queries) => {
    const receiptKey = commandKey && { userId: caller.userId, key: commandKey.key }
    if (receiptKey) {
      const { fingerprint } = commandKey
      if (!(await store.createReceipt(queries, receiptKey, { fingerprint, createdAt: context.now() }))) {
        const receipt = await store.getReceipt(queries, receiptKey)
        if (receipt.fingerprint !== fingerprint) throw new AppError('idempotency-mismatch')
        return JSON.parse(receipt.answer) as Answer
      }
    }

    const held = await holdAll(queries, context.database.dialect, await holds(queries))
    const { answer, touched } = await work(queries, [...held.values()])
    // Read after the programmes are locked, so that each log is in order of time.
    const at = context.now()
    const isTogether = touched.filter(({ activity }) => activity).length > 1
    const together = isTogether ? { together: randomUUID() } : {}
    const taken = touched.map((touch) => {
      const name = nameOf(touch.key)
      const before = held.get(name)
      if (!before) throw new Error(`a command touched ${name} twice, or without holding it`)
      held.delete(name)
      return { ...touch, before, revision: before.revision + 1 }
    })
    for (const { key, before, revision, activity, loopStartedAt } of taken) {
      if (!activity) continue
      await store.updateProgramme(queries, key, { revision, loopStartedAt: loopStartedAt ?? before.loopStartedAt })
      await writeEntry(queries, {
        organisationId: key.organisationId,
        programmeId: programmeIdOf(key),
        at,
        actor: actorOf(caller),
        // The last revision that the log knows; the programme's own contents have not changed since.
        revisions: { before: before.toldRevision, after: revision },
        activity: { ...activity, details: { ...activity.details, ...together } },
        requestId: request?.id,
      })
      // SQLite calls never yield to the event loop, and the heartbeats of all screens would wait.
      if (taken.length > 1) await letOthers()
    }
    await raiseOthers(
      queries,
      taken.filter(({ activity }) => !activity),
    )
    await announceChanges(queries, taken, caller, at)
    for (const { key, revision } of taken) {
      const { organisationId } = key
      inside.bus.publish({ kind: 'programme.changed', organisationId, programmeId: programmeIdOf(key), revision })
    }
    if (receiptKey) await store.updateReceipt(queries, receiptKey, JSON.stringify(answer))
    return answer
  })
}

type Taken = Touch & { before: store.HeldProgramme; revision: number }

async function announceChanges(queries: Queries, taken: readonly Taken[], caller: Caller, at: number): Promise<void> {
  const displays = taken.filter(({ key, isTakeOver }) => 'displayId' in key && !isTakeOver)
  for (const [organisationId, some] of Map.groupBy(displays, ({ key }) => key.organisationId)) {
    const events = some.map(({ key, before, revision, activity }): WebhookEvent => {
      // The command may have changed the name.
      const name = activity?.subject?.type === 'display' ? activity.subject.title : before.name
      const display = { id: DisplayId.parse(programmeIdOf(key)), name }
      return { type: 'display.changed', data: { display, revision, by: eventActorOf(actorOf(caller)) } }
    })
    await announce(queries, organisationId, events, at)
  }
}

/** Raises programmes with the same loop start in one statement: a playlist may be on two hundred displays. */
async function raiseOthers(queries: Queries, touched: readonly Touch[]): Promise<void> {
  const alike = Map.groupBy(touched, ({ key, loopStartedAt }) => `${key.organisationId} ${loopStartedAt}`)
  for (const some of alike.values()) {
    const [{ key, loopStartedAt }] = some as [Touch]
    const ids = some.map((touch) => programmeIdOf(touch.key))
    await store.raiseRevisions(queries, key.organisationId, ids, loopStartedAt)
  }
}

/** Locks the programmes that exist, each once. Keyed by name. */
async function holdAll(
  queries: Queries,
  dialect: SqlDialect,
  keys: readonly ProgrammeKey[],
): Promise<Map<string, store.HeldProgramme>> {
  const held = new Map<string, store.HeldProgramme>()
  const byOrganisation = Map.groupBy(keys, ({ organisationId }) => organisationId)
  for (const [organisationId, some] of [...byOrganisation].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const ids = [...new Set(some.map(programmeIdOf))]
    const locked = await store.lockProgrammes(queries, dialect, organisationId, ids)
    for (const one of locked.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))) held.set(nameOf(one), one)
  }
  return held
}

/** Unique, because ids contain no slash. */
const nameOf = (key: ProgrammeKey) => `${key.organisationId}/${programmeIdOf(key)}`

/** Locks a programme until the transaction ends, for work that is not a command. @returns undefined if it does not exist */
export async function holdProgramme(
  queries: Queries,
  dialect: SqlDialect,
  key: ProgrammeKey,
): Promise<store.HeldProgramme | undefined> {
  const [held] = await store.lockProgrammes(queries, dialect, key.organisationId, [programmeIdOf(key)])
  return held
}

/** @param ifMatch the revision that the sender was shown; undefined: no check. @throws AppError changed-meanwhile */
export function requireRevision(held: Pick<store.HeldProgramme, 'revision'>, ifMatch: IfMatch | undefined): void {
  if (ifMatch !== undefined && ifMatch !== 'any' && ifMatch !== held.revision) throw new AppError('changed-meanwhile')
}

export const RECEIPTS_SWEPT_EVERY_MS = 60 * 60_000

/** Removes receipts that are too old to be used again. */
export async function sweepReceipts(context: Context): Promise<void> {
  await store.removeReceiptsBefore(context.database.queries, context.now() - RECEIPT_MS)
}
