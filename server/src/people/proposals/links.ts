import { randomUUID } from 'node:crypto'
import {
  type CreateProposalLink,
  MAX_PROPOSAL_LINKS_PER_ORGANISATION,
  type OrganisationId,
  type ProgrammeKey,
  type ProposalLinkCreated,
  ProposalLinkId,
  type ProposalOffer,
  programmeIdOf,
} from '@placard/contract'
import { actorOf } from '../../content/activity/service.ts'
import { mayChange, notFound } from '../../content/programmes/service.ts'
import type { Caller } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/in-transaction.ts'
import { findOrganisation, lockOrganisation } from '../../platform/organisations/service.ts'
import { digestOf, newSecret } from '../../platform/secret.ts'
import { letGo } from './let-go.ts'
import { aroundOf, keyOfRow, toLink, toOwn } from './shape.ts'
import * as store from './store.ts'
import { tell } from './tell.ts'

const DAY_MS = 24 * 60 * 60_000

const MOST_OWN = 50

/** @throws AppError display-not-found, playlist-not-found, too-many-proposal-links */
export function createProposalLink(
  context: Context,
  caller: Caller,
  key: ProgrammeKey,
  wanted: CreateProposalLink,
): Promise<ProposalLinkCreated> {
  const { organisationId } = caller
  const now = context.now()
  return context.database.transaction(async (queries) => {
    await lockOrganisation(queries, organisationId)
    const facts = await store.findProgrammeFacts(queries, key)
    if (!facts) throw new AppError(notFound(key))
    const open = await store.listLinks(queries, organisationId, now)
    if (open.length >= MAX_PROPOSAL_LINKS_PER_ORGANISATION) throw new AppError('too-many-proposal-links')
    const token = newSecret()
    const row = {
      id: ProposalLinkId.parse(randomUUID()),
      organisation_id: organisationId,
      programme_id: programmeIdOf(key),
      token: digestOf(token),
      name: wanted.name,
      kinds: wanted.kinds.join(' '),
      most_waiting: wanted.mostWaiting,
      created_by: caller.email,
      created_at: now,
      expires_at: now + wanted.days * DAY_MS,
      withdrawn_at: null,
    }
    await store.createLink(queries, row)
    await tell(context, queries, key, actorOf(caller), { kind: 'proposal-link-made', id: row.id, title: row.name })
    return { link: toLink({ ...row, programmeName: facts.name }, 0), token }
  })
}

/** Withdraws a link. Its waiting proposals are kept or removed. @throws AppError proposal-link-not-found */
export async function withdrawProposalLink(
  context: Context,
  caller: Caller,
  id: ProposalLinkId,
  waiting: 'keep' | 'remove',
): Promise<void> {
  const { organisationId } = caller
  const removes = await inTransaction(context, async (inside, queries) => {
    await lockOrganisation(queries, organisationId)
    const link = await store.findLink(queries, { organisationId, id })
    if (!link || !mayChange(caller, keyOfRow(link))) throw new AppError('proposal-link-not-found')
    if (!(await store.withdrawLink(queries, id, context.now()))) throw new AppError('proposal-link-not-found')
    const gone = waiting === 'remove' ? await store.listWaitingOf(queries, id) : []
    const removed = []
    for (const one of gone) {
      await store.decide(queries, one.id, { state: 'gone', decided_at: context.now(), tell_at: null })
      removed.push(await letGo(inside, organisationId, one.media_id))
    }
    await tell(context, queries, keyOfRow(link), actorOf(caller), {
      kind: 'proposal-link-withdrawn',
      id,
      title: link.name,
      ...(gone.length > 0 ? { count: gone.length } : {}),
    })
    return removed
  })
  for (const remove of removes) await remove()
}

/** A valid link and its organisation. @throws AppError proposal-link-not-valid */
export async function requireLink(
  context: Context,
  queries: Queries,
  token: string,
): Promise<{ link: store.StoredLink; organisation: { id: OrganisationId; name: string } }> {
  const link = await store.findLink(queries, { token: digestOf(token) })
  const counts = link && link.withdrawn_at === null && link.expires_at > context.now()
  const organisation = counts ? await findOrganisation(queries, link.organisation_id as OrganisationId) : undefined
  if (!link || !organisation || organisation.suspendedAt !== null) throw new AppError('proposal-link-not-valid')
  return { link, organisation }
}

/** Also for a link that has ended. @throws AppError proposal-link-not-valid if there never was such a link */
export async function findOrganisationOfLink(context: Context, token: string): Promise<OrganisationId> {
  const link = await store.findLink(context.database.queries, { token: digestOf(token) })
  if (!link) throw new AppError('proposal-link-not-valid')
  return link.organisation_id as OrganisationId
}

/** @throws AppError proposal-link-not-valid if there never was such a link */
export function readProposalLink(context: Context, token: string, holder: string): Promise<ProposalOffer> {
  return context.database.snapshot(async (queries) => {
    const link = await store.findLink(queries, { token: digestOf(token) })
    if (!link) throw new AppError('proposal-link-not-valid')
    const own = (await store.listOwn(queries, holder, link.id, MOST_OWN)).map(toOwn)
    const organisation = await findOrganisation(queries, link.organisation_id as OrganisationId)
    const isOver = link.withdrawn_at !== null || link.expires_at <= context.now()
    if (isOver || !organisation || organisation.suspendedAt !== null) return { link: null, own }
    const waiting = await store.countWaiting(queries, { linkId: link.id })
    const facts = await store.findProgrammeFacts(queries, keyOfRow(link))
    return {
      link: {
        organisationId: organisation.id,
        organisation: organisation.name,
        programmeName: link.programmeName,
        kinds: store.readKinds(link),
        left: Math.max(0, link.most_waiting - waiting),
        expiresAt: link.expires_at,
        around: await aroundOf(queries, organisation.id, facts?.timeZone ?? 'UTC', context.now()),
      },
      own,
    }
  })
}
