import type { Email, ErrorCode, FinishSignIn, InvitationToken, Session, SignIn, UserId } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { admit } from './admission.ts'
import type { Decoys } from './decoys.ts'
import type { Devices, Visitor } from './device.ts'
import type { PasswordHasher } from './password.ts'
import type { SecondFactors } from './second-factor.ts'
import { limitsOf } from './session-life.ts'
import type { Sessions, Ticket } from './sessions.ts'
import * as store from './store.ts'
import { type CountTry, crowdOf } from './throttle.ts'

/** Errors that must not differ from those for a decoy, in time or in effects. */
const LIKE_A_DECOY: ReadonlySet<ErrorCode> = new Set(['invalid-credential', 'not-subscribed'])

export type SignedIn = {
  session: Session
  ticket: Ticket
  /** Value of the device cookie, by which the browser will be recognised. */
  device: string
}

/** The password was right, and a code is required. `pending` is not a session; it is sent back with the code. */
export type CodeWanted = { pending: string }

/** A person who has been authenticated, and whose session has begun. */
export type Begun = { userId: UserId; email: string; secret: string; sessionId: string; remember: boolean }

export type SignIns = {
  /**
   * Begins a session with a new secret, and ends the one that the visitor came with.
   *
   * @throws AppError invalid-credential, not-subscribed, invitation-not-found, too-many-requests, unavailable
   */
  signIn(wanted: SignIn, visitor: Visitor): Promise<SignedIn | CodeWanted>
  /**
   * Counts a try before any work is done for it.
   *
   * @throws AppError too-many-requests
   */
  count(email: Email, visitor: Visitor): Promise<CountedTry>
  /** Like `signIn`, for a try that has been counted. Costs one hash, and ignores decoys. */
  signInCounted(wanted: SignIn, visitor: Visitor, one: CountedTry): Promise<SignedIn | CodeWanted>
  /**
   * The second step of a sign-in that returned `CodeWanted`.
   *
   * @throws AppError sign-in-expired, wrong-code, not-subscribed, too-many-requests
   */
  finishSignIn(wanted: FinishSignIn, visitor: Visitor): Promise<SignedIn>
  /**
   * Continues after authentication: lets the person in, or ends the session.
   *
   * @throws AppError not-subscribed, invitation-not-found
   */
  enter(begun: Begun, visitor: Visitor, invitation: InvitationToken | undefined): Promise<SignedIn>
}

/** `crowd`: the group of tries that it counts in (`crowdOf`). */
export type CountedTry = { crowd: string; takeBack(): Promise<void> }

type Parts = {
  devices: Devices
  countTry: CountTry
  decoys: Decoys
  passwords: PasswordHasher
  sessions: Sessions
  secondFactors: SecondFactors
}

