import { createHash, randomUUID } from 'node:crypto'
import {
  MAX_PROPOSAL_BYTES,
  MAX_PROPOSALS_WAITING_PER_MEMBER,
  MAX_PROPOSALS_WAITING_PER_ORGANISATION,
  type MediaId,
  mediaIdOf,
  type OrganisationId,
  type OwnProposal,
  type ProgrammeId,
  type ProgrammeKey,
  ProposalId,
  ProposalLinkId,
  type Propose,
  type ProposedContent,
  programmeIdOf,
  proposalPath,
  type SendProposal,
} from '@placard/contract'
import type { Actor } from '../../content/activity/service.ts'
import { announce } from '../../content/events/service.ts'
import { findHeld, findPages, setHeldFor, storeDeck, type Uploader } from '../../content/media/service.ts'
import { maySee, notFound } from '../../content/programmes/service.ts'
import type { Caller } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import { type Queries, within } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import { requireAhead } from './last-day.ts'
import { tellAtOf } from './post.ts'
import { toOwn } from './shape.ts'
import * as store from './store.ts'
import { tell } from './tell.ts'

/** A person who proposes: by a link, or as a member. */
export type Proposer = {
  /** Digest of the browser's key, or the member. */
  holder: string
  name: string
  email: string | null
  /** Email of the signed-in person. */
  signedInAs: string | null
  link: store.StoredLink | null
  actor: Actor
}

/** A proposer without an account. */
export const SOMEBODY: Actor = { kind: 'unknown', id: null, email: '' }

const heldBy = (id: string) => `proposal:${id}`

/** The uploader of a file for a proposal that does not exist yet. @param linkId the link that was used */
export function uploaderFor(organisationId: OrganisationId, holder: string, linkId?: string): Uploader {
  const uploader = { organisationId, userId: holder as Uploader['userId'], email: '', displays: null, heldFor: holder }
  return linkId === undefined ? uploader : { ...uploader, heldLink: linkId }
}

/** A member may propose for every programme that they see. @throws AppError display-not-found, playlist-not-found */
export async function requireMayPropose(context: Context, caller: Caller, key: ProgrammeKey): Promise<void> {
  if (!(await maySee(context.database.queries, caller, key))) throw new AppError(notFound(key))
}

/**
 * Stores an unchangeable copy of the proposed content. It is not used anywhere until it is approved.
 *
 * @throws AppError display-not-found, playlist-not-found, too-many-proposals, proposal-kind-not-taken, media-not-found,
 * file-too-large, page-used-already, schedule-never-on
 */
export async function propose(
  context: Context,
  proposer: Proposer,
  key: ProgrammeKey,
  { content, lastDay }: Pick<SendProposal | Propose, 'content' | 'lastDay'>,
  commandKey: string | undefined,
): Promise<OwnProposal> {
  const { organisationId } = key
  const { holder, link } = proposer
  return context.database.transaction(async (queries) => {
    const organisation = await lockOrganisation(queries, organisationId)
    if (!organisation || organisation.suspendedAt !== null) throw new AppError('proposal-link-not-valid')
    const known = commandKey && (await store.findProposal(queries, { holder, commandKey }))
    if (known) return toOwn(known)
    // The link may have been withdrawn since the page was opened.
    if (link) await requireStill(context, queries, link)
    const facts = await store.findProgrammeFacts(queries, key)
    if (!facts) throw new AppError(notFound(key))
    if (link && !store.readKinds(link).includes(content.kind)) throw new AppError('proposal-kind-not-taken')
    await requirePlace(queries, organisationId, proposer)
    requireAhead(lastDay, facts.timeZone, context.now())

    const id = ProposalId.parse(randomUUID())
    const frozen = await freeze(context, queries, organisationId, holder, content)
    if (frozen.mediaId) await setHeldFor(queries, organisationId, frozen.mediaId, heldBy(id))
    const now = context.now()
    const row = {
      id,
      organisation_id: organisationId,
      programme_id: programmeIdOf(key),
      link_id: link?.id ?? null,
      holder,
      command_key: commandKey ?? null,
      proposed_by: proposer.signedInAs,
      name: proposer.name,
      email: proposer.email,
      kind: content.kind,
      title: content.title,
      content: JSON.stringify(frozen.content),
      last_day: lastDay,
      media_id: frozen.mediaId ?? null,
      digest: digestOfAll(frozen.content, lastDay, programmeIdOf(key), frozen.files),
      state: 'waiting' as const,
      created_at: now,
      decided_at: null,
      decided_by: '',
      word: '',
      item_id: null,
      changed: 0 as const,
      tell_at: await tellAtOf(queries, key, now),
      answer_at: null,
      tries: 0,
    }
    await store.createProposal(queries, row)
    const made = {
      proposal: { id, kind: content.kind },
      by: { name: proposer.name },
      where: {
        kind: 'playlistId' in key ? ('playlist' as const) : ('display' as const),
        id: programmeIdOf(key),
        name: facts.name,
      },
      url: (context.config.publicUrl ?? '') + proposalPath(id),
    }
    await announce(queries, organisationId, [{ type: 'proposal.made', data: made }], now)
    await tell(context, queries, key, proposer.actor, {
      kind: 'proposal-made',
      id,
      title: '',
      proposedBy: proposer.name,
    })
    return toOwn(row)
  })
}

