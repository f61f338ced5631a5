import { createHash, randomUUID } from 'node:crypto'
import {
  type ApproveProposal,
  CreateItem,
  type CreateProposalLink,
  DECIDED_PROPOSALS_KEPT_MS,
  type DisplayId,
  MAX_PROPOSAL_BYTES,
  MAX_PROPOSAL_LINKS_PER_ORGANISATION,
  MAX_PROPOSALS_WAITING_PER_MEMBER,
  MAX_PROPOSALS_WAITING_PER_ORGANISATION,
  MediaId,
  mediaIdOf,
  type OrganisationId,
  type OwnProposal,
  type PlaylistId,
  type ProgrammeId,
  type ProgrammeKey,
  type Proposal,
  type ProposalChoice,
  ProposalId,
  type ProposalLink,
  type ProposalLinkCreated,
  ProposalLinkId,
  type ProposalOffer,
  type Proposals,
  type Propose,
  ProposedContent,
  programmeIdOf,
  programmeKeyOf,
  proposalPath,
  type RefuseProposal,
  ROLES,
  type Schedule,
  type SendProposal,
  UNPROPOSED_FILES_KEPT_MS,
} from '@placard/contract'
import { localTimeOf } from '@placard/playback'
import { type Activity, type Actor, actorOf, writeEntry } from '../activity/service.ts'
import { findManifestBrand } from '../brand/service.ts'
import { createItem } from '../items/service.ts'
import {
  findHeld,
  findPages,
  type HeldFile,
  listForgotten,
  releaseHeld,
  removeRepeated,
  setHeldFor,
  storeDeck,
  type Uploader,
} from '../media/service.ts'
import { findOrganisation, lockOrganisation } from '../organisations/service.ts'
import type { Caller, Identity } from '../platform/access.ts'
import type { Context } from '../platform/context.ts'
import { type Queries, within } from '../platform/database/database.ts'
import { AppError } from '../platform/errors.ts'
import { inTransaction } from '../platform/in-transaction.ts'
import { digestOf, newSecret } from '../platform/secret.ts'
import { mayChange, maySee, notFound } from '../programmes/service.ts'
import { zoneOffsetsOf } from '../schedules/service.ts'
import { announce } from '../webhooks/service.ts'
import { tellAtOf } from './post.ts'
import * as store from './store.ts'

const DAY_MS = 24 * 60 * 60_000
const MOST_DECIDED = 100
const MOST_OWN = 50

/** Somebody who proposes: by a link, or a member. */
export type Proposer = {
  /** Digest of a browser's key, or the member. */
  holder: string
  name: string
  email: string | null
  /** Email of whoever is signed in. */
  signedInAs: string | null
  link: store.StoredLink | null
  actor: Actor
}

export const keyOfRow = (row: { organisation_id: string; programme_id: string }): ProgrammeKey =>
  programmeKeyOf(row.organisation_id as OrganisationId, row.programme_id as ProgrammeId)

/** Without an account. */
export const SOMEBODY: Actor = { kind: 'unknown', id: null, email: '' }

const heldBy = (id: string) => `proposal:${id}`
export const memberHolder = ({ userId }: Pick<Caller, 'userId'>) => `member:${userId}`

/** Made for a proposal that is not there yet. */
export function uploaderFor(organisationId: OrganisationId, holder: string): Uploader {
  return { organisationId, userId: holder as Uploader['userId'], email: '', heldFor: holder }
}

function whereOf(row: { programme_id: string; organisation_id: string; programmeName: string }) {
  const key = keyOfRow(row)
  return {
    displayId: 'displayId' in key ? (key.displayId as DisplayId) : null,
    playlistId: 'playlistId' in key ? (key.playlistId as PlaylistId) : null,
    programmeName: row.programmeName,
  }
}

