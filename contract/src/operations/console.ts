import { Email } from '../people/account.ts'
import { DisplayLimit, InvitationToken } from '../people/member.ts'
import { MAX_PROFILE_TEXT_CHARACTERS } from '../platform/constants.ts'
import { DisplayId, MemberId, OrganisationId, UserId } from '../platform/id.ts'
import { Role } from '../platform/role.ts'
import { emptyIfBlank, isWellFormedText } from '../platform/text.ts'
import { z } from '../platform/zod.ts'

/** One line of the provider about a subscription; may be empty. */
const ProfileText = z
  .string()
  .trim()
  .max(MAX_PROFILE_TEXT_CHARACTERS, 'too-long')
  .refine((value) => isWellFormedText(value) && !/[\n\r\t]/.test(value), 'text-not-well-formed')
  .transform(emptyIfBlank)

/** An account without a profile: somebody who signed up and waits to be subscribed (A5). Oldest first in lists. */
export const WaitingAccount = z.object({
  id: UserId,
  email: z.string(),
  /** Milliseconds since 1970. */
  signedUpAt: z.int(),
  /** True: they have proven that the address is theirs. */
  proven: z.boolean(),
  /** A barred account waits for nothing. */
  disabled: z.boolean(),
  operator: z.boolean(),
})
export type WaitingAccount = z.infer<typeof WaitingAccount>

/** Strangers make accounts, so nobody is sent all of them at once. */
export const WaitingAccountsQuery = z.strictObject({
  /** Words of which each must be in the address, whatever the case. */
  search: z.string().max(320, 'too-long').optional(),
  /** The most that are answered: 1 to 1,000; 100 when left out. */
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
  /** All that are found, those beyond the limit too. */
  total: z.int().nonnegative(),
})
export type WaitingAccounts = z.infer<typeof WaitingAccounts>

/** E3 as the operator sees it: who belongs where. One for each email address at most. */
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
  /** `unproven`: somebody signed up with the address, has not shown that it is theirs, and so cannot use it. */
  account: z.enum(['active', 'disabled', 'unproven', 'none']),
  operator: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>

/**
 * Subscribes the account that has the address, or, without one, the address: it waits then until somebody shows that it is
 * theirs, by the invitation above all. `already-member` when an account is subscribed, wherever that is: change that one, or
 * end it first. The display must be one of the organisation's (`display-not-found`).
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

/** A link for somebody who is subscribed and whom nothing is open to yet. The token is told this once. */
export const SubscriberInvited = z.object({
  token: InvitationToken,
  expiresAt: z.int(),
  /** True: the address got it by mail as well. */
  mailed: z.boolean(),
})
export type SubscriberInvited = z.infer<typeof SubscriberInvited>

/** `invitation` is null when there is an account, which it is open to at once. */
export const SubscriptionCreated = Subscription.extend({ invitation: SubscriberInvited.nullable() })
export type SubscriptionCreated = z.infer<typeof SubscriptionCreated>

/** An absent field stays as it is. The operator may leave an organisation without an owner, and make somebody one again. */
export const UpdateSubscription = z.strictObject({
  displayId: DisplayId.optional(),
  subType: ProfileText.optional(),
  msg: ProfileText.optional(),
  role: Role.optional(),
})
export type UpdateSubscription = z.infer<typeof UpdateSubscription>
