import {
  DECIDED_PROPOSALS_KEPT_MS,
  type ProposalChoice,
  type Proposals,
  UNPROPOSED_FILES_KEPT_MS,
} from '@placard/contract'
import { actorOf, writeEntry } from '../../content/activity/service.ts'
import { type HeldFile, listForgotten } from '../../content/media/service.ts'
import { mayChange } from '../../content/programmes/service.ts'
import type { Caller, Identity } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/in-transaction.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import { letGo } from './let-go.ts'
import { isEditor, keyOfRow, mayLookAt, memberHolder, toLink, toProposal } from './shape.ts'
import * as store from './store.ts'

export { createProposalLink, requireLink } from './links.ts'
export { propose, SOMEBODY } from './propose.ts'

const MOST_DECIDED = 100

export function getProposals(context: Context, caller: Caller): Promise<Proposals> {
  const { organisationId } = caller
  const now = context.now()
  return context.database.snapshot(async (queries) => {
    const ownCounts = await store.findChoice(queries, organisationId)
    const shown = async (rows: store.StoredProposal[]) => {
      const theirs = rows.filter((row) => mayLookAt(caller, row))
      const made = await Promise.all(theirs.map((row) => toProposal(queries, row, { caller, ownCounts, now })))
      return made.filter((one) => one !== undefined)
    }
    const since = now - DECIDED_PROPOSALS_KEPT_MS
    const waiting = await shown(await store.listProposals(queries, organisationId, { state: 'waiting' }))
    const decided = await shown(
      await store.listProposals(queries, organisationId, { state: 'decided', since, atMost: MOST_DECIDED }),
    )
    const counts = await store.countWaitingByLink(queries, organisationId)
    const links = isEditor(caller) ? await store.listLinks(queries, organisationId, now) : []
    return {
      waiting,
      decided,
      links: links
        .filter((link) => mayChange(caller, keyOfRow(link)))
        .map((link) => toLink(link, counts.get(link.id) ?? 0)),
      ownCounts,
      sendsMail: context.mailer.enabled && context.config.publicUrl !== undefined,
    }
  })
}

export function updateProposalChoice(
  context: Context,
  caller: Caller,
  choice: ProposalChoice,
): Promise<ProposalChoice> {
  const { organisationId } = caller
  return context.database.transaction(async (queries) => {
    await lockOrganisation(queries, organisationId)
    await store.updateChoice(queries, organisationId, choice.ownCounts)
    const activity = { kind: 'proposals-chosen' as const, changes: [] }
    const entry = { organisationId, programmeId: null, at: context.now(), actor: actorOf(caller), activity }
    await writeEntry(queries, entry)
    return choice
  })
}

/** True for the browser that sent a file, the member, and people who decide about its proposal. */
export async function mayFetchHeld(
  context: Context,
  file: Pick<HeldFile, 'heldFor' | 'organisationId'>,
  { holder, identity }: { holder: string | undefined; identity: Identity },
): Promise<boolean> {
  const caller = identity.status === 'member' ? identity.caller : undefined
  const isOurs = caller?.organisationId === file.organisationId
  const holds = (one: string) => one === holder || (isOurs && one === memberHolder(caller))
  if (holds(file.heldFor)) return true
  const id = file.heldFor.startsWith('proposal:') ? file.heldFor.slice('proposal:'.length) : undefined
  const row = id && (await store.findProposal(context.database.queries, { anyId: id }))
  if (!row) return false
  return holds(row.holder) || (isOurs && caller.only === undefined && mayLookAt(caller, row))
}

export const PROPOSALS_SWEPT_EVERY_MS = 60 * 60_000

/** Removes old decided proposals, and files that were never proposed. */
export async function sweepProposals(context: Context): Promise<void> {
  const { queries } = context.database
  const now = context.now()
  await store.removeDecidedBefore(queries, now - DECIDED_PROPOSALS_KEPT_MS)
  await store.removeLinksBefore(queries, now - DECIDED_PROPOSALS_KEPT_MS)
  for (const { id, organisationId } of await listForgotten(queries, now - UNPROPOSED_FILES_KEPT_MS)) {
    const remove = await inTransaction(context, (inside) => letGo(inside, organisationId, id))
    await remove()
  }
}