function toLink(row: store.StoredLink, waiting: number): ProposalLink {
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

function toOwn(row: Omit<store.StoredProposal, 'programmeName' | 'timeZone' | 'linkName'>): OwnProposal {
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

/** A content that a newer version wrote cannot be read: it stays stored, and is not shown. */
const readContent = (row: Pick<store.StoredProposal, 'content'>): ProposedContent | undefined =>
  ProposedContent.safeParse(JSON.parse(row.content)).data

type Judge = { caller: Caller; ownCounts: boolean; now: number }

async function toProposal(queries: Queries, row: store.StoredProposal, judge: Judge): Promise<Proposal | undefined> {
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

/** The brand and the clock that a notice is drawn with. */
async function aroundOf(queries: Queries, organisationId: OrganisationId, timeZone: string, now: number) {
  const brand = await findManifestBrand(queries, organisationId)
  return { ...(brand ? { brand } : {}), zoneOffsets: zoneOffsetsOf(timeZone, now) }
}

/** By the account that was signed in, or the address that was given: whoever it was says that they are the caller. */
function isOwn(
  row: Pick<store.StoredProposal, 'proposed_by' | 'email'>,
  { caller, ownCounts }: Omit<Judge, 'now'>,
): boolean {
  return !ownCounts && (row.proposed_by === caller.email || row.email === caller.email)
}

const isEditor = ({ role }: Pick<Caller, 'role'>) => ROLES.indexOf(role) >= ROLES.indexOf('editor')

/** An editor who may change a programme decides about it; a contributor sees their own proposals. */
const mayLookAt = (caller: Caller, row: store.StoredProposal) =>
  isEditor(caller) ? mayChange(caller, keyOfRow(row)) : row.holder === memberHolder(caller)

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

/** From now on it opens nothing. What waits by it stays to be decided, or is gone with it. @throws AppError proposal-link-not-found */
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

/** Removes the files of a proposal that does not go on. @returns removes them from the disk, once that is committed */
async function letGo(
  inside: Context,
  organisationId: OrganisationId,
  mediaId: string | null,
): Promise<() => Promise<void>> {
  return mediaId === null ? async () => {} : removeRepeated(inside, organisationId, MediaId.parse(mediaId))
}

/** One that counts, with its organisation. @throws AppError proposal-link-not-valid */
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

/** Also of a link that is over. @throws AppError proposal-link-not-valid: there is no such link, and never was */
export async function findOrganisationOfLink(context: Context, token: string): Promise<OrganisationId> {
  const link = await store.findLink(context.database.queries, { token: digestOf(token) })
  if (!link) throw new AppError('proposal-link-not-valid')
  return link.organisation_id as OrganisationId
}

/** @throws AppError proposal-link-not-valid: there is no such link, and never was */
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

/**
 * Freezes what somebody proposes. Nothing of it is anywhere else until it is approved.
 *
 * @throws AppError display-not-found, playlist-not-found, too-many-proposals, proposal-kind-not-taken, media-not-found, file-too-large,
 * page-used-already, schedule-never-on
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
    // Withdrawn between the page and this.
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
    // A page of a deck is none by itself.
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

/** The bytes and the fields of it: what is approved is what was seen. */
function digestOfAll(
  content: ProposedContent,
  lastDay: string | null,
  programmeId: ProgrammeId,
  files: readonly { id: string; sha256: string }[],
): string {
  const all = JSON.stringify([programmeId, content, lastDay, files.map(({ id, sha256 }) => [id, sha256])])
  return createHash('sha256').update(all).digest('hex')
}

/** "Until Friday" is the start of Saturday. */
function scheduleOf(lastDay: string | null): Schedule | undefined {
  if (lastDay === null) return undefined
  const next = new Date(Date.parse(`${lastDay}T00:00:00Z`) + DAY_MS)
  return { until: `${next.toISOString().slice(0, 10)}T00:00` }
}

/** @throws AppError schedule-never-on: its last day is over at the display */
function requireAhead(lastDay: string | null, timeZone: string, now: number): void {
  const until = scheduleOf(lastDay)?.until
  if (until !== undefined && Date.parse(`${until}Z`) <= localTimeOf(zoneOffsetsOf(timeZone, now), now)) {
    throw new AppError('schedule-never-on', { field: 'lastDay' })
  }
}

/**
 * Puts on exactly what was seen, or that with the changes that are given. Approved again by the same with the same, it answers
 * the same.
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

/** Its files are gone with it. @throws AppError proposal-not-found, proposal-decided, changed-meanwhile */
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
 * By whoever proposed it, as long as nobody has decided; its files are gone with it. Taken back again, it answers the same.
 *
 * @param holder whose it must be
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

/** The organisation is held: of two who decide at once, the first does. */
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

type Told = {
  kind: Extract<Activity['kind'], `proposal-${string}`>
  id: string
  /** Of a link its name. Of a proposal nothing: what nobody has approved is nowhere else. */
  title: string
  proposedBy?: string
  count?: number
}

function tell(
  context: Context,
  queries: Queries,
  key: ProgrammeKey,
  actor: Actor,
  { kind, id, title, ...details }: Told,
): Promise<void> {
  const activity = { kind, changes: [], subject: { type: 'proposal' as const, id, title }, details }
  const programmeId = programmeIdOf(key)
  return writeEntry(queries, { organisationId: key.organisationId, programmeId, at: context.now(), actor, activity })
}

/** @throws AppError display-not-found, playlist-not-found. A member proposes for what they see. */
export async function requireMayPropose(context: Context, caller: Caller, key: ProgrammeKey): Promise<void> {
  if (!(await maySee(context.database.queries, caller, key))) throw new AppError(notFound(key))
}

/** The browser that sent a file, the member, and whoever decides about its proposal. */
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

/** Forgets what was decided long ago, and files that nobody proposed. */
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
