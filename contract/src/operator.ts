import { Email } from './account.ts'
import { MAX_PROFILE_TEXT_CHARACTERS } from './constants.ts'
import { DisplayId, MemberId, OrganisationId, UserId } from './id.ts'
import { DisplayLimit, Role } from './member.ts'
import { isWellFormedText } from './text.ts'
import { z } from './zod.ts'

/** One line of the provider about a subscription; may be empty. */
const ProfileText = z
  .string()
  .trim()
  .max(MAX_PROFILE_TEXT_CHARACTERS, 'too-long')
  .refine((value) => isWellFormedText(value) && !/[\n\r\t]/.test(value), 'text-not-well-formed')

/** An account without a profile: somebody who signed up and waits to be subscribed (A5). Oldest first in lists. */
export const WaitingAccount = z.object({
  id: UserId,
  email: z.string(),
  /** Milliseconds since 1970. */
  signedUpAt: z.int(),
  /** A barred account waits for nothing. */
  disabled: z.boolean(),
  operator: z.boolean(),
})
export type WaitingAccount = z.infer<typeof WaitingAccount>

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
  account: z.enum(['active', 'disabled', 'none']),
  operator: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>

/**
 * Subscribes whoever has the address, now or once they sign up. `already-member` when they are subscribed, wherever that
 * is: change that one, or end it first. The display must be one of the organisation's (`display-not-found`).
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

/** What is left out stays. The operator may leave an organisation without an owner, and make somebody one again. */
export const UpdateSubscription = z.strictObject({
  displayId: DisplayId.optional(),
  subType: ProfileText.optional(),
  msg: ProfileText.optional(),
  role: Role.optional(),
})
export type UpdateSubscription = z.infer<typeof UpdateSubscription>
