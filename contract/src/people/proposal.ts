import { CreateDeckPages } from '../content/deck.ts'
import { Duration } from '../content/item.ts'
import { ReadBrand } from '../content/manifest-notice.ts'
import { mediaEndingOf } from '../content/media-address.ts'
import { NoticeWithoutValues } from '../content/notice.ts'
import { NO_PICTURE } from '../content/read-notice.ts'
import { readZoneOffsets } from '../content/read-schedule.ts'
import {
  MAX_PROPOSAL_WORD_CHARACTERS,
  MAX_PROPOSALS_WAITING_PER_LINK,
  MAX_PROPOSER_CHARACTERS,
} from '../platform/constants.ts'
import { DisplayId, MediaId, OrganisationId, PlaylistId, ProposalId, ProposalLinkId } from '../platform/id.ts'
import { isLocalDate, LOCAL_DATE } from '../platform/local-time.ts'
import { isBlank, isWellFormedText, Name, PlainText, Title, tidyText } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { ZoneOffsets } from '../platform/zone-offsets.ts'
import { Email } from './account.ts'

/** The kinds of items that may be proposed. */
export const PROPOSAL_KINDS = ['notice', 'image', 'deck'] as const
export const ProposalKind = z.enum(PROPOSAL_KINDS)
export type ProposalKind = z.infer<typeof ProposalKind>

/** 256 random bits in base64url. The holder may propose. The server stores only a digest. */
export const ProposalToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'proposal-link-not-valid')
export type ProposalToken = z.infer<typeof ProposalToken>

/** The last day on which something is shown, by the clock at the display. */
const LastDay = z.string('schedule-no-such-time').regex(LOCAL_DATE, 'schedule-no-such-time').refine(isLocalDate, {
  error: 'schedule-no-such-time',
})

const isPicture = (url: string) => mediaEndingOf(url) === 'jpg'
const StoredPicture = z.string().refine(isPicture, 'media-not-found')

/** The content to publish: only the fields that the item will get. */
export const ProposedContent = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('notice'),
    title: Title,
    notice: NoticeWithoutValues,
    /** Its picture, or none. */
    url: z.union([z.literal(NO_PICTURE), StoredPicture]).default(NO_PICTURE),
    duration: Duration.optional(),
  }),
  z.strictObject({ kind: z.literal('image'), title: Title, url: StoredPicture, duration: Duration.optional() }),
  /** `url`: that of the deck created from its pages. */
  z.strictObject({ kind: z.literal('deck'), title: Title, url: z.string(), duration: Duration.optional() }),
])
export type ProposedContent = z.infer<typeof ProposedContent>

const sentContent = z.discriminatedUnion('kind', [
  ProposedContent.options[0],
  ProposedContent.options[1],
  z.strictObject({
    kind: z.literal('deck'),
    title: Title,
    /** Pictures that were uploaded before. */
    pages: CreateDeckPages,
    duration: Duration.optional(),
  }),
])

/** The name that the proposer gives. It is not verified. */
const ProposerName = z
  .string()
  .refine((value) => isWellFormedText(value), 'text-not-well-formed')
  .transform(tidyText)
  .refine((value) => !isBlank(value), 'name-missing')
  .refine((value) => value.length <= MAX_PROPOSER_CHARACTERS, 'too-long')

const proposed = {
  content: sentContent,
  /** The last day on which it is on; null: until somebody removes it. */
  lastDay: LastDay.nullable().default(null),
}

/** A proposal by a member, whose name is known. */
export const Propose = z.strictObject(proposed)
export type Propose = z.infer<typeof Propose>

/** A proposal through a link. */
export const SendProposal = z.strictObject({
  token: ProposalToken,
  name: ProposerName,
  /** The address to send the decision to; null: it is only shown on the page of the link. */
  email: Email.nullable().default(null),
  ...proposed,
})
export type SendProposal = z.infer<typeof SendProposal>

/** `waiting`: not decided yet. `gone`: taken back by its proposer, or removed with its link. */
export const ProposalState = z.enum(['waiting', 'approved', 'refused', 'gone'])
export type ProposalState = z.infer<typeof ProposalState>

/** The addresses of stored pictures, as players get them. */
const Pages = z.array(z.object({ url: z.string() }))

/** A proposal, for its proposer. Instants: milliseconds since 1970. */
export const OwnProposal = z.object({
  id: ProposalId,
  title: z.string(),
  kind: ProposalKind,
  state: ProposalState,
  createdAt: z.int(),
  decidedAt: z.int().nullable(),
  lastDay: z.string().nullable(),
  /** The message of the person who refused it. */
  word: z.string(),
})
export type OwnProposal = z.infer<typeof OwnProposal>

const where = {
  /** Exactly one of the two is set. */
  displayId: DisplayId.nullable(),
  playlistId: PlaylistId.nullable(),
  /** The name of the display or the playlist. */
  programmeName: z.string(),
}

/** The brand that a notice is drawn with, as in a manifest. */
const Around = z.object({
  brand: ReadBrand,
  zoneOffsets: z.preprocess(readZoneOffsets, ZoneOffsets.optional()).optional(),
})

