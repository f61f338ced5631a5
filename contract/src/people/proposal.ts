import { CreateDeckPages } from '../content/deck.ts'
import { Duration } from '../content/item.ts'
import { ReadBrand } from '../content/manifest-notice.ts'
import { mediaEndingOf } from '../content/media-address.ts'
import { Notice } from '../content/notice.ts'
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

/** 256 random bits in base64url: whoever has it may propose. The server keeps its digest alone. */
export const ProposalToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'proposal-link-not-valid')
export type ProposalToken = z.infer<typeof ProposalToken>

/** The last day of something, by the clock at the display. */
const LastDay = z.string('schedule-no-such-time').regex(LOCAL_DATE, 'schedule-no-such-time').refine(isLocalDate, {
  error: 'schedule-no-such-time',
})

const isPicture = (url: string) => mediaEndingOf(url) === 'jpg'
const StoredPicture = z.string().refine(isPicture, 'media-not-found')

/** The content that would go on: the fields that an item gets, and nothing else of it. */
export const ProposedContent = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('notice'),
    title: Title,
    notice: Notice,
    /** Its picture, or none. */
    url: z.union([z.literal(NO_PICTURE), StoredPicture]).default(NO_PICTURE),
    duration: Duration.optional(),
  }),
  z.strictObject({ kind: z.literal('image'), title: Title, url: StoredPicture, duration: Duration.optional() }),
  /** `url`: of the deck that was made of its pages. */
  z.strictObject({ kind: z.literal('deck'), title: Title, url: z.string(), duration: Duration.optional() }),
])
export type ProposedContent = z.infer<typeof ProposedContent>

const sentContent = z.discriminatedUnion('kind', [
  ProposedContent.options[0],
  ProposedContent.options[1],
  z.strictObject({
    kind: z.literal('deck'),
    title: Title,
    /** Of pictures that were sent before. */
    pages: CreateDeckPages,
    duration: Duration.optional(),
  }),
])

/** The name of whoever proposes, as they say it. Nothing is checked by it. */
const ProposerName = z
  .string()
  .refine((value) => isWellFormedText(value), 'text-not-well-formed')
  .transform(tidyText)
  .refine((value) => !isBlank(value), 'name-missing')
  .refine((value) => value.length <= MAX_PROPOSER_CHARACTERS, 'too-long')

const proposed = {
  content: sentContent,
  /** The last day on which it is on; null: until somebody takes it off. */
  lastDay: LastDay.nullable().default(null),
}

/** A proposal of a member, whose name is known. */
export const Propose = z.strictObject(proposed)
export type Propose = z.infer<typeof Propose>

/** A proposal by a link. */
export const SendProposal = z.strictObject({
  token: ProposalToken,
  name: ProposerName,
  /** Where its proposer hears what became of it; null: on the page of the link alone. */
  email: Email.nullable().default(null),
  ...proposed,
})
export type SendProposal = z.infer<typeof SendProposal>

/** `waiting`: nobody has said anything. `gone`: taken back by whoever proposed it, or with its link. */
export const ProposalState = z.enum(['waiting', 'approved', 'refused', 'gone'])
export type ProposalState = z.infer<typeof ProposalState>

/** Of a stored picture as a player gets it, without an item around it. */
const Pages = z.array(z.object({ url: z.string() }))

/** As its proposer sees it. Instants: milliseconds since 1970. */
export const OwnProposal = z.object({
  id: ProposalId,
  title: z.string(),
  kind: ProposalKind,
  state: ProposalState,
  createdAt: z.int(),
  decidedAt: z.int().nullable(),
  lastDay: z.string().nullable(),
  /** Of whoever refused it. */
  word: z.string(),
})
export type OwnProposal = z.infer<typeof OwnProposal>

const where = {
  /** One of both. */
  displayId: DisplayId.nullable(),
  playlistId: PlaylistId.nullable(),
  /** Of the display or the playlist. */
  programmeName: z.string(),
}

/** The brand that a notice is drawn with, as a manifest has it. */
const Around = z.object({
  brand: ReadBrand,
  zoneOffsets: z.preprocess(readZoneOffsets, ZoneOffsets.optional()).optional(),
})

