import { Email } from '../people/account.ts'
import { DisplayLimit } from '../people/display-limit.ts'
import { InvitationToken } from '../people/invitation-token.ts'
import { MAX_PROFILE_TEXT_CHARACTERS } from '../platform/constants.ts'
import { DisplayId, MemberId, OrganisationId, UserId } from '../platform/id.ts'
import { Role } from '../platform/role.ts'
import { emptyIfBlank, isWellFormedText } from '../platform/text.ts'
import { z } from '../platform/zod.ts'

/** One line of text by the provider about a subscription. May be empty. */
const ProfileText = z
  .string()
  .trim()
  .max(MAX_PROFILE_TEXT_CHARACTERS, 'too-long')
  .refine((value) => isWellFormedText(value) && !/[\n\r\t]/.test(value), 'text-not-well-formed')
  .transform(emptyIfBlank)

/** An account without a profile: somebody who signed up and waits to be subscribed (A5). Lists have the oldest first. */
export const WaitingAccount = z.object({
  id: UserId,
  email: z.string(),
  /** Milliseconds since 1970. */
  signedUpAt: z.int(),
  /** True: they have proved that the address is theirs. */
  proven: z.boolean(),
  /** True: the account is disabled, so it does not wait for anything. */
  disabled: z.boolean(),
  operator: z.boolean(),
})
export type WaitingAccount = z.infer<typeof WaitingAccount>

/** Anybody can sign up, so the list is limited. */
export const WaitingAccountsQuery = z.strictObject({
  /** Words that must all occur in the address, in any case. */
  search: z.string().max(320, 'too-long').optional(),
  /** The maximum number of results: 1 to 1,000; default 100. */
  limit: z
    .string()
    .regex(/^([1-9]\d{0,2}|1000)$/, 'invalid-field')
    .transform(Number)
    .optional(),
})
export type WaitingAccountsQuery = z.infer<typeof WaitingAccountsQuery>

/** Oldest first. */
export const WaitingAccounts = z.object({
  accounts: z.array(WaitingAccount),
  /** The number of matches, including those beyond the limit. */
  total: z.int().nonnegative(),
})
export type WaitingAccounts = z.infer<typeof WaitingAccounts>

/** E3 as the operator sees it: the membership of one person. At most one for each email address. */
export const Subscription = z.object({
  id: MemberId,
  email: z.string(),
  organisationId: OrganisationId,
  /** The display that their dashboard opens with (`id` of the profile). It may have been removed since. */
  displayId: z.string(),
  subType: z.string(),
  msg: z.string(),
  role: Role,
  displays: z.array(DisplayId).nullable(),
  /** `unproven`: somebody signed up with the address but has not proved that it is theirs, so they cannot use it. */
  account: z.enum(['active', 'disabled', 'unproven', 'none']),
  operator: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>

/**
 * Subscribes the account with this address. If there is none, the address itself is subscribed, and waits until somebody proves
 * that it is theirs, usually with the invitation. Errors: `already-member` if the account is subscribed to any organisation
 * (change or end that subscription first); `display-not-found` if the display does not belong to the organisation.
 */
export const CreateSubscription = z
  .strictObject({
    email: Email,
    organisationId: OrganisationId,
    displayId: DisplayId,
    subType: ProfileText.default('standard'),
    msg: ProfileText.default(''),
    role: Role,
    displays: DisplayLimit.default(null),
  })
  .refine((value) => !(value.role === 'owner' && value.displays), { message: 'invalid-field', path: ['displays'] })
export type CreateSubscription = z.infer<typeof CreateSubscription>

/** An invitation for somebody who is subscribed but has no access yet. The token is only returned this once. */
export const SubscriberInvited = z.object({
  token: InvitationToken,
  expiresAt: z.int(),
  /** True: it was also sent by mail to the address. */
  mailed: z.boolean(),
})
export type SubscriberInvited = z.infer<typeof SubscriberInvited>

/** `invitation` is null if an account exists. It has access at once. */
export const SubscriptionCreated = Subscription.extend({ invitation: SubscriberInvited.nullable() })
export type SubscriptionCreated = z.infer<typeof SubscriptionCreated>

/** An absent field is not changed. The operator may leave an organisation without an owner, and appoint one again. */
export const UpdateSubscription = z.strictObject({
  displayId: DisplayId.optional(),
  subType: ProfileText.optional(),
  msg: ProfileText.optional(),
  role: Role.optional(),
})
export type UpdateSubscription = z.infer<typeof UpdateSubscription>
