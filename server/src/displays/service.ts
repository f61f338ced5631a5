import type { Display, DisplayId, DisplayKey, OrganisationId } from '@placard/contract'
import type { Caller } from '../platform/access.ts'
import type { Context } from '../platform/context.ts'
import type { Queries } from '../platform/database/database.ts'
import { AppError } from '../platform/errors.ts'
import type { CommandKey } from '../platform/http/api.ts'
import * as store from './store.ts'

/** How long a repeated command is recognised. */
const RECEIPT_MS = 24 * 60 * 60_000

const MAX_NAMED_DISPLAYS = 200

/** Who sends a command, and under which name. */
export type Sender = { caller: Caller; commandKey: CommandKey | undefined }

/** What the work of a command came to. */
export type Outcome<Answer> = {
  answer: Answer
  /** False when all is as before, like a first line moved up: the revision stays, and nobody is told. */
  changed: boolean
  /** Given when the command decides when the loop began (rule PB5). */
  loopStartedAt?: number
}

export async function createDisplay(context: Context, key: DisplayKey, name: string): Promise<void> {
  const now = context.now()
  const display = { organisationId: key.organisationId, id: key.displayId, name, revision: 1 }
  await store.createDisplay(context.database.queries, { ...display, loopStartedAt: now, createdAt: now })
}

/** Makes it unless its organisation has one with that id. @returns whether it was made */
export async function ensureDisplay(context: Context, key: DisplayKey, name: string): Promise<boolean> {
  const now = context.now()
  const display = { organisationId: key.organisationId, id: key.displayId, name, revision: 1 }
  return store.ensureDisplay(context.database.queries, { ...display, loopStartedAt: now, createdAt: now })
}

export async function listDisplays(context: Context, organisationId: OrganisationId): Promise<Display[]> {
  const displays = await store.listDisplays(context.database.queries, organisationId)
  return displays.map(({ loopStartedAt: _, ...display }) => display)
}

/** Words that everybody who knows the installation knows; of a large one, some of them. */
export function listNames(context: Context): Promise<string[]> {
  return store.listNames(context.database.queries, MAX_NAMED_DISPLAYS)
}

export function keyOf(params: { organisationId: OrganisationId; displayId: DisplayId }): DisplayKey {
  return { organisationId: params.organisationId, displayId: params.displayId }
}

/**
 * The one way in which what a display holds is changed. In one transaction: the display is locked, a repeated command is
 * answered from its receipt, the work is done, the revision goes up by one. After the commit the change is announced.
 *
 * @param work changes rows of its own feature; what it throws undoes everything
 * @returns the work's answer with the display's revision
 * @throws AppError display-not-found, idempotency-mismatch, and what the work throws
 */
export async function changeDisplay<Answer extends object>(
  context: Context,
  sender: Sender,
  key: DisplayKey,
  work: (queries: Queries, display: store.StoredDisplay) => Promise<Outcome<Answer>>,
): Promise<Answer & { revision: number }> {
  const { caller, commandKey } = sender
  let announced: number | undefined

  const answer = await context.database.transaction(async (queries) => {
    const display = await store.lockDisplay(queries, key)
    if (!display) throw new AppError('display-not-found')

    if (commandKey) {
      const receipt = await store.findReceipt(queries, caller.userId, commandKey.key)
      if (receipt && receipt.fingerprint !== commandKey.fingerprint) throw new AppError('idempotency-mismatch')
      if (receipt) return JSON.parse(receipt.answer) as Answer & { revision: number }
    }

    const outcome = await work(queries, display)
    const revision = outcome.changed ? display.revision + 1 : display.revision
    if (outcome.changed) {
      await store.updateDisplay(queries, key, {
        revision,
        loopStartedAt: outcome.loopStartedAt ?? display.loopStartedAt,
      })
      announced = revision
    }
    const answered = { ...outcome.answer, revision }
    if (commandKey) {
      await store.createReceipt(queries, {
        userId: caller.userId,
        ...commandKey,
        answer: JSON.stringify(answered),
        createdAt: context.now(),
      })
    }
    return answered
  })

  if (announced !== undefined) context.bus.publish({ kind: 'display.changed', ...key, revision: announced })
  return answer
}

/** Forgets the receipts of commands that nobody repeats any more. */
export async function sweepReceipts(context: Context): Promise<void> {
  await store.removeReceiptsBefore(context.database.queries, context.now() - RECEIPT_MS)
}
