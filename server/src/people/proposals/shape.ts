import {
  type DisplayId,
  MediaId,
  type OrganisationId,
  type OwnProposal,
  type PlaylistId,
  type ProgrammeId,
  type ProgrammeKey,
  type Proposal,
  ProposalId,
  type ProposalLink,
  ProposalLinkId,
  ProposedContent,
  programmeKeyOf,
  ROLES,
} from '@placard/contract'
import { findManifestBrand } from '../../content/brand/service.ts'
import { findPages } from '../../content/media/service.ts'
import { mayChange } from '../../content/programmes/service.ts'
import { zoneOffsetsOf } from '../../content/schedules/service.ts'
import type { Caller } from '../../platform/access.ts'
import type { Queries } from '../../platform/database/database.ts'
import * as store from './store.ts'

/** The programme that a link or a proposal is for. */
export const keyOfRow = (row: { organisation_id: string; programme_id: string }): ProgrammeKey =>
  programmeKeyOf(row.organisation_id as OrganisationId, row.programme_id as ProgrammeId)

/** The holder of a member's proposals. That of a browser is the digest of its key. */
export const memberHolder = ({ userId }: Pick<Caller, 'userId'>) => `member:${userId}`

/** True if the caller may decide about proposals. */
export const isEditor = ({ role }: Pick<Caller, 'role'>) => ROLES.indexOf(role) >= ROLES.indexOf('editor')

/** Editors see the proposals for programmes that they may change; contributors see their own. */
export const mayLookAt = (caller: Caller, row: store.StoredProposal) =>
  isEditor(caller) ? mayChange(caller, keyOfRow(row)) : row.holder === memberHolder(caller)

/** True if the caller made the proposal: by the account that was signed in, or by the address that was given. */
export function isOwn(
  row: Pick<store.StoredProposal, 'proposed_by' | 'email'>,
  { caller, ownCounts }: Omit<Judge, 'now'>,
): boolean {
  return !ownCounts && (row.proposed_by === caller.email || row.email === caller.email)
}

/** The person who views proposals. `ownCounts`: they may approve their own proposals. */
export type Judge = { caller: Caller; ownCounts: boolean; now: number }

/** Undefined for content from a newer version. It stays stored, and is not shown. */
export const readContent = (row: Pick<store.StoredProposal, 'content'>): ProposedContent | undefined =>
  ProposedContent.safeParse(JSON.parse(row.content)).data

/** The brand and the clock that a notice is drawn with. */
export async function aroundOf(queries: Queries, organisationId: OrganisationId, timeZone: string, now: number) {
  const brand = await findManifestBrand(queries, organisationId)
  return { ...(brand ? { brand } : {}), zoneOffsets: zoneOffsetsOf(timeZone, now) }
}

function whereOf(row: { programme_id: string; organisation_id: string; programmeName: string }) {
  const key = keyOfRow(row)
  return {
    displayId: 'displayId' in key ? (key.displayId as DisplayId) : null,
    playlistId: 'playlistId' in key ? (key.playlistId as PlaylistId) : null,
    programmeName: row.programmeName,
  }
}

/** @param waiting number of proposals that wait */
export function toLink(row: store.StoredLink, waiting: number): ProposalLink {
  return {
    id: ProposalLinkId.parse(row.id),
    ...whereOf(row),
    name: row.name,
    kinds: store.readKinds(row),
    mostWaiting: row.most_waiting,
    waiting,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

/** A proposal as its proposer sees it. */
export function toOwn(row: Omit<store.StoredProposal, 'programmeName' | 'timeZone' | 'linkName'>): OwnProposal {
  return {
    id: ProposalId.parse(row.id),
    title: row.title,
    kind: row.kind,
    state: row.state,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    lastDay: row.last_day,
    word: row.word,
  }
}

/** A proposal as editors see it. Undefined if a newer version wrote it. */
export async function toProposal(
  queries: Queries,
  row: store.StoredProposal,
  judge: Judge,
): Promise<Proposal | undefined> {
  const content = readContent(row)
  if (!content) return undefined
  const deckId = row.kind === 'deck' && row.media_id !== null ? MediaId.parse(row.media_id) : undefined
  const pages = deckId && (await findPages(queries, row.organisation_id as OrganisationId, [deckId])).get(deckId)
  return {
    ...toOwn(row),
    ...whereOf(row),
    content,
    pages: (pages ?? []).map(({ url }) => ({ url })),
    around: await aroundOf(queries, row.organisation_id as OrganisationId, row.timeZone, judge.now),
    digest: row.digest,
    name: row.name,
    isMember: row.link_id === null && row.holder.startsWith('member:'),
    email: row.email,
    linkName: row.linkName ?? '',
    decidedBy: row.decided_by,
    isOwn: isOwn(row, judge),
    isChanged: row.changed === 1,
  }
}
