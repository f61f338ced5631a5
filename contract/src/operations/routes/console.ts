import { CreateDisplay, Display } from '../../content/display.ts'
import { MemberId, UserId } from '../../platform/id.ts'
import { CreateOrganisation, Organisation, UpdateOrganisation } from '../../platform/organisation.ts'
import { organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { z } from '../../platform/zod.ts'
import {
  CreateSubscription,
  SubscriberInvited,
  Subscription,
  SubscriptionCreated,
  UpdateSubscription,
  WaitingAccounts,
  WaitingAccountsQuery,
} from '../console.ts'

const subscription = z.object({ memberId: MemberId })

const ORGANISATIONS = '/api/console/organisations'
const ONE = `${ORGANISATIONS}/:organisationId`
const SUBSCRIPTIONS = '/api/console/subscriptions'
const WAITING_ACCOUNTS = '/api/console/waiting-accounts'

export const CONSOLE_ROUTES = {
  /** Every organisation with its counts, by name. */
  listOrganisations: {
    method: 'GET',
    path: ORGANISATIONS,
    access: 'operator',
    response: z.array(Organisation),
  },
  createOrganisation: {
    method: 'POST',
    path: ORGANISATIONS,
    access: 'operator',
    body: CreateOrganisation,
    response: Organisation,
    creates: true,
  },
  /** One organisation. The counts show what removing it would delete. */
  getOrganisation: {
    method: 'GET',
    path: ONE,
    access: 'operator',
    params: organisation,
    response: Organisation,
  },
  updateOrganisation: {
    method: 'PATCH',
    path: ONE,
    access: 'operator',
    params: organisation,
    body: UpdateOrganisation,
    response: Organisation,
  },
  /**
   * Removes it permanently, with everything that it has. `not-suspended` while it is subscribed, so it takes two steps. Its
   * players go dark.
   */
  removeOrganisation: {
    method: 'DELETE',
    path: ONE,
    access: 'operator',
    params: organisation,
    response: 'none',
  },
  /** Unsubscribes it: its members' sessions and streams end, and its displays go on playing. Repeating it changes nothing. */
  suspendOrganisation: {
    method: 'POST',
    path: `${ONE}/suspension`,
    access: 'operator',
    params: organisation,
    response: Organisation,
  },
  /** Subscribes it again: its members may sign in. */
  resumeOrganisation: {
    method: 'DELETE',
    path: `${ONE}/suspension`,
    access: 'operator',
    params: organisation,
    response: Organisation,
  },
  /** The displays of any organisation, for the form that subscribes somebody. */
  listOrganisationDisplays: {
    method: 'GET',
    path: `${ONE}/displays`,
    access: 'operator',
    params: organisation,
    response: z.array(Display),
  },
  /** Creates the first display, which new members need, before the organisation has an owner who could create it. */
  createOrganisationDisplay: {
    method: 'POST',
    path: `${ONE}/displays`,
    access: 'operator',
    params: organisation,
    body: CreateDisplay,
    response: Display,
    creates: true,
  },
  /** Accounts without a profile. */
  listWaitingAccounts: {
    method: 'GET',
    path: WAITING_ACCOUNTS,
    access: 'operator',
    query: WaitingAccountsQuery,
    response: WaitingAccounts,
  },
  /**
   * Removes an account without a membership permanently, with its sessions. `account-not-found` for a subscribed account and
   * for an operator's account.
   */
  removeWaitingAccount: {
    method: 'DELETE',
    path: `${WAITING_ACCOUNTS}/:userId`,
    access: 'operator',
    params: z.object({ userId: UserId }),
    response: 'none',
  },
  /** Everybody who has a profile, by email. */
  listSubscriptions: {
    method: 'GET',
    path: SUBSCRIPTIONS,
    access: 'operator',
    response: z.array(Subscription),
  },
  createSubscription: {
    method: 'POST',
    path: SUBSCRIPTIONS,
    access: 'operator',
    body: CreateSubscription,
    response: SubscriptionCreated,
    creates: true,
  },
  /** Invalidates the previous invitation. */
  inviteSubscriber: {
    method: 'POST',
    path: `${SUBSCRIPTIONS}/:memberId/invitation`,
    access: 'operator',
    params: subscription,
    response: SubscriberInvited,
    creates: true,
  },
  updateSubscription: {
    method: 'PATCH',
    path: `${SUBSCRIPTIONS}/:memberId`,
    access: 'operator',
    params: subscription,
    body: UpdateSubscription,
    response: Subscription,
  },
  /** Ends it, and the account's sessions and open streams. The account remains, and waits to be subscribed. */
  removeSubscription: {
    method: 'DELETE',
    path: `${SUBSCRIPTIONS}/:memberId`,
    access: 'operator',
    params: subscription,
    response: 'none',
  },
} as const satisfies Routes

export const CONSOLE_DETAILS = {
  listOrganisations: {
    summary: 'Lists all organisations with their details.',
    errors: [],
  },
  createOrganisation: {
    summary: 'Creates an organisation.',
    errors: ['id-taken', 'name-missing'],
  },
  getOrganisation: {
    summary: 'Returns one organisation with its details.',
    errors: [],
  },
  updateOrganisation: {
    summary: 'Changes the name or the quota of an organisation.',
    errors: ['name-missing'],
  },
  removeOrganisation: {
    summary: 'Permanently removes an unsubscribed organisation.',
    errors: ['not-suspended'],
  },
  suspendOrganisation: {
    summary: 'Unsubscribes an organisation.',
    errors: [],
    onFullDisk: true,
  },
  resumeOrganisation: {
    summary: 'Subscribes an organisation again.',
    errors: [],
  },
  listOrganisationDisplays: {
    summary: 'Lists the displays of any organisation.',
    errors: [],
  },
  createOrganisationDisplay: {
    summary: 'Creates an empty display for any organisation.',
    errors: ['id-taken', 'too-many-displays', 'name-missing', 'invalid-time-zone'],
  },
  listWaitingAccounts: {
    summary: 'Lists the accounts that are waiting for a subscription.',
    errors: [],
  },
  removeWaitingAccount: {
    summary: 'Removes an account that is waiting for a subscription.',
    errors: [],
  },
  listSubscriptions: {
    summary: 'Lists all subscriptions.',
    errors: [],
  },
  createSubscription: {
    summary: 'Creates a subscription.',
    errors: ['already-member', 'display-not-found', 'organisation-not-found', 'invalid-email'],
  },
  inviteSubscriber: {
    summary: 'Creates an invitation for a subscribed person without an account.',
    errors: ['already-member'],
  },
  updateSubscription: {
    summary: 'Changes a subscription.',
    errors: ['display-not-found'],
  },
  removeSubscription: {
    summary: 'Ends a subscription.',
    errors: [],
  },
} as const satisfies DetailsOf<typeof CONSOLE_ROUTES>
