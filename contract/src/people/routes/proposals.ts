import { ProposalId, ProposalLinkId } from '../../platform/id.ts'
import { ORGANISATION, onProgramme, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import {
  ApproveProposal,
  CreateProposalLink,
  MediaSent,
  OwnProposal,
  Proposal,
  ProposalChoice,
  ProposalKey,
  ProposalLinkCreated,
  ProposalOffer,
  Proposals,
  Propose,
  RefuseProposal,
  SendProposal,
  TakeBackSentProposal,
  WithdrawProposalLink,
} from '../proposal.ts'

const PROPOSALS = `${ORGANISATION}/proposals`
const PROPOSAL = `${PROPOSALS}/:proposalId`
const proposal = organisation.extend({ proposalId: ProposalId })

const CONTENT_ERRORS = [
  'too-many-proposals',
  'media-not-found',
  'file-too-large',
  'page-used-already',
  'deck-without-pages',
  'too-many-pages',
  'notice-empty',
  'value-not-found',
  'link-not-valid',
  'title-missing',
  'schedule-no-such-time',
  'schedule-never-on',
  'too-many-requests',
] as const
const PICTURE_ERRORS = [
  'file-missing',
  'not-an-image',
  'file-too-large',
  'image-damaged',
  'image-too-large',
  'quota-exceeded',
  'too-many-requests',
] as const
/** The errors of approving: publishing adds an item. */
const ITEM_ERRORS = [
  'proposal-decided',
  'changed-meanwhile',
  'own-proposal',
  'too-many-items',
  'addresses-too-long',
  'notices-too-long',
  'schedules-too-long',
  'display-too-full',
  'too-many-deck-pages',
  'schedule-never-on',
  'schedule-no-such-time',
  'notice-empty',
  'value-not-found',
  'link-not-valid',
  'title-missing',
  'media-not-found',
] as const

/** MAX_IMAGE_BYTES: phones scale pictures down before they send them. */
const PICTURE_BYTES = 1_024_000

export const PROPOSAL_ROUTES = {
  /** The waiting proposals, the decided ones, and the links. A contributor gets only their own proposals. */
  getProposals: {
    method: 'GET',
    path: PROPOSALS,
    access: 'contributor',
    params: organisation,
    response: Proposals,
  },
  createProposalLink: {
    method: 'POST',
    ...onProgramme('/proposal-links', {}),
    access: 'editor',
    person: true,
    body: CreateProposalLink,
    response: ProposalLinkCreated,
    creates: true,
  },
  withdrawProposalLink: {
    method: 'POST',
    path: `${ORGANISATION}/proposal-links/:linkId/withdrawal`,
    access: 'editor',
    params: organisation.extend({ linkId: ProposalLinkId }),
    body: WithdrawProposalLink,
    response: 'none',
  },
  /** Publishes the reviewed content, which `digest` identifies, with the given changes. */
  approveProposal: {
    method: 'POST',
    path: `${PROPOSAL}/approval`,
    access: 'editor',
    person: true,
    params: proposal,
    body: ApproveProposal,
    response: Proposal,
  },
  refuseProposal: {
    method: 'POST',
    path: `${PROPOSAL}/refusal`,
    access: 'editor',
    person: true,
    params: proposal,
    body: RefuseProposal,
    response: Proposal,
  },
  updateProposalChoice: {
    method: 'PATCH',
    path: `${PROPOSALS}/choice`,
    access: 'owner',
    person: true,
    params: organisation,
    body: ProposalChoice,
    response: ProposalChoice,
  },
  /** CL2: by a member, under their own name. */
  propose: {
    method: 'POST',
    ...onProgramme('/proposals', {}),
    ofPlaylist: { ...onProgramme('/proposals', {}).ofPlaylist, access: 'contributor' },
    access: 'contributor',
    person: true,
    body: Propose,
    response: OwnProposal,
    creates: true,
  },
  /** A proposal of the caller that is not decided yet. */
  takeBackProposal: {
    method: 'POST',
    path: `${PROPOSAL}/taking-back`,
    access: 'contributor',
    person: true,
    params: proposal,
    response: OwnProposal,
  },
  uploadProposalPicture: {
    method: 'POST',
    path: `${PROPOSALS}/pictures`,
    access: 'contributor',
    person: true,
    params: organisation,
    body: 'image',
    response: MediaSent,
    creates: true,
  },
  /**
   * Returns the purpose of a link, and the proposals that this browser sent through it, without changing anything. It is a
   * POST, so that the token is not in the address.
   */
  readProposalLink: {
    method: 'POST',
    path: '/api/proposals/offer',
    access: 'public',
    body: ProposalKey,
    response: ProposalOffer,
  },
  /** The token is in a header, because the body is the picture. */
  sendProposalPicture: {
    method: 'POST',
    path: '/api/proposals/pictures',
    access: 'public',
    body: 'image',
    response: MediaSent,
    creates: true,
  },
  sendProposal: {
    method: 'POST',
    path: '/api/proposals',
    access: 'public',
    body: SendProposal,
    response: OwnProposal,
    creates: true,
  },
  /** The same for a proposal that this browser sent through a link, even if the link is no longer valid. */
  takeBackSentProposal: {
    method: 'POST',
    path: '/api/proposals/taking-back',
    access: 'public',
    body: TakeBackSentProposal,
    response: OwnProposal,
  },
} as const satisfies Routes

export const PROPOSAL_DETAILS = {
  getProposals: {
    summary: 'Lists the waiting proposals, those decided in the last 30 days, and the links.',
    errors: [],
  },
  createProposalLink: {
    summary: 'Creates a link for proposals of people without an account. Its token is returned only once.',
    errors: ['too-many-proposal-links', 'name-missing'],
  },
  withdrawProposalLink: {
    summary: 'Withdraws a link. Its waiting proposals are kept or removed.',
    errors: ['proposal-link-not-found'],
    onFullDisk: true,
  },
  approveProposal: {
    summary: 'Approves a proposal, unchanged or with changes.',
    errors: ITEM_ERRORS,
  },
  refuseProposal: {
    summary: 'Refuses a proposal, with a message to its proposer.',
    errors: ['proposal-decided', 'changed-meanwhile'],
    onFullDisk: true,
  },
  updateProposalChoice: {
    summary: 'Sets whether proposers may approve their own proposals.',
    errors: [],
  },
  propose: {
    summary: 'Sends a proposal as a member.',
    errors: CONTENT_ERRORS,
    takes: ['Idempotency-Key'],
  },
  takeBackProposal: {
    summary: 'Takes back a waiting proposal of the caller and deletes its files.',
    errors: ['proposal-not-found', 'proposal-decided'],
    onFullDisk: true,
  },
  uploadProposalPicture: {
    summary: 'Uploads a picture for a proposal as a member.',
    errors: PICTURE_ERRORS,
    bodyBytes: PICTURE_BYTES,
    precedence: 'uploads',
    takesRoom: true,
  },
  readProposalLink: {
    summary: 'Returns the details of a proposal link, and the proposals of its holder.',
    errors: ['proposal-link-not-valid'],
    onFullDisk: true,
  },
  sendProposalPicture: {
    summary: 'Uploads a picture for a proposal through a link.',
    errors: ['proposal-link-not-valid', 'proposal-kind-not-taken', ...PICTURE_ERRORS],
    takes: ['Proposal-Link'],
    bodyBytes: PICTURE_BYTES,
    precedence: 'uploads',
    takesRoom: true,
  },
  sendProposal: {
    summary: 'Sends a proposal through a link.',
    errors: ['proposal-link-not-valid', 'proposal-kind-not-taken', 'name-missing', 'invalid-email', ...CONTENT_ERRORS],
    takes: ['Idempotency-Key'],
  },
  takeBackSentProposal: {
    summary: 'Takes back a proposal that this browser sent through a link, and deletes its files.',
    errors: ['proposal-link-not-valid', 'proposal-not-found', 'proposal-decided', 'too-many-requests'],
    onFullDisk: true,
  },
} as const satisfies DetailsOf<typeof PROPOSAL_ROUTES>
