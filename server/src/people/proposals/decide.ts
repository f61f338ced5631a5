import {
  type ApproveProposal,
  CreateItem,
  MediaId,
  type OrganisationId,
  type OwnProposal,
  type Proposal,
  type ProposalId,
  type ProposedContent,
  type RefuseProposal,
} from '@placard/contract'
import { type Actor, actorOf } from '../../content/activity/service.ts'
import { createItem } from '../../content/items/service.ts'
import { releaseHeld } from '../../content/media/service.ts'
import { mayChange } from '../../content/programmes/service.ts'
import type { Caller } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/in-transaction.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import { requireAhead, scheduleOf } from './last-day.ts'
import { letGo } from './let-go.ts'
import { isOwn, keyOfRow, readContent, toOwn, toProposal } from './shape.ts'
import * as store from './store.ts'
import { tell } from './tell.ts'

/**
 * Publishes exactly the content that the editor was shown, with the given changes. Repeated by the same person with the same
 * changes, it returns the same result.
 *
 * @throws AppError proposal-not-found, proposal-decided, changed-meanwhile, own-proposal, and those of `createItem`
 */
export function approveProposal(
  context: Context,
  caller: Caller,
  id: ProposalId,
  { digest, change }: ApproveProposal,
  request: { id: string },
): Promise<Proposal> {
  return inTransaction(context, async (inside, queries) => {
    const judged = await judge(queries, caller, id, digest)
    const { row, ownCounts } = judged
    if (isOwn(row, { caller, ownCounts })) throw new AppError('own-proposal')
    const key = keyOfRow(row)
    if (row.media_id !== null) await releaseHeld(queries, key.organisationId, MediaId.parse(row.media_id))
    const lastDay = change.lastDay === undefined ? row.last_day : change.lastDay
    requireAhead(lastDay, row.timeZone, context.now())
    const item = itemOf(judged.content, lastDay, change)
    const made = await createItem(inside, { caller, commandKey: undefined, request }, key, item, {
      proposedBy: row.name,
    })
    const decided = {
      state: 'approved' as const,
      decided_at: context.now(),
      decided_by: caller.email,
      item_id: made.item.id,
      changed: Object.keys(change).length > 0 ? (1 as const) : (0 as const),
      ...(change.title === undefined ? {} : { title: change.title }),
      ...(change.lastDay === undefined ? {} : { last_day: change.lastDay }),
      ...toBeTold(context, row),
    }
    if (!(await store.decide(queries, id, decided))) throw new AppError('proposal-decided')
    return requireShown(await toProposal(queries, { ...row, ...decided }, { caller, ownCounts, now: context.now() }))
  })
}

/** Refuses a proposal and removes its files. @throws AppError proposal-not-found, proposal-decided, changed-meanwhile */
export async function refuseProposal(
  context: Context,
  caller: Caller,
  id: ProposalId,
  { digest, word }: RefuseProposal,
): Promise<Proposal> {
  const { answer, remove } = await inTransaction(context, async (inside, queries) => {
    const { row, ownCounts } = await judge(queries, caller, id, digest)
    const decided = {
      state: 'refused' as const,
      decided_at: context.now(),
      decided_by: caller.email,
      word,
      ...toBeTold(context, row),
    }
    if (!(await store.decide(queries, id, decided))) throw new AppError('proposal-decided')
    await tell(context, queries, keyOfRow(row), actorOf(caller), {
      kind: 'proposal-refused',
      id,
      title: '',
      proposedBy: row.name,
    })
    const shown = await toProposal(queries, { ...row, ...decided }, { caller, ownCounts, now: context.now() })
    return { answer: requireShown(shown), remove: await letGo(inside, caller.organisationId, row.media_id) }
  })
  await remove()
  return answer
}

/**
 * Withdraws a proposal by its proposer, while it is undecided, and removes its files. Repeated calls return the same result.
 *
 * @param holder the proposer that it must belong to
 * @throws AppError proposal-not-found, proposal-decided
 */
export async function takeBackProposal(
  context: Context,
  organisationId: OrganisationId,
  id: ProposalId,
  holder: string,
  actor: Actor,
): Promise<OwnProposal> {
  const { answer, remove } = await inTransaction(context, async (inside, queries) => {
    await lockOrganisation(queries, organisationId)
    const row = await store.findProposal(queries, { organisationId, id })
    if (!row || row.holder !== holder) throw new AppError('proposal-not-found')
    if (row.state === 'gone') return { answer: toOwn(row), remove: async () => {} }
    const decided = { state: 'gone' as const, decided_at: context.now(), tell_at: null }
    if (!(await store.decide(queries, id, decided))) throw new AppError('proposal-decided')
    const told = { kind: 'proposal-taken-back' as const, id, title: '', proposedBy: row.name }
    await tell(context, queries, keyOfRow(row), actor, told)
    return { answer: toOwn({ ...row, ...decided }), remove: await letGo(inside, organisationId, row.media_id) }
  })
  await remove()
  return answer
}

function requireShown(proposal: Proposal | undefined): Proposal {
  if (!proposal) throw new AppError('proposal-not-found')
  return proposal
}

const toBeTold = (context: Context, { email }: store.StoredProposal) => ({
  tell_at: null,
  tries: 0,
  answer_at: email === null ? null : context.now(),
})

/** Locks the organisation, so that only the first of two concurrent decisions counts. */
async function judge(
  queries: Queries,
  caller: Caller,
  id: ProposalId,
  digest: string,
): Promise<{ row: store.StoredProposal; content: ProposedContent; ownCounts: boolean }> {
  const { organisationId } = caller
  await lockOrganisation(queries, organisationId)
  const row = await store.findProposal(queries, { organisationId, id })
  const content = row && readContent(row)
  if (!row || !content || !mayChange(caller, keyOfRow(row))) throw new AppError('proposal-not-found')
  if (row.state !== 'waiting') throw new AppError('proposal-decided')
  if (row.digest !== digest) throw new AppError('changed-meanwhile')
  return { row, content, ownCounts: await store.findChoice(queries, organisationId) }
}

/** @throws AppError invalid-field: a notice has words, and nothing else has */
function itemOf(
  content: ProposedContent,
  lastDay: string | null,
  { title = content.title, notice, duration = content.duration }: ApproveProposal['change'],
): CreateItem {
  if (notice && content.kind !== 'notice') throw new AppError('invalid-field', { field: 'notice' })
  const schedule = scheduleOf(lastDay)
  return CreateItem.parse({
    title,
    type: content.kind,
    url: content.url,
    ...(content.kind === 'notice' ? { notice: notice ?? content.notice } : {}),
    ...(duration === undefined ? {} : { duration }),
    ...(schedule ? { schedule } : {}),
  })
}
