import { MAX_RECIPIENT_CHARACTERS, MAX_TABLES_PER_ORGANISATION } from '../platform/constants.ts'
import { DisplayId, InvitationId, MemberId, TableId } from '../platform/id.ts'
import { RequiredStep } from '../platform/required-step.ts'
import { Role } from '../platform/role.ts'
import { emptyIfBlank, isWellFormedText } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { DisplayLimit } from './display-limit.ts'
import { InvitationToken } from './invitation-token.ts'

/**
 * The tables that a user is limited to. null: not limited to tables. Such a user sees and changes rows of these tables, and nothing
 * else exists for them: no displays, files, screens or people. Only for viewers and editors, and not together with displays
 * (`invalid-field`).
 */
export const TableLimit = z
  .array(TableId)
  .min(1, 'invalid-field')
  .max(MAX_TABLES_PER_ORGANISATION, 'invalid-field')
  .transform((ids) => [...new Set(ids)])
  .nullable()
export type TableLimit = z.infer<typeof TableLimit>

/** The field at fault if these limits do not go together. undefined: they do. */
export function wrongLimit(of: {
  role?: string | undefined
  displays?: readonly DisplayId[] | null | undefined
  tables?: readonly TableId[] | null | undefined
}): 'displays' | 'tables' | undefined {
  if (of.role === 'owner' && of.displays) return 'displays'
  if (!of.tables) return undefined
  const hasRole = of.role === undefined || of.role === 'viewer' || of.role === 'editor'
  return hasRole && !of.displays ? undefined : 'tables'
}

/** Refuses limits that do not go together, at the field at fault. */
export function requireLimits(value: Parameters<typeof wrongLimit>[0], context: z.RefinementCtx): void {
  const field = wrongLimit(value)
  if (field) context.addIssue({ code: 'custom', message: 'invalid-field', path: [field] })
}

/** The rule of an organisation. null: the password alone is enough. */
export const SignInRule = z.strictObject({ requires: RequiredStep.nullable() })
export type SignInRule = z.infer<typeof SignInRule>

/** A member of an organisation: somebody with a profile (E3). */
export const Member = z.object({
  id: MemberId,
  email: z.string(),
  role: Role,
  displays: z.array(DisplayId).nullable(),
  /** The tables that it is limited to; `displays` is then empty. null: not limited to tables. */
  tables: z.array(TableId).nullable(),
  /** True: may start take-overs. Owners always may. */
  mayTakeOver: z.boolean(),
  /**
   * `none`: subscribed, but nobody has proved yet that the address is theirs. `disabled`: the provider has disabled the
   * account.
   */
  account: z.enum(['active', 'disabled', 'none']),
  /** The strongest way that is set up: a passkey, or two-factor sign-in with an authenticator app. null: only a password. */
  secondStep: z.enum(['passkey', 'app']).nullable(),
  /** True: this member is the caller. */
  self: z.boolean(),
})
export type Member = z.infer<typeof Member>

/**
 * An absent field is not changed. A viewer can never start take-overs. An owner cannot be limited: a member who becomes an
 * owner loses the limit. A list of displays ends a limit to tables, and the other way round; `tables` null alone leaves no display.
 */
export const UpdateMember = z
  .strictObject({
    role: Role.optional(),
    displays: DisplayLimit.optional(),
    tables: TableLimit.optional(),
    mayTakeOver: z.boolean().optional(),
  })
  .superRefine(requireLimits)
export type UpdateMember = z.infer<typeof UpdateMember>

/** An open invitation, for the owners of the organisation. Instants: milliseconds since 1970. */
export const Invitation = z.object({
  id: InvitationId,
  role: Role,
  displays: z.array(DisplayId).nullable(),
  /** As in Member. */
  tables: z.array(TableId).nullable(),
  /** The email address of its creator; empty: the provider's command line. */
  invitedBy: z.string(),
  /** The only address that may use it, which is subscribed; null: anybody who has the link may. */
  email: z.string().nullable(),
  /** A note of whom it is for; may be empty. It is not checked. */
  recipient: z.string(),
  createdAt: z.int(),
  /** INVITATION_EXPIRES_MS after its creation. */
  expiresAt: z.int(),
})
export type Invitation = z.infer<typeof Invitation>

export const CreateInvitation = z
  .strictObject({
    role: Role,
    displays: DisplayLimit.default(null),
    tables: TableLimit.default(null),
    recipient: z
      .string()
      .trim()
      .max(MAX_RECIPIENT_CHARACTERS, 'too-long')
      .refine((value) => isWellFormedText(value) && !/[\n\r\t]/.test(value), 'text-not-well-formed')
      .transform(emptyIfBlank)
      .default(''),
  })
  .superRefine(requireLimits)
export type CreateInvitation = z.infer<typeof CreateInvitation>

/** The token is returned only once and cannot be read again. `joinPath(token)` is the link to pass on. */
export const InvitationCreated = z.object({ invitation: Invitation, token: InvitationToken })
export type InvitationCreated = z.infer<typeof InvitationCreated>

/** An invitation's token, as its holder sends it. Always in a body, because addresses are logged. */
export const InvitationKey = z.strictObject({ token: InvitationToken })
export type InvitationKey = z.infer<typeof InvitationKey>

/** An invitation, for everybody who opens its page, signed in or not. */
export const InvitationOffer = z.object({
  /** The name of the organisation. */
  organisation: z.string(),
  role: Role,
  /** The names of the displays that it is limited to; null: all. */
  displays: z.array(z.string()).nullable(),
  /** The names of the tables that it is limited to; null: not limited to tables. */
  tables: z.array(z.string()).nullable(),
  /** The email address of its creator; empty: the provider's command line. */
  invitedBy: z.string(),
  /** The only address that may use it; null: anybody who has the link may. */
  email: z.string().nullable(),
  expiresAt: z.int(),
})
export type InvitationOffer = z.infer<typeof InvitationOffer>

/**
 * The path of an invitation's page, below the origin. The token is in the fragment, so that neither server logs nor referrers
 * contain it. An invitation is accepted there: when signed in, with `acceptInvitation`; with an account that is not subscribed,
 * with `signIn` and `invitation`; without an account, with `signUp` and `invitation`, then `signIn` with the same.
 */
export function joinPath(token: string): string {
  return `/join#${token}`
}
