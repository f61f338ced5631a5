import { MAX_DISPLAYS_PER_ORGANISATION, MAX_RECIPIENT_CHARACTERS } from '../platform/constants.ts'
import { DisplayId, InvitationId, MemberId } from '../platform/id.ts'
import { Role } from '../platform/role.ts'
import { emptyIfBlank, isWellFormedText } from '../platform/text.ts'
import { z } from '../platform/zod.ts'

/**
 * The displays that somebody is limited to; null: all of the organisation, also those that are made later. Every other
 * display is to them like one that does not exist. An owner is never limited (`invalid-field`).
 */
export const DisplayLimit = z
  .array(DisplayId)
  .min(1, 'invalid-field')
  .max(MAX_DISPLAYS_PER_ORGANISATION, 'invalid-field')
  .transform((ids) => [...new Set(ids)])
  .nullable()
export type DisplayLimit = z.infer<typeof DisplayLimit>

/** Somebody who belongs to an organisation (who has a profile, E3). */
export const Member = z.object({
  id: MemberId,
  email: z.string(),
  role: Role,
  displays: z.array(DisplayId).nullable(),
  /** May take the screens over: an owner always. */
  mayTakeOver: z.boolean(),
  /**
   * `none`: subscribed, and nobody has shown yet that the address is theirs. `disabled`: the provider has barred the account.
   */
  account: z.enum(['active', 'disabled', 'none']),
  /** True: this member is the one who asks. */
  self: z.boolean(),
})
export type Member = z.infer<typeof Member>

/** An absent field stays as it is. A viewer never takes the screens over. An owner is not limited: a member who becomes one loses the limit. */
export const UpdateMember = z
  .strictObject({ role: Role.optional(), displays: DisplayLimit.optional(), mayTakeOver: z.boolean().optional() })
  .refine((value) => !(value.role === 'owner' && value.displays), { message: 'invalid-field', path: ['displays'] })
export type UpdateMember = z.infer<typeof UpdateMember>

/** 256 random bits in base64url: whoever has it may join, once. The server keeps its digest alone. */
export const InvitationToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'invitation-not-found')
export type InvitationToken = z.infer<typeof InvitationToken>

/** An invitation that still counts, as the owners of the organisation see it. Instants: milliseconds since 1970. */
export const Invitation = z.object({
  id: InvitationId,
  role: Role,
  displays: z.array(DisplayId).nullable(),
  /** Email of who made it; empty: the provider's command line. */
  invitedBy: z.string(),
  /** The subscribed address that it opens, and no other; null: it is for whoever holds it. */
  email: z.string().nullable(),
  /** For whom its maker means it; may be empty. Nothing is checked by it. */
  recipient: z.string(),
  createdAt: z.int(),
  /** INVITATION_EXPIRES_MS after it was made. */
  expiresAt: z.int(),
})
export type Invitation = z.infer<typeof Invitation>

export const CreateInvitation = z
  .strictObject({
    role: Role,
    displays: DisplayLimit.default(null),
    recipient: z
      .string()
      .trim()
      .max(MAX_RECIPIENT_CHARACTERS, 'too-long')
      .refine((value) => isWellFormedText(value) && !/[\n\r\t]/.test(value), 'text-not-well-formed')
      .transform(emptyIfBlank)
      .default(''),
  })
  .refine((value) => !(value.role === 'owner' && value.displays), { message: 'invalid-field', path: ['displays'] })
export type CreateInvitation = z.infer<typeof CreateInvitation>

/** The token is told this once; nobody can read it again. `joinPath(token)` is the link to hand on. */
export const InvitationCreated = z.object({ invitation: Invitation, token: InvitationToken })
export type InvitationCreated = z.infer<typeof InvitationCreated>

/** An invitation's token as its holder presents it. Always in a body: addresses are written to logs. */
export const InvitationKey = z.strictObject({ token: InvitationToken })
export type InvitationKey = z.infer<typeof InvitationKey>

/** An invitation as its page shows it to everybody who opens it, signed in or not. */
export const InvitationOffer = z.object({
  /** Name of the organisation. */
  organisation: z.string(),
  role: Role,
  /** Names of the displays that it is limited to; null: all. */
  displays: z.array(z.string()).nullable(),
  /** Email of who made it; empty: the provider's command line. */
  invitedBy: z.string(),
  /** The address that it is for, and no other; null: for whoever holds it. */
  email: z.string().nullable(),
  expiresAt: z.int(),
})
export type InvitationOffer = z.infer<typeof InvitationOffer>

/**
 * The page of an invitation, below the origin. The token stands behind the # so that neither a server's log nor a referrer
 * carries it. There one accepts: signed in, by `acceptInvitation`; with an account that is not subscribed, by `signIn` with
 * `invitation`; without an account by `signUp` with `invitation`, then `signIn` with the same.
 */
export function joinPath(token: string): string {
  return `/join#${token}`
}
