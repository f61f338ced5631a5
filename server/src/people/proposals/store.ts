import {
  type OrganisationId,
  type ProgrammeKey,
  type ProposalId,
  ProposalKind,
  type ProposalLinkId,
  programmeIdOf,
} from '@placard/contract'
import { countOf } from '../../platform/database/count-of.ts'
import type { Queries } from '../../platform/database/database.ts'
import { inOrganisation } from '../../platform/database/in-organisation.ts'
import type { Row } from '../../platform/database/tables.ts'
import { updateWhere } from '../../platform/database/where.ts'

export type StoredLink = Row<'proposal_link'> & { programmeName: string }
export type StoredProposal = Row<'proposal'> & { programmeName: string; timeZone: string; linkName: string | null }

export const readKinds = ({ kinds }: Pick<StoredLink, 'kinds'>): ProposalKind[] =>
  kinds.split(' ').flatMap((kind) => ProposalKind.safeParse(kind).data ?? [])

/** Links of removed playlists are left out. */
function links(queries: Queries) {
  return queries
    .selectFrom('proposal_link')
    .innerJoin('programme', inOrganisation({ 'programme.id': 'proposal_link.programme_id' }))
    .selectAll('proposal_link')
    .select('programme.name as programmeName')
    .where('programme.removed_at', 'is', null)
}

function proposals(queries: Queries) {
  return queries
    .selectFrom('proposal')
    .innerJoin('programme', inOrganisation({ 'programme.id': 'proposal.programme_id' }))
    .leftJoin('proposal_link', 'proposal_link.id', 'proposal.link_id')
    .selectAll('proposal')
    .select(['programme.name as programmeName', 'programme.time_zone as timeZone', 'proposal_link.name as linkName'])
    .where('programme.removed_at', 'is', null)
}

export async function createLink(queries: Queries, link: Row<'proposal_link'>): Promise<void> {
  await queries.insertInto('proposal_link').values(link).execute()
}

/** The valid links, newest first. */
export function listLinks(queries: Queries, organisationId: OrganisationId, now: number): Promise<StoredLink[]> {
  return links(queries)
    .where('proposal_link.organisation_id', '=', organisationId)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('proposal_link.created_at', 'desc')
    .orderBy('proposal_link.id')
    .execute()
}

/** Includes links that have ended. @param by the digest of its token, or its id */
export function findLink(
  queries: Queries,
  by: { token: string } | { organisationId: OrganisationId; id: ProposalLinkId },
): Promise<StoredLink | undefined> {
  const query = links(queries)
  return (
    'token' in by
      ? query.where('token', '=', by.token)
      : query.where('proposal_link.organisation_id', '=', by.organisationId).where('proposal_link.id', '=', by.id)
  ).executeTakeFirst()
}

/** @returns false if it was withdrawn already */
export async function withdrawLink(queries: Queries, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('proposal_link')
    .set({ withdrawn_at: now })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes links that ended long ago and have no proposals. */
export async function removeLinksBefore(queries: Queries, instant: number): Promise<void> {
  await queries
    .deleteFrom('proposal_link')
    .where((link) => link.or([link('expires_at', '<', instant), link('withdrawn_at', '<', instant)]))
    .where('id', 'not in', queries.selectFrom('proposal').select('link_id').where('link_id', 'is not', null))
    .execute()
}

/** Number of waiting proposals of a link, of a holder, or of the whole organisation. */
export async function countWaiting(
  queries: Queries,
  of: { linkId: string } | { organisationId: OrganisationId; holder?: string },
): Promise<number> {
  let query = queries.selectFrom('proposal').where('state', '=', 'waiting')
  if ('linkId' in of) query = query.where('link_id', '=', of.linkId)
  else {
    query = query.where('organisation_id', '=', of.organisationId)
    if (of.holder !== undefined) query = query.where('holder', '=', of.holder).where('link_id', 'is', null)
  }
  return countOf(query)
}

/** Number of waiting proposals of each link. */
export async function countWaitingByLink(
  queries: Queries,
  organisationId: OrganisationId,
): Promise<Map<string, number>> {
  const rows = await queries
    .selectFrom('proposal')
    .select(({ fn }) => ['link_id', fn.countAll<number | string>().as('count')])
    .where('organisation_id', '=', organisationId)
    .where('state', '=', 'waiting')
    .where('link_id', 'is not', null)
    .groupBy('link_id')
    .execute()
  return new Map(rows.map(({ link_id, count }) => [link_id ?? '', Number(count)]))
}

export async function createProposal(queries: Queries, proposal: Row<'proposal'>): Promise<void> {
  await queries.insertInto('proposal').values(proposal).execute()
}

/** Waiting proposals oldest first; decided ones newest first. */
export function listProposals(
  queries: Queries,
  organisationId: OrganisationId,
  which: { state: 'waiting' } | { state: 'decided'; since: number; atMost: number },
): Promise<StoredProposal[]> {
  const query = proposals(queries).where('proposal.organisation_id', '=', organisationId)
  return which.state === 'waiting'
    ? query.where('proposal.state', '=', 'waiting').orderBy('proposal.created_at').orderBy('proposal.id').execute()
    : query
        .where('proposal.state', 'in', ['approved', 'refused'])
        .where('decided_at', '>=', which.since)
        .orderBy('decided_at', 'desc')
        .orderBy('proposal.id')
        .limit(which.atMost)
        .execute()
}

/** The proposals that a browser has sent by a link, newest first. */
export function listOwn(queries: Queries, holder: string, linkId: string, atMost: number): Promise<StoredProposal[]> {
  return proposals(queries)
    .where('holder', '=', holder)
    .where('link_id', '=', linkId)
    .orderBy('proposal.created_at', 'desc')
    .orderBy('proposal.id')
    .limit(atMost)
    .execute()
}

export function findProposal(
  queries: Queries,
  by: { organisationId: OrganisationId; id: ProposalId } | { holder: string; commandKey: string } | { anyId: string },
): Promise<StoredProposal | undefined> {
  const query = proposals(queries)
  if ('anyId' in by) return query.where('proposal.id', '=', by.anyId).executeTakeFirst()
  return (
    'holder' in by
      ? query.where('holder', '=', by.holder).where('command_key', '=', by.commandKey)
      : query.where('proposal.organisation_id', '=', by.organisationId).where('proposal.id', '=', by.id)
  ).executeTakeFirst()
}

/** @returns false if it is no longer waiting */
export async function decide(
  queries: Queries,
  id: string,
  decision: Partial<Row<'proposal'>> & Pick<Row<'proposal'>, 'state' | 'decided_at'>,
): Promise<boolean> {
  return (await updateWhere(queries, 'proposal', { id, state: 'waiting' }, decision)) === 1
}

/** The waiting proposals of a link. */
export function listWaitingOf(queries: Queries, linkId: string): Promise<{ id: string; media_id: string | null }[]> {
  return queries
    .selectFrom('proposal')
    .select(['id', 'media_id'])
    .where('link_id', '=', linkId)
    .where('state', '=', 'waiting')
    .execute()
}

export async function removeDecidedBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('proposal').where('state', '!=', 'waiting').where('decided_at', '<', instant).execute()
}