/** As those who decide see it: frozen, as it was sent. */
export const Proposal = OwnProposal.extend({
  ...where,
  content: ProposedContent,
  /** Of a deck. */
  pages: Pages,
  around: Around,
  /** SHA-256 of all of it and of its files: what is approved is what was seen. */
  digest: z.string(),
  /** Says that they are. Of a member, their email. */
  name: z.string(),
  /** It comes from a member with this role of contributors, and not by a link. */
  isMember: z.boolean(),
  email: z.string().nullable(),
  /** The purpose of its link; empty: none. */
  linkName: z.string(),
  decidedBy: z.string(),
  /** The caller proposed it, and the organisation wants another to decide. */
  isOwn: z.boolean(),
  /** It changed before it went on. */
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
  /** For so many days from now. */
  days: z.int().min(1).max(366),
})
export type CreateProposalLink = z.infer<typeof CreateProposalLink>

/** The token is told this once. `proposePath(token)` is the link to hand on. */
export const ProposalLinkCreated = z.object({ link: ProposalLink, token: ProposalToken })
export type ProposalLinkCreated = z.infer<typeof ProposalLinkCreated>

/** The outcome of those that wait. */
export const WithdrawProposalLink = z.strictObject({ waiting: z.enum(['keep', 'remove']) })
export type WithdrawProposalLink = z.infer<typeof WithdrawProposalLink>

/** The proposals that wait, those that were decided in the last 30 days, and the links that count. To a contributor their own, and no links. */
export const Proposals = z.object({
  waiting: z.array(Proposal),
  decided: z.array(Proposal),
  links: z.array(ProposalLink),
  /** A contributor's own approval counts, once they may approve. */
  ownCounts: z.boolean(),
  sendsMail: z.boolean(),
})
export type Proposals = z.infer<typeof Proposals>

const Digest = z.string().regex(/^[0-9a-f]{64}$/, 'invalid-field')

/** The change is made on the frozen proposal, before it goes on. An absent field stays as it was proposed. */
export const ApproveProposal = z.strictObject({
  digest: Digest,
  change: z
    .strictObject({
      title: Title.optional(),
      notice: Notice.optional(),
      duration: Duration.optional(),
      lastDay: LastDay.nullable().optional(),
    })
    .default({}),
})
export type ApproveProposal = z.infer<typeof ApproveProposal>

export const RefuseProposal = z.strictObject({
  digest: Digest,
  /** To its proposer; may be empty. */
  word: PlainText.refine((value) => value.length <= MAX_PROPOSAL_WORD_CHARACTERS, 'too-long').default(''),
})
export type RefuseProposal = z.infer<typeof RefuseProposal>

export const ProposalChoice = z.strictObject({ ownCounts: z.boolean() })
export type ProposalChoice = z.infer<typeof ProposalChoice>

/** The proposals of a browser by a link. */
export const TakeBackSentProposal = z.strictObject({ token: ProposalToken, proposalId: ProposalId })
export type TakeBackSentProposal = z.infer<typeof TakeBackSentProposal>

export const ProposalKey = z.strictObject({ token: ProposalToken })
export type ProposalKey = z.infer<typeof ProposalKey>

/** A link as its page shows it to whoever has it. */
export const ProposalOffer = z.object({
  /** Null: the link is over, and `own` is all that there is. */
  link: z
    .object({
      organisationId: OrganisationId,
      organisation: z.string(),
      programmeName: z.string(),
      kinds: z.array(ProposalKind),
      /** So many more may wait just now. */
      left: z.int(),
      expiresAt: z.int(),
      around: Around,
    })
    .nullable(),
  /** The proposals of this browser by it, newest first. */
  own: z.array(OwnProposal),
})
export type ProposalOffer = z.infer<typeof ProposalOffer>

export const MediaSent = z.object({ id: MediaId, url: z.string(), width: z.int(), height: z.int() })
export type MediaSent = z.infer<typeof MediaSent>

/** The token stands behind the # so that neither a server's log nor a referrer carries it. */
export function proposePath(token: string): string {
  return `/propose#${token}`
}