export function createSignIns(context: Context, parts: Parts): SignIns {
  const { log, now } = context
  const { queries } = context.database
  const { devices, countTry, decoys, passwords, sessions, secondFactors } = parts

  async function count(email: Email, visitor: Visitor): Promise<CountedTry> {
    const { address } = visitor
    const crowd = await crowdOf(queries, email, devices.of(visitor).digest)
    const takeBack = await countTry({ email, device: crowd, address }).catch((error) => {
      if (error instanceof AppError && error.code === 'too-many-requests') {
        log.warn({ email, address }, 'sign-in refused: too many attempts')
      }
      throw error
    })
    return { crowd, takeBack }
  }

  async function signIn(wanted: SignIn, visitor: Visitor): Promise<SignedIn | CodeWanted> {
    const one = await count(wanted.email, visitor)
    try {
      return await signInCounted(wanted, visitor, one)
    } catch (error) {
      if (!(error instanceof AppError) || !LIKE_A_DECOY.has(error.code)) throw error
      // The same work is done in both cases. If the decoy check is not possible, the answer is a wrong password.
      const isDecoy = await decoys.has(wanted.email, wanted.password).catch(() => undefined)
      if (error.code === 'invalid-credential' && !isDecoy) throw error
      if (isDecoy === undefined) throw new AppError('invalid-credential')
      if (error.code === 'invalid-credential') await one.takeBack()
      throw new AppError('not-subscribed')
    }
  }

  async function signInCounted(wanted: SignIn, visitor: Visitor, one: CountedTry): Promise<SignedIn | CodeWanted> {
    const { email } = wanted
    const { address } = visitor
    const begun = await beginSession(wanted, visitor).catch(async (error) => {
      // The password was not checked, so this is not a failed try.
      await one.takeBack()
      throw error
    })
    if (!begun) {
      log.info({ email, address }, 'sign-in refused: wrong email or password')
      throw new AppError('invalid-credential')
    }
    const { userId } = begun
    await strengthenHash(userId, wanted.password)
    if ('secret' in begun) {
      await one.takeBack()
      const signedIn = await enter({ ...begun, email, remember: wanted.remember }, visitor, wanted.invitation)
      await store.removeFailuresOf(queries, email, one.crowd)
      return signedIn
    }
    await store.removeFailuresOf(queries, email, one.crowd)
    log.info({ userId, address }, 'sign-in waits for a code')
    return { pending: begun.pending }
  }

  async function finishSignIn({ pending, code, invitation }: FinishSignIn, visitor: Visitor): Promise<SignedIn> {
    const asker = devices.askerOf(visitor)
    const begun = await secondFactors.finishPending(
      pending,
      asker,
      ({ userId }) => secondFactors.takeCode(userId, code),
      async (inside, who) => {
        const { userId, remember, through } = who
        return { ...who, ...(await sessions.begin(inside, { userId, remember, through, step: 'code', ...visitor })) }
      },
    )
    return enter(begun, visitor, invitation)
  }

  async function enter(begun: Begun, visitor: Visitor, invitation: InvitationToken | undefined): Promise<SignedIn> {
    const { userId, email, sessionId, remember } = begun
    const { address } = visitor
    const session = await admit(context, { email, sessionId }, invitation).catch(async (error) => {
      await sessions.end(sessionId)
      throw error
    })
    if (!session) {
      await sessions.end(sessionId)
      log.info({ userId, address }, 'sign-in refused: not subscribed')
      throw new AppError('not-subscribed')
    }
    const before = await sessions.find(visitor.cookie)
    if (before) await sessions.end(before.id)
    const device = devices.of(visitor)
    await store.putKnownDevice(queries, userId, device.digest, now())
    log.info({ userId, sessionId, address }, 'signed in')
    const maxAgeSeconds = remember ? limitsOf(true).wholeMs / 1_000 : undefined
    return { session, ticket: { secret: begun.secret, maxAgeSeconds }, device: device.cookie }
  }

  /**
   * Checks the password and begins a session.
   *
   * @returns undefined if the address and password do not match, or the account is disabled; a pending sign-in instead of a
   * session if a code is required
   */
  async function beginSession(
    wanted: SignIn,
    visitor: Visitor,
  ): Promise<{ userId: UserId; secret: string; sessionId: string } | { userId: UserId; pending: string } | undefined> {
    const { email, password, remember } = wanted
    const user = await store.findSigningIn(queries, email)
    if (!user || user.disabled || user.passwordHash === null) {
      // Takes as long as any other refusal (B2).
      await passwords.hash(password)
      return undefined
    }
    if (!(await passwords.verify(user.passwordHash, password))) return undefined
    const who = { userId: user.id, remember, through: null }
    if (user.secondFactor) {
      const pending = await secondFactors.createPending(who)
      if (await isPasswordOf(user)) return { userId: user.id, pending }
      await secondFactors.endPending(pending)
      return undefined
    }
    const begun = await sessions.begin(queries, { ...who, step: null, ...visitor })
    if (await isPasswordOf(user)) return { userId: user.id, ...begun }
    await sessions.end(begun.sessionId)
    return undefined
  }

  /**
   * Tells if the checked password is still that of the account. A new password ends everything that the old one began (B13), but
   * a session that begins just afterwards must be ended here.
   */
  async function isPasswordOf({ id, passwordHash }: store.SigningIn): Promise<boolean> {
    return (await store.awaitPasswordHash(queries, id)) === passwordHash
  }

  /** Replaces an outdated hash, which is only possible when the password is known. */
  async function strengthenHash(userId: UserId, password: string): Promise<void> {
    const before = await store.findPasswordHash(queries, userId)
    if (before === undefined || !passwords.isOutdated(before)) return
    try {
      const hash = await passwords.hash(password)
      await store.updatePasswordHash(queries, userId, { hash, before, updatedAt: new Date(now()).toISOString() })
    } catch (error) {
      log.warn({ err: error, userId }, 'a password could not be rehashed')
    }
  }

  return { signIn, count, signInCounted, finishSignIn, enter }
}
