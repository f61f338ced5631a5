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

/** How long a repeated command is recognised. */
const RECEIPT_MS = 24 * 60 * 60_000

/** The sender of a command, and the key that names it. */
export type Sender = {
  caller: Caller
  commandKey: CommandKey | undefined
  /** The request that it came with, if it came with one. */
  request?: { id: string }
}

/**
 * Sends what the server changes by itself, or by a word of its operator.
 *
 * @param name stands in the log where the id of a person would
 * @param email of whoever is named there; left out: nobody
 */
export function serverSender(name: string, organisationId: OrganisationId, email = ''): Sender {
  const account = { userId: UserId.parse(name), email, sessionId: '', operator: true }
  return { caller: { ...account, organisationId, role: 'owner', displays: null }, commandKey: undefined }
}

/** The effect of a command on one programme. */
export type Touch = {
  key: ProgrammeKey
  /** The changes that the log keeps, and that an undo goes by. Undefined: it has changed through what it includes alone. */
  activity: Activity | undefined
  /** Given when the command decides when the loop began (rule PB5). */
  loopStartedAt?: number | undefined
  /** True of a take-over: it has events of its own, and the content of the display is as before. */
  isTakeOver?: boolean
}

/**
 * The result of a command's work. A programme that it does not name as touched is as before: its revision stays, and nobody is
 * told.
 */
export type Work<Answer> = { answer: Answer; touched: readonly Touch[] }

/**
 * The one way in which what programmes hold is changed. In one transaction: a repeated command is answered from its receipt,
 * the programmes are held, the work is done once, and each that it touched gets the next revision and an entry of its own in
 * the log; the entries of one command name it in `together`. After the commit each change is announced.
 *
 * @param holds the programmes that it may touch, asked for inside the transaction. They are held in one order, so that two
 * commands never wait for each other; organisations and whatever else tells which they are must be held before
 * @param work given those of them that there are, in that order; it changes rows of its own feature, and what it throws
 * undoes everything
 * @throws AppError idempotency-mismatch, and what the work throws
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
    // Once the programmes are held: the log of each is in order of time.
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
        // Since then it was as that one left it.
        revisions: { before: before.toldRevision, after: revision },
        activity: { ...activity, details: { ...activity.details, ...together } },
        requestId: request?.id,
      })
      // Nothing of SQLite's lets go of the event loop, and every screen waits for its heartbeat.
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
      // Its name may be what was changed.
      const name = activity?.subject?.type === 'display' ? activity.subject.title : before.name
      const display = { id: DisplayId.parse(programmeIdOf(key)), name }
      return { type: 'display.changed', data: { display, revision, by: eventActorOf(actorOf(caller)) } }
    })
    await announce(queries, organisationId, events, at)
  }
}

/** All that get the same instant in one go: a playlist may be on two hundred displays. */
async function raiseOthers(queries: Queries, touched: readonly Touch[]): Promise<void> {
  const alike = Map.groupBy(touched, ({ key, loopStartedAt }) => `${key.organisationId} ${loopStartedAt}`)
  for (const some of alike.values()) {
    const [{ key, loopStartedAt }] = some as [Touch]
    const ids = some.map((touch) => programmeIdOf(touch.key))
    await store.raiseRevisions(queries, key.organisationId, ids, loopStartedAt)
  }
}

/** Those that there are, by name, each once. */
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

/** No id has a slash in it. */
const nameOf = (key: ProgrammeKey) => `${key.organisationId}/${programmeIdOf(key)}`

/** Holds one until the transaction ends, for what is no command. @returns undefined when there is none */
export async function holdProgramme(
  queries: Queries,
  dialect: SqlDialect,
  key: ProgrammeKey,
): Promise<store.HeldProgramme | undefined> {
  const [held] = await store.lockProgrammes(queries, dialect, key.organisationId, [programmeIdOf(key)])
  return held
}

/** @param ifMatch the revision that somebody was shown; undefined: they did not say. @throws AppError changed-meanwhile */
export function requireRevision(held: Pick<store.HeldProgramme, 'revision'>, ifMatch: IfMatch | undefined): void {
  if (ifMatch !== undefined && ifMatch !== 'any' && ifMatch !== held.revision) throw new AppError('changed-meanwhile')
}

export const RECEIPTS_SWEPT_EVERY_MS = 60 * 60_000

/** Forgets the receipts of commands that nobody repeats any more. */
export async function sweepReceipts(context: Context): Promise<void> {
  await store.removeReceiptsBefore(context.database.queries, context.now() - RECEIPT_MS)
}