export async function findChoice(queries: Queries, organisationId: OrganisationId): Promise<boolean> {
  const row = await queries
    .selectFrom('organisation')
    .select('own_proposals_count')
    .where('id', '=', organisationId)
    .executeTakeFirst()
  return row?.own_proposals_count === 1
}

export async function updateChoice(queries: Queries, organisationId: OrganisationId, counts: boolean): Promise<void> {
  await updateWhere(queries, 'organisation', { id: organisationId }, { own_proposals_count: counts ? 1 : 0 })
}

/** The name and time zone of the programme. @returns undefined if it is gone */
export async function findProgrammeFacts(
  queries: Queries,
  key: ProgrammeKey,
): Promise<{ name: string; timeZone: string } | undefined> {
  return queries
    .selectFrom('programme')
    .select(['name', 'time_zone as timeZone'])
    .where('organisation_id', '=', key.organisationId)
    .where('id', '=', programmeIdOf(key))
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** The time of the last proposal for a programme. Null: none since `since`. */
export async function findLastProposedAt(queries: Queries, key: ProgrammeKey, since: number): Promise<number | null> {
  const row = await queries
    .selectFrom('proposal')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .where('organisation_id', '=', key.organisationId)
    .where('programme_id', '=', programmeIdOf(key))
    .where('created_at', '>', since)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Organisations with proposals that people must be notified of. */
export async function listToTell(queries: Queries, now: number): Promise<OrganisationId[]> {
  const rows = await queries
    .selectFrom('proposal')
    .select('organisation_id')
    .distinct()
    .where('state', '=', 'waiting')
    .where('tell_at', '<=', now)
    .execute()
  return rows.map((row) => row.organisation_id as OrganisationId)
}

/** All waiting proposals without a notification, oldest first. Leaves out those that another node is handling. */
export function listUntold(queries: Queries, organisationId: OrganisationId, now: number): Promise<StoredProposal[]> {
  return proposals(queries)
    .where('proposal.organisation_id', '=', organisationId)
    .where('proposal.state', '=', 'waiting')
    .where('tell_at', 'is not', null)
    .where((row) => row.or([row('tell_at', '<=', now), row('tries', '=', 0)]))
    .orderBy('proposal.created_at')
    .orderBy('proposal.id')
    .execute()
}

/** Emails of the people who made these links. */
export async function findMakers(queries: Queries, linkIds: readonly string[]): Promise<Map<string, string>> {
  if (linkIds.length === 0) return new Map()
  const rows = await queries
    .selectFrom('proposal_link')
    .select(['id', 'created_by'])
    .where('id', 'in', linkIds)
    .execute()
  return new Map(rows.map(({ id, created_by }) => [id, created_by]))
}

/** Decided proposals whose proposers must be notified. */
export function listToAnswer(queries: Queries, now: number, atMost: number): Promise<StoredProposal[]> {
  return proposals(queries)
    .where('proposal.answer_at', '<=', now)
    .where('proposal.email', 'is not', null)
    .orderBy('proposal.answer_at')
    .limit(atMost)
    .execute()
}

/** Claims a notification, so that one node sends it. @param which the kind of notification */
export async function claim(
  queries: Queries,
  { id, at }: { id: string; at: number | null },
  which: 'tell_at' | 'answer_at',
  until: number,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('proposal')
    .set((row) => ({
      ...(which === 'tell_at' ? { tell_at: until } : { answer_at: until }),
      tries: row('tries', '+', 1),
    }))
    .where('id', '=', id)
    .where(which, '=', at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @param next null: sent, or given up */
export async function settleTelling(
  queries: Queries,
  ids: readonly string[],
  which: 'tell_at' | 'answer_at',
  next: number | null,
): Promise<void> {
  if (ids.length === 0) return
  await queries
    .updateTable('proposal')
    .set({
      ...(which === 'tell_at' ? { tell_at: next } : { answer_at: next }),
      ...(next === null ? { tries: 0 } : {}),
    })
    .where('id', 'in', ids)
    // If it was decided meanwhile, there is nothing left to send.
    .where(which, 'is not', null)
    .execute()
}
