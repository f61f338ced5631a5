import {
  type DisplayId,
  type Email,
  InvitationToken,
  joinPath,
  type Profile,
  type Role,
  type SubscriberInvited,
  type UserId,
} from '@placard/contract'
import { type Provider as ActingProvider, COMMAND_LINE } from '../../content/activity/service.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { findOrganisation, lockOrganisation } from '../../platform/organisations/service.ts'
import {
  endSubscription,
  findMembership,
  inviteSubscriber,
  listMemberships,
  type OpensTo,
  putSubscription,
  type SessionsOf,
  tellOfAccount,
} from '../members/service.ts'
import { invitationMail } from './mails.ts'
import { storeNewPassword } from './new-password.ts'
import { listOwnWords } from './own-words.ts'
import type { Passkeys } from './passkeys/service.ts'
import type { PasswordHasher } from './password.ts'
import type { PasswordResets } from './password-reset.ts'
import { refuseWeakPassword } from './password-strength.ts'
import { proveAddress } from './proof.ts'
import type { SecondFactors } from './second-factor.ts'
import { createSessions, type Sessions } from './sessions.ts'
import type { NewUser, SignUps } from './sign-up.ts'
import type { SingleSignOn } from './single-sign-on/service.ts'
import * as store from './store.ts'

/** `account`: the account that the address opens. `waits`: the address is subscribed, and nobody has proven yet that it is theirs. */
export type UserSummary = {
  /** Undefined if there is no account. */
  id: UserId | undefined
  email: string
  account: 'active' | 'disabled' | 'none'
  waits: boolean
  operator: boolean
  profile: Profile | undefined
  /** In the organisation of the profile. */
  role: Role | undefined
}

/**
 * A subscription for the person with the address. An absent field keeps its value; for a new subscription, the defaults make an
 * owner of all displays.
 */
export type NewSubscription = Profile & {
  email: Email
  role?: Role | undefined
  displays?: DisplayId[] | null | undefined
  /** Left out: the account that the address has now, if any. */
  opensTo?: OpensTo | undefined
}

/**
 * Actions of the provider's people on accounts, in the console and at the server. They are logged for the organisation that the
 * account's owner belongs to, except `replaceUser`, which is only used at set-up, and `setOperator`, which concerns no
 * organisation.
 */
export type Administration = {
  /**
   * Creates the account, or sets the password of an existing one and ends its sessions.
   *
   * @throws AppError weak-password, unavailable
   */
  replaceUser(user: NewUser): Promise<UserId>
  /**
   * Sets the password of an account and ends its sessions.
   *
   * @returns false if there is no such account
   * @throws AppError weak-password, unavailable
   */
  setPassword(email: Email, password: string): Promise<boolean>
  /**
   * Disables or enables an account. A disabled account is refused with the same error as a wrong password, and its sessions end
   * (B1, B13).
   *
   * @returns false if there is no such account
   */
  setDisabled(email: Email, disabled: boolean): Promise<boolean>
  /**
   * Permanently removes an account that belongs to no organisation, with its password, sessions, devices and second factor.
   *
   * @returns false if there is no such account, or it is subscribed or an operator's
   */
  removeWaiting(userId: UserId): Promise<boolean>
  /** Makes a person an operator, or removes that right. @returns false if there is no such account */
  setOperator(email: Email, operator: boolean): Promise<boolean>
  /** All people with an account, a profile or both, by email. */
  listUsers(): Promise<UserSummary[]>
  findProfile(email: Email): Promise<Profile | undefined>
  /**
   * Creates an invitation for a subscribed address that has no account open to it, and mails it if mail is set up. Voids the
   * previous one.
   *
   * @returns undefined if no subscription waits for the address
   */
  inviteSubscriber(email: Email, by: ActingProvider): Promise<SubscriberInvited | undefined>
  /**
   * Subscribes the account that has the address, or the address until somebody proves that it is theirs (E3). Moving to another
   * organisation ends the sessions.
   *
   * @param context the one that the accounts were created with, or one within a transaction
   * @param by as in `putSubscription`
   */
  putProfile(context: Context, subscription: NewSubscription, by?: ActingProvider): Promise<void>
  /** Ends the subscription and its sessions. @returns false if there was none */
  removeProfile(email: Email): Promise<boolean>
  /** @returns undefined if there is no such account, false if it was off */
  turnSecondFactorOff(email: Email): Promise<boolean | undefined>
  /** @returns the number of removed passkeys; undefined if there is no such account */
  removePasskeys(email: Email): Promise<number | undefined>
  /**
   * Removes the link, so that the next person with the address at the identity provider is linked.
   *
   * @returns undefined if there is no such account, false if nobody was linked to it
   */
  unlinkSingleSignOn(email: Email): Promise<boolean | undefined>
  /** Like `PasswordResets.createLink`. */
  createResetLink(email: Email, validMs: number): Promise<string | undefined>
}

type Parts = {
  security: { https: boolean }
  passwords: PasswordHasher
  sessions: Sessions
  sessionsOf: SessionsOf
  signUps: SignUps
  secondFactors: SecondFactors
  resets: PasswordResets
  singleSignOn: SingleSignOn
  passkeys: Passkeys
}

