import type { CompletePasswordReset, InvitationToken, Session, UserId } from '@placard/contract'
import type { Account, Identity } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { installationSecret } from '../../platform/settings/service.ts'
import type { RuleChecks, SessionsOf } from '../members/service.ts'
import { type Administration, createAdministration } from './administration.ts'
import { join, readSession } from './admission.ts'
import { createDecoys } from './decoys.ts'
import { createDevices, type Devices, type Visitor } from './device.ts'
import { createOwnAccounts, type OwnAccounts } from './own-account.ts'
import { createPasskeys, type Passkeys } from './passkeys/service.ts'
import { createPasswordHasher } from './password.ts'
import { createPasswordCheck } from './password-check.ts'
import { createPasswordResets, type PasswordResets } from './password-reset.ts'
import { findStep, findWays } from './required-step.store.ts'
import { createSecondFactors, type SecondFactors } from './second-factor.ts'
import { createSessions, type Ticket } from './sessions.ts'
import { createSignIns, type SignIns } from './sign-in.ts'
import { createSignUps, type SignUps } from './sign-up.ts'
import { createSingleSignOn, type SingleSignOn } from './single-sign-on/service.ts'
import { meets } from './steps.ts'
import * as store from './store.ts'
import { createThrottle, FAILURES_KEPT_MS } from './throttle.ts'

export const ACCOUNTS_SWEPT_EVERY_MS = 60 * 60_000
/** As long as the cookie is valid. */
const DEVICE_KEPT_MS = 365 * 24 * 60 * 60_000

export type { AccountEvent } from './account-event.ts'
export type { Visitor } from './device.ts'
export { letInCookies } from './session-cookie.ts'
export type { SignedIn } from './sign-in.ts'
export { listNames } from './store.ts'

/** Accounts and their sessions: the interface for the rest of the server. */
export type Accounts = SessionsOf &
  RuleChecks &
  Pick<SignIns, 'signIn' | 'finishSignIn'> &
  SignUps &
  Administration &
  Pick<Devices, 'askerOf'> & {
    /** Finds the person behind a request's Cookie header. One query, and occasionally a write of the time last seen. */
    identify(cookie: string | undefined): Promise<Identity>
    /** Returns the signed-in person, and the displays that they may manage. @throws AppError not-subscribed */
    getSession(account: Account): Promise<Session>
    /** Returns those of the sessions that still exist and meet the rule of their organisation. @param ids at most 500 */
    keepPresentSessions(ids: string[]): Promise<string[]>
    /** Replaces the secret of a remembered session once it is a day old. The old one is accepted for another minute. */
    renew(cookie: string | undefined): Promise<Ticket | undefined>
    /** Ends the session of the cookie, if there is one. */
    signOut(cookie: string | undefined): Promise<void>
    /** Makes a signed-in person without an organisation a member. @throws AppError invitation-not-found, already-member */
    join(account: Account, invitation: InvitationToken): Promise<Session>
    endSessionsOf(userId: UserId): Promise<void>
    /** Removes expired data. Also runs automatically every hour. */
    sweep(): Promise<void>
    /** Actions of a signed-in person on their own account. */
    own: OwnAccounts
    secondFactors: Pick<SecondFactors, 'begin' | 'confirm' | 'removeByCode'>
    passkeys: Passkeys
    resets: Pick<PasswordResets, 'request'>
    singleSignOn: Pick<SingleSignOn, 'name' | 'start' | 'finish'>
    /** @returns the value of the browser's device cookie. @throws as PasswordResets.complete */
    completeReset(wanted: CompletePasswordReset, visitor: Visitor): Promise<string>
    close(): Promise<void>
  }

export async function createAccounts(context: Context): Promise<Accounts> {
  const { log, now } = context
  const { queries } = context.database
  const security = { https: context.config.publicUrl?.startsWith('https:') ?? false }
  const secret = await installationSecret(context.database.queries)
  const devices = createDevices(secret, security)
  const passwords = createPasswordHasher(context.config.passwordCost)
  const sessions = createSessions(context, security)
  const countTry = createThrottle(context)
  const decoys = createDecoys(context, secret, passwords)
  const checkPassword = createPasswordCheck(context, passwords, countTry)
  const secondFactors = createSecondFactors(context, secret, { checkPassword, countTry, sessions })
  const resets = createPasswordResets(context, sessions, passwords)
  const signIns = createSignIns(context, { devices, countTry, decoys, passwords, sessions, secondFactors })
  const passkeys = createPasskeys(context, secret, {
    devices,
    sessions,
    signIns,
    secondFactors,
    checkPassword,
    countTry,
  })
  const signUps = createSignUps(context, { passwords, sessions, signIns, decoys, resets })
  const singleSignOn = await createSingleSignOn(context, {
    secret,
    security,
    sessions,
    secondFactors,
    devices,
    signIns,
  })
  const sessionsOf: SessionsOf = {
    async endSessions(email) {
      const user = await store.findUser(queries, email)
      if (user) await sessions.endOf(user.id, 'not-subscribed')
    },
    async renewStreams(email) {
      const user = await store.findUser(queries, email)
      if (user) await sessions.announceChange(user.id)
    },
  }
  const administration = createAdministration(context, {
    security,
    passwords,
    sessions,
    sessionsOf,
    signUps,
    secondFactors,
    resets,
    singleSignOn,
    passkeys,
  })

  async function getSession(account: Account): Promise<Session> {
    const session = await readSession(context, account)
    if (!session) throw new AppError('not-subscribed')
    return session
  }

  async function sweep(): Promise<void> {
    await sessions.sweep()
    await resets.sweep()
    await secondFactors.sweep()
    await passkeys.sweep()
    await singleSignOn.sweep()
    await decoys.sweep()
    await store.removeFailuresBefore(queries, now() - FAILURES_KEPT_MS)
    await store.removeDevicesBefore(queries, now() - DEVICE_KEPT_MS)
  }

  return {
    ...sessionsOf,
    ...signUps,
    ...administration,
    signIn: signIns.signIn,
    finishSignIn: signIns.finishSignIn,
    askerOf: devices.askerOf,
    identify: sessions.identify,
    keepPresentSessions: (ids) => store.keepPresentSessions(queries, ids),
    renew: sessions.renew,
    own: createOwnAccounts(context, { sessions, passwords, checkPassword, secondFactors }),
    secondFactors,
    passkeys,
    resets,
    singleSignOn,
    getSession,
    endSessionsOf: sessions.endOf,
    sweep,

    async wouldMeet(inside, { userId, sessionId }, requires) {
      const step = await findStep(inside, sessionId)
      return meets(requires, { step, ...(await findWays(inside, userId)) })
    },

    async join(account, invitation) {
      await join(context, account.email, invitation)
      return getSession(account)
    },

    async signOut(cookie) {
      const session = await sessions.find(cookie)
      if (!session) return
      await sessions.end(session.id)
      log.info({ userId: session.userId, sessionId: session.id }, 'signed out')
    },

    async completeReset(wanted, visitor) {
      const { digest, cookie } = devices.of(visitor)
      await resets.complete(wanted, { device: digest, address: visitor.address })
      return cookie
    },

    close: () => resets.close(),
  }
}