async function requireStill(
  context: Context,
  queries: Queries,
  { organisation_id, id }: store.StoredLink,
): Promise<void> {
  const now = await store.findLink(queries, {
    organisationId: organisation_id as OrganisationId,
    id: ProposalLinkId.parse(id),
  })
  if (!now || now.withdrawn_at !== null || now.expires_at <= context.now())
    throw new AppError('proposal-link-not-valid')
}

/** @throws AppError too-many-proposals */
async function requirePlace(
  queries: Queries,
  organisationId: OrganisationId,
  { link, holder }: Proposer,
): Promise<void> {
  const waiting = link
    ? await store.countWaiting(queries, { linkId: link.id })
    : await store.countWaiting(queries, { organisationId, holder })
  const most = link ? link.most_waiting : MAX_PROPOSALS_WAITING_PER_MEMBER
  const all = await store.countWaiting(queries, { organisationId })
  if (waiting >= most || all >= MAX_PROPOSALS_WAITING_PER_ORGANISATION) throw new AppError('too-many-proposals')
}

type Frozen = { content: ProposedContent; mediaId: MediaId | undefined; files: { id: string; sha256: string }[] }

/** @throws AppError media-not-found, file-too-large, page-used-already */
async function freeze(
  context: Context,
  queries: Queries,
  organisationId: OrganisationId,
  holder: string,
  content: SendProposal['content'],
): Promise<Frozen> {
  if (content.kind !== 'deck') {
    const mediaId = mediaIdOf(content.url)
    if (mediaId === undefined) return { content, mediaId, files: [] }
    const [file] = await findHeld(queries, organisationId, [mediaId], holder)
    // A page of a deck cannot be proposed by itself.
    if (!file || file.url !== content.url || file.deckId !== null)
      throw new AppError('media-not-found', { field: 'url' })
    return { content, mediaId, files: [file] }
  }
  const pages = await findHeld(
    queries,
    organisationId,
    content.pages.map(({ mediaId }) => mediaId),
    holder,
  )
  if (pages.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0) > MAX_PROPOSAL_BYTES) {
    throw new AppError('file-too-large')
  }
  const inside = { ...context, database: within(context.database, queries) }
  const { title, duration } = content
  const deck = await storeDeck(
    inside,
    uploaderFor(organisationId, holder),
    { name: title, pages: content.pages },
    (_queries, _file, insert) => insert(),
  )
  const ordered = (await findPages(queries, organisationId, [deck.id])).get(deck.id) ?? []
  return {
    content: { kind: 'deck', title, url: deck.url, ...(duration === undefined ? {} : { duration }) },
    mediaId: deck.id,
    files: [deck, ...ordered.map(({ mediaId, sha256 }) => ({ id: mediaId, sha256 }))],
  }
}

/** Digest of the fields and files, which ensures that the approved content is what the editor saw. */
function digestOfAll(
  content: ProposedContent,
  lastDay: string | null,
  programmeId: ProgrammeId,
  files: readonly { id: string; sha256: string }[],
): string {
  const all = JSON.stringify([programmeId, content, lastDay, files.map(({ id, sha256 }) => [id, sha256])])
  return createHash('sha256').update(all).digest('hex')
}