export function createAdministration(context: Context, parts: Parts): Administration {
  const { queries } = context.database
  const { security, passwords, sessions, sessionsOf, signUps, secondFactors, resets, singleSignOn, passkeys } = parts

  /** @param password must be strong enough for this account */
  async function replacePassword(
    email: Email,
    password: string,
    alongside?: (queries: Queries) => Promise<void>,
  ): Promise<UserId | undefined> {
    const user = await store.findUser(queries, email)
    if (!user) return undefined
    const hash = await passwords.hash(password)
    await storeNewPassword(context, sessions, {
      userId: user.id,
      email,
      hash,
      alongside: async (inside) => {
        // The provider only gives the password to the owner of the address.
        await proveAddress(inside, { userId: user.id, email })
        await alongside?.(inside)
      },
    })
    return user.id
  }

  /** Logs an action of the provider at the server, in the same transaction. */
  function telling(email: Email, kind: Parameters<typeof tellOfAccount>[4]): (inside: Queries) => Promise<void> {
    return (inside) => tellOfAccount(context, inside, COMMAND_LINE, email, kind)
  }

  return {
    async replaceUser(user) {
      const made = await signUps.createUser(user)
      if (made.status === 'created') return made.userId
      const present = await replacePassword(user.email, user.password)
      if (!present) throw new Error('The account disappeared while its password was set.')
      return present
    },

    async setPassword(email, password) {
      await refuseWeakPassword(password, email, await listOwnWords(context, email))
      return (await replacePassword(email, password, telling(email, 'account-password-set'))) !== undefined
    },

    async setDisabled(email, disabled) {
      const user = await store.findUser(queries, email)
      if (!user) return false
      await context.database.transaction(async (inside) => {
        await store.updateUser(inside, user.id, { disabled })
        if (user.disabled === disabled) return
        await telling(email, disabled ? 'account-disabled' : 'account-enabled')(inside)
      })
      if (disabled) await sessions.endOf(user.id)
      return true
    },

    async removeWaiting(userId) {
      const ended = (await store.listSessionsOf(queries, userId)).map(({ id }) => id)
      if (!(await store.removeWaitingUser(queries, userId))) return false
      sessions.announceEnds(ended)
      context.log.info({ userId }, 'an account was removed')
      return true
    },

    async setOperator(email, operator) {
      const user = await store.findUser(queries, email)
      if (!user) return false
      await store.updateUser(queries, user.id, { operator })
      return true
    },

    async listUsers() {
      const users = new Map((await store.listUsers(queries)).map((user) => [user.email, user]))
      const memberships = new Map((await listMemberships(queries)).map((one) => [one.email, one]))
      const emails = [...new Set([...users.keys(), ...memberships.keys()])].sort()
      return emails.map((email) => {
        const user = users.get(email)
        const membership = memberships.get(email)
        return {
          id: user?.id,
          email,
          account: user ? (user.disabled ? 'disabled' : 'active') : 'none',
          waits: membership !== undefined && membership.userId === null,
          operator: user?.operator ?? false,
          profile: membership?.profile,
          role: membership?.role,
        }
      })
    },

    findProfile: async (email) => (await findMembership(queries, { email }))?.profile,

    async inviteSubscriber(email, by) {
      const held = await findMembership(queries, { email })
      if (!held || held.userId !== null) return undefined
      const invited = await context.database.transaction(async (inside) => {
        await lockOrganisation(inside, held.profile.org)
        const organisation = await findOrganisation(inside, held.profile.org)
        return { ...(await inviteSubscriber(context, inside, by, held)), name: organisation?.name ?? held.profile.org }
      })
      const { publicUrl } = context.config
      const mailed = context.mailer.enabled && publicUrl !== undefined
      if (mailed)
        context.mailer.post(invitationMail(email, invited.name, publicUrl + joinPath(invited.token)), 'invitation')
      return { token: InvitationToken.parse(invited.token), expiresAt: invited.expiresAt, mailed }
    },

    async putProfile(inside, { email, role, displays, opensTo, ...profile }, by) {
      const before = await inside.database.transaction(async (own) => {
        await lockOrganisation(own, profile.org)
        return putSubscription(inside, own, by, email, { profile, role, displays, opensTo })
      })
      if (!before || before.profile.org === profile.org) return
      const user = await store.findUser(inside.database.queries, email)
      if (user) await createSessions(inside, security).endOf(user.id)
    },

    async removeProfile(email) {
      const known = await findMembership(queries, { email })
      if (!known) return false
      const removed = await context.database.transaction(async (inside) => {
        await lockOrganisation(inside, known.profile.org)
        const held = await findMembership(inside, { email })
        if (held) await endSubscription(context, inside, COMMAND_LINE, held)
        return held !== undefined
      })
      await sessionsOf.endSessions(email)
      return removed
    },

    async turnSecondFactorOff(email) {
      const user = await store.findUser(queries, email)
      return user ? secondFactors.turnOff(user.id, email, telling(email, 'account-second-factor-off')) : undefined
    },

    async removePasskeys(email) {
      const user = await store.findUser(queries, email)
      return user ? passkeys.removeAll(user.id, email, telling(email, 'account-passkeys-removed')) : undefined
    },

    async unlinkSingleSignOn(email) {
      const user = await store.findUser(queries, email)
      if (!user) return undefined
      return context.database.transaction(async (inside) => {
        const wasLinked = await singleSignOn.unlink(inside, user.id)
        if (wasLinked) await telling(email, 'account-unlinked')(inside)
        return wasLinked
      })
    },

    createResetLink: (email, validMs) => resets.createLink(email, validMs, telling(email, 'account-reset-link-made')),
  }
}