/** A proposal, for the people who decide. Its content is fixed when it is sent. */
export const Proposal = OwnProposal.extend({
  ...where,
  content: ProposedContent,
  /** For a deck. */
  pages: Pages,
  around: Around,
  /** The SHA-256 of the whole proposal and its files, so that exactly the reviewed content is approved. */
  digest: z.string(),
  /** The name that the proposer gave. For a member, their email address. */
  name: z.string(),
  /** True: it comes from a member with the role of contributor, not from a link. */
  isMember: z.boolean(),
  email: z.string().nullable(),
  /** The purpose of its link; empty: none. */
  linkName: z.string(),
  decidedBy: z.string(),
  /** True: the caller proposed it, and the organisation requires somebody else to decide. */
  isOwn: z.boolean(),
  /** True: it was changed before it was published. */
  isChanged: z.boolean(),
})
export type Proposal = z.infer<typeof Proposal>

export const ProposalLink = z.object({
  id: ProposalLinkId,
  ...where,
  name: z.string(),
  kinds: z.array(ProposalKind),
  mostWaiting: z.int(),
  waiting: z.int(),
  createdBy: z.string(),
  createdAt: z.int(),
  expiresAt: z.int(),
})
export type ProposalLink = z.infer<typeof ProposalLink>

export const CreateProposalLink = z.strictObject({
  /** Its purpose: "Year 10", "the parents' council". */
  name: Name,
  kinds: z
    .array(ProposalKind)
    .min(1, 'invalid-field')
    .transform((kinds) => PROPOSAL_KINDS.filter((kind) => kinds.includes(kind))),
  mostWaiting: z.int().min(1).max(MAX_PROPOSALS_WAITING_PER_LINK).default(5),
  /** The number of days for which it is valid, from now. */
  days: z.int().min(1).max(366),
})
export type CreateProposalLink = z.infer<typeof CreateProposalLink>

/** The token is returned only once. `proposePath(token)` is the link to pass on. */
export const ProposalLinkCreated = z.object({ link: ProposalLink, token: ProposalToken })
export type ProposalLinkCreated = z.infer<typeof ProposalLinkCreated>

/** The outcome for the proposals that are still waiting. */
export const WithdrawProposalLink = z.strictObject({ waiting: z.enum(['keep', 'remove']) })
export type WithdrawProposalLink = z.infer<typeof WithdrawProposalLink>

/**
 * The waiting proposals, those decided in the last 30 days, and the valid links. A contributor gets only their own proposals,
 * and no links.
 */
export const Proposals = z.object({
  waiting: z.array(Proposal),
  decided: z.array(Proposal),
  links: z.array(ProposalLink),
  /** True: a contributor's own approval counts, once they may approve. */
  ownCounts: z.boolean(),
  sendsMail: z.boolean(),
})
export type Proposals = z.infer<typeof Proposals>

const Digest = z.string().regex(/^[0-9a-f]{64}$/, 'invalid-field')

/** The change is applied to the proposal before it is published. An absent field stays as proposed. */
export const ApproveProposal = z.strictObject({
  digest: Digest,
  change: z
    .strictObject({
      title: Title.optional(),
      notice: NoticeWithoutValues.optional(),
      duration: Duration.optional(),
      lastDay: LastDay.nullable().optional(),
    })
    .default({}),
})
export type ApproveProposal = z.infer<typeof ApproveProposal>

export const RefuseProposal = z.strictObject({
  digest: Digest,
  /** A message to its proposer; may be empty. */
  word: PlainText.refine((value) => value.length <= MAX_PROPOSAL_WORD_CHARACTERS, 'too-long').default(''),
})
export type RefuseProposal = z.infer<typeof RefuseProposal>

export const ProposalChoice = z.strictObject({ ownCounts: z.boolean() })
export type ProposalChoice = z.infer<typeof ProposalChoice>

/** Identifies a proposal that this browser has sent through a link. */
export const TakeBackSentProposal = z.strictObject({ token: ProposalToken, proposalId: ProposalId })
export type TakeBackSentProposal = z.infer<typeof TakeBackSentProposal>

export const ProposalKey = z.strictObject({ token: ProposalToken })
export type ProposalKey = z.infer<typeof ProposalKey>

/** A link, for everybody who has it. */
export const ProposalOffer = z.object({
  /** null: the link is no longer valid, and only `own` is returned. */
  link: z
    .object({
      organisationId: OrganisationId,
      organisation: z.string(),
      programmeName: z.string(),
      kinds: z.array(ProposalKind),
      /** The number of further proposals that may wait at the moment. */
      left: z.int(),
      expiresAt: z.int(),
      around: Around,
    })
    .nullable(),
  /** The proposals that this browser sent through it, newest first. */
  own: z.array(OwnProposal),
})
export type ProposalOffer = z.infer<typeof ProposalOffer>

export const MediaSent = z.object({ id: MediaId, url: z.string(), width: z.int(), height: z.int() })
export type MediaSent = z.infer<typeof MediaSent>

/** The token is in the fragment, so that neither server logs nor referrers contain it. */
export function proposePath(token: string): string {
  return `/propose#${token}`
}
