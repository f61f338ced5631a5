import type {
  CompletePasswordReset,
  DisplayId,
  Email,
  ErrorCode,
  FinishSignIn,
  InvitationToken,
  Profile,
  Role,
  Session,
  SignIn,
  SignUp,
  UserId,
} from '@placard/contract'
import { type Provider as ActingProvider, COMMAND_LINE } from '../activity/service.ts'
import { listNames } from '../displays/service.ts'
import {
  endSubscription,
  findMembership,
  listMemberships,
  putSubscription,
  readInvitation,
  type SessionsOf,
  tellOfAccount,
} from '../members/service.ts'
import { lockOrganisation } from '../organisations/service.ts'
import type { Account, Identity } from '../platform/access.ts'
import type { Context } from '../platform/context.ts'
import type { Queries } from '../platform/database/database.ts'
import { AppError } from '../platform/errors.ts'
import { inTransaction } from '../platform/in-transaction.ts'
import { digestOf, newSecret } from '../platform/secret.ts'
import { admit, join, readSession } from './admission.ts'
import { createIdentityProvider } from './identity.ts'
import { storeNewPassword } from './new-password.ts'
import { createOwnAccounts, type OwnAccounts } from './own-account.ts'
import { createPasswordHasher, isOutdated } from './password.ts'
import { createPasswordCheck } from './password-check.ts'
import { createPasswordResets, type PasswordResets } from './password-reset.ts'
import { refuseWeakPassword } from './password-strength.ts'
import { createSecondFactors, type SecondFactors } from './second-factor.ts'
import { createDeviceSeal } from './secret.ts'
import { readDeviceCookie } from './session-cookie.ts'
import { limitsOf } from './session-life.ts'
import { createSessions, type Ticket } from './sessions.ts'
import { createSingleSignOn, type SingleSignOn } from './single-sign-on/service.ts'
import * as store from './store.ts'
import { type Asker, countTry, crowdOf, FAILURES_KEPT_MS, STRANGER } from './throttle.ts'

const SWEEP_MS = 60 * 60_000
/** As long as its cookie lives. */
const DEVICE_KEPT_MS = 365 * 24 * 60 * 60_000
/** Outcomes of a sign-in that a sign-up keeps to itself. */
const SAYS_NOTHING: ReadonlySet<ErrorCode> = new Set(['invalid-credential', 'not-subscribed'])
const SECRET_SETTING = 'accounts.secret'

export type { AccountEvent } from './account-event.ts'
export { letInCookies } from './session-cookie.ts'

/** Who knocks: what the request says of itself, and where it came from. */
export type Visitor = { cookie: string | undefined; address: string; userAgent: string | undefined }

export type SignedIn = {
  session: Session
  ticket: Ticket
  /** By which the browser will be known again; the value of its device cookie. */
  device: string
}

/** The password was right and a code is wanted. `pending` is no session; it is sent back with the code. */
export type CodeWanted = { pending: string }

export type NewUser = { email: Email; name: string; password: string }

export type Created = { status: 'created'; userId: UserId } | { status: 'email-taken' }

/** `account` is none for somebody who is subscribed and has not signed up yet. */
export type UserSummary = {
  email: string
  account: 'active' | 'disabled' | 'none'
  operator: boolean
  profile: Profile | undefined
  /** In the profile's organisation. */
  role: Role | undefined
}

/** What subscribes whoever has the address. What is left out stays, or is an owner of all displays. */
export type NewSubscription = Profile & {
  email: Email
  role?: Role | undefined
  displays?: DisplayId[] | null | undefined
}

export type Accounts = SessionsOf & {
  /** Who a request's Cookie header stands for: one query, and now and then a sign of life written. */
  identify(cookie: string | undefined): Promise<Identity>
  /**
   * Begins a session with a secret of its own and ends the one that the visitor came with.
   *
   * @throws AppError invalid-credential, not-subscribed, invitation-not-found, too-many-requests, unavailable
   */
  signIn(wanted: SignIn, visitor: Visitor): Promise<SignedIn | CodeWanted>
  /**
   * The second step of a sign-in that was answered by `CodeWanted`.
   *
   * @throws AppError sign-in-expired, wrong-code, not-subscribed, too-many-requests
   */
  finishSignIn(wanted: FinishSignIn, visitor: Visitor): Promise<SignedIn>
  /**
   * Makes an account without a profile (A5). For an address that has one it does nothing, and says so to nobody, unless
   * the password is that account's: then it signs in.
   *
   * @returns what a sign-in would, or undefined
   * @throws AppError weak-password, invitation-not-found, too-many-requests, unavailable
   */
  signUp(wanted: SignUp, visitor: Visitor): Promise<SignedIn | undefined>
  /** Who is signed in, and what they may manage. @throws AppError not-subscribed */
  getSession(account: Account): Promise<Session>
  /** Of these sessions, those that are still there. @param ids at most 500 */
  keepPresentSessions(ids: string[]): Promise<string[]>
  /** A new secret for a remembered session whose secret is a day old. The old one is taken for another minute. */
  renew(cookie: string | undefined): Promise<Ticket | undefined>
  /** Ends the session that the cookie stands for, if it stands for one. */
  signOut(cookie: string | undefined): Promise<void>
  /**
   * Makes an account. Unless its address is subscribed already nothing is open to it yet (A5).
   *
   * @param by whose doing it is, told to the organisation of a subscribed address; undefined: its owner's, or a beginning
   * @throws AppError weak-password, unavailable
   */
  createUser(user: NewUser, by?: ActingProvider): Promise<Created>
  /** False until somebody has an account. @param queries of a transaction, when it is asked in one */
  hasUsers(queries?: Queries): Promise<boolean>
  /**
   * Makes the first account, an operator's, and signs it in. All of it or nothing, together with what is made beside it.
   *
   * @param first.names what else a guesser of its password would try
   * @param first.claim begins the transaction; what it throws refuses it
   * @param first.fill makes what the account is to own, in the same transaction
   * @throws AppError weak-password, unavailable, already-set-up, and what the two throw
   */
  createFirst(
    user: NewUser,
    visitor: Visitor,
    first: {
      names: string[]
      claim(queries: Queries): Promise<void>
      fill(inside: Context, userId: UserId): Promise<void>
    },
  ): Promise<SignedIn>
  /**
   * Makes the account, or gives the one that is there this password and ends its sessions.
   *
   * @throws AppError weak-password, unavailable
   */
  replaceUser(user: NewUser): Promise<UserId>
  /**
   * Gives an account another password and ends its sessions. For the provider, at the server, as are those below that say so:
   * the organisation that the account's owner belongs to is told.
   *
   * @returns false when there is no such account
   * @throws AppError weak-password, unavailable
   */
  setPassword(email: Email, password: string): Promise<boolean>
  /**
   * For the provider. A disabled account is refused in the same words as a wrong password, and its sessions end (B1, B13).
   *
   * @returns false when there is no such account
   */
  setDisabled(email: Email, disabled: boolean): Promise<boolean>
  /** Makes somebody one of the provider's people, or makes them one no more. @returns false when there is no such account */
  setOperator(email: Email, operator: boolean): Promise<boolean>
  /** Makes a member of whoever is signed in, and of no organisation. @throws AppError invitation-not-found, already-member */
  join(account: Account, invitation: InvitationToken): Promise<Session>
  /** Whoever has an account, a profile or both, by email. */
  listUsers(): Promise<UserSummary[]>
  findProfile(email: Email): Promise<Profile | undefined>
  /**
   * Subscribes whoever has the address, now or later (E3). A move to another organisation ends their sessions.
   *
   * @param context the one that the accounts were made with, or that one inside a transaction
   * @param by as in `putSubscription`
   */
  putProfile(context: Context, subscription: NewSubscription, by?: ActingProvider): Promise<void>
  /** For the provider. Ends the subscription, and the sessions with it. @returns false when there was none */
  removeProfile(email: Email): Promise<boolean>
  endSessionsOf(userId: UserId): Promise<void>
  /** Removes what has expired. Runs by itself every hour. */
  sweep(): Promise<void>
  /** What somebody signed in does about their own account. */
  own: OwnAccounts
  secondFactors: Pick<SecondFactors, 'begin' | 'confirm' | 'remove'>
  resets: Pick<PasswordResets, 'request'> & {
    /** For the provider. As `PasswordResets.createLink`. */
    createLink(email: Email, validMs: number): Promise<string | undefined>
  }
  singleSignOn: Pick<SingleSignOn, 'name' | 'start' | 'finish'>
  /** @returns the value of the browser's device cookie. @throws as PasswordResets.complete */
  completeReset(wanted: CompletePasswordReset, visitor: Visitor): Promise<string>
  /** For the provider. @returns undefined when there is no such account, false when it was off */
  turnSecondFactorOff(email: Email): Promise<boolean | undefined>
  /**
   * For the provider: whoever has the address at the identity provider next is linked anew.
   *
   * @returns undefined when there is no such account, false when nobody was linked to it
   */
  unlinkSingleSignOn(email: Email): Promise<boolean | undefined>
  /** Who a request counts as. */
  askerOf(visitor: Visitor): Asker
  close(): Promise<void>
}

export async function createAccounts(context: Context): Promise<Accounts> {
  const { log, now } = context
  const { queries } = context.database
  const security = { https: context.config.publicUrl?.startsWith('https:') ?? false }
  const secret = await installationSecret(context)
  const devices = createDeviceSeal(secret)
  const passwords = createPasswordHasher()
  const provider = await createIdentityProvider(context, secret, passwords)
  const sessions = createSessions(context, security)
  const checkPassword = createPasswordCheck(context, passwords)
  const secondFactors = createSecondFactors(context, secret, checkPassword)
  const resets = createPasswordResets(context, sessions, passwords)
  const singleSignOn = createSingleSignOn(context, {
    secret,
    security,
    sessions,
    secondFactors,
    identityProvider: provider,
    deviceOf: (visitor) => digestOf(deviceIdOf(visitor)),
    enter: (begun, visitor, invitation) => enter(begun, visitor, deviceIdOf(visitor), invitation),
  })
  const own = createOwnAccounts(context, { sessions, passwords, checkPassword, secondFactors })

  const timer = setInterval(() => {
    sweep().catch((error) => log.error({ err: error }, 'what has expired could not be swept'))
  }, SWEEP_MS)
  timer.unref()

  function deviceIdOf({ cookie }: Visitor): string {
    return devices.open(readDeviceCookie(cookie, security)) ?? newSecret()
  }

  function askerOf(visitor: Visitor): Asker {
    return { device: digestOf(deviceIdOf(visitor)), address: visitor.address }
  }

  async function signIn(wanted: SignIn, visitor: Visitor): Promise<SignedIn | CodeWanted> {
    const { email } = wanted
    const { address } = visitor
    const deviceId = deviceIdOf(visitor)
    const counted = await crowdOf(queries, email, digestOf(deviceId))
    const takeBack = await countTry(context, { email, device: counted, address }).catch((error) => {
      log.warn({ email, address }, 'sign-in refused: too many tries')
      throw error
    })

    const begun = await beginSession(wanted, visitor).catch(async (error) => {
      // Nobody looked at the password, so it was not wrong.
      await takeBack()
      throw error
    })
    if (!begun) {
      log.info({ email, address }, 'sign-in refused: wrong email or password')
      throw new AppError('invalid-credential')
    }
    const { userId } = begun
    await store.removeFailuresOf(queries, email, counted)
    await strengthenHash(userId, wanted.password)
    if ('secret' in begun) {
      return enter({ ...begun, email, remember: wanted.remember }, visitor, deviceId, wanted.invitation)
    }
    log.info({ userId, address }, 'sign-in waits for a code')
    return { pending: await secondFactors.createPending({ userId, remember: wanted.remember, through: null }) }
  }

  async function finishSignIn({ pending, code, invitation }: FinishSignIn, visitor: Visitor): Promise<SignedIn> {
    const deviceId = deviceIdOf(visitor)
    const asker = { device: digestOf(deviceId), address: visitor.address }
    const begun = await secondFactors.finishPending({ pending, code }, asker, async (inside, who) => {
      const { userId, remember, through } = who
      return { ...who, ...(await sessions.begin(inside, { userId, remember, through, ...visitor })) }
    })
    return enter(begun, visitor, deviceId, invitation)
  }

  /** What follows once it is certain who it is, and their session has begun. */
  async function enter(
    begun: { userId: UserId; email: string; secret: string; sessionId: string; remember: boolean },
    visitor: Visitor,
    deviceId: string,
    invitation: InvitationToken | undefined,
  ): Promise<SignedIn> {
    const { userId, email, sessionId, remember } = begun
    const { address } = visitor
    const session = await admit(context, email, invitation).catch(async (error) => {
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
    await store.putKnownDevice(queries, userId, digestOf(deviceId), now())
    log.info({ userId, sessionId, address }, 'signed in')
    const maxAgeSeconds = remember ? limitsOf(true).wholeMs / 1_000 : undefined
    return {
      session,
      ticket: { secret: begun.secret, maxAgeSeconds },
      device: devices.seal(deviceId),
    }
  }

  /**
   * @returns undefined when address and password do not belong together, or the account is disabled; no secret, and no
   * session, when a code is wanted as well
   */
  async function beginSession(
    wanted: SignIn,
    { address, userAgent }: Visitor,
  ): Promise<{ secret: string; userId: UserId; sessionId: string } | { userId: UserId } | undefined> {
    const user = await store.findSigningIn(queries, wanted.email)
    if (user?.disabled) {
      // For the same time as any other refusal (B2).
      await passwords.hash(wanted.password)
      return undefined
    }
    if (user?.secondFactor) {
      return (await passwords.verify(user.passwordHash ?? '', wanted.password)) ? { userId: user.id } : undefined
    }
    const { email, password, remember } = wanted
    const begun = await provider.signIn({ email, password, remember, address, userAgent })
    if (begun === undefined || !user) return undefined
    const session = await store.findSession(queries, digestOf(begun))
    if (!session) return undefined
    // A new password ends all sessions; this one may have begun by the old one just after that.
    if ((await store.findPasswordHash(queries, user.id)) !== user.passwordHash) {
      await sessions.end(session.id)
      return undefined
    }
    return { secret: begun, userId: session.userId, sessionId: session.id }
  }

  /** The password is known only now, so this is when a hash of yesterday's strength is replaced. */
  async function strengthenHash(userId: UserId, password: string): Promise<void> {
    const hash = await store.findPasswordHash(queries, userId)
    if (hash === undefined || !isOutdated(hash)) return
    try {
      await storeHash(userId, await passwords.hash(password))
    } catch (error) {
      log.warn({ err: error, userId }, 'a password could not be hashed anew')
    }
  }

  function storeHash(userId: UserId, hash: string): Promise<void> {
    return store.updatePasswordHash(queries, userId, hash, new Date(now()).toISOString())
  }

  async function getSession({ email }: Account): Promise<Session> {
    const session = await readSession(context, email)
    if (!session) throw new AppError('not-subscribed')
    return session
  }

  async function endSessions(email: string): Promise<void> {
    const user = await store.findUser(queries, email)
    if (user) await sessions.endOf(user.id, 'not-subscribed')
  }

  async function createUser({ email, name, password }: NewUser, by?: ActingProvider): Promise<Created> {
    await refuseWeakPassword(password, email, await listNames(context))
    const passwordHash = await passwords.hash(password)
    if (await store.findUser(queries, email)) return { status: 'email-taken' }
    try {
      const user = { email, name, passwordHash, emailVerified: false }
      if (!by) return { status: 'created', userId: await provider.createUser(user) }
      const userId = await context.database.transaction(async (inside) => {
        const made = await provider.createUser(user, inside)
        await tellOfAccount(context, inside, by, email, 'account-made')
        return made
      })
      return { status: 'created', userId }
    } catch (error) {
      // Somebody else may have been faster.
      if (await store.findUser(queries, email)) return { status: 'email-taken' }
      throw error
    }
  }

  /** @param password good enough for this account */
  async function replacePassword(
    email: Email,
    password: string,
    alongside?: (queries: Queries) => Promise<void>,
  ): Promise<UserId | undefined> {
    const user = await store.findUser(queries, email)
    if (!user) return undefined
    const hash = await passwords.hash(password)
    await storeNewPassword(context, sessions, { userId: user.id, email, hash, alongside })
    return user.id
  }

  /** Tells of what the provider does at the server, in the transaction in which it is done. */
  function telling(email: Email, kind: Parameters<typeof tellOfAccount>[4]): (inside: Queries) => Promise<void> {
    return (inside) => tellOfAccount(context, inside, COMMAND_LINE, email, kind)
  }

  async function sweep(): Promise<void> {
    await sessions.sweep()
    await resets.sweep()
    await secondFactors.sweep()
    await singleSignOn.sweep()
    await store.removeFailuresBefore(queries, now() - FAILURES_KEPT_MS)
    await store.removeDevicesBefore(queries, now() - DEVICE_KEPT_MS)
  }

  return {
    identify: sessions.identify,
    keepPresentSessions: (ids) => store.keepPresentSessions(context.database.queries, ids),
    own,
    secondFactors,
    resets: {
      request: resets.request,
      createLink: (email, validMs) => resets.createLink(email, validMs, telling(email, 'account-reset-link-made')),
    },
    singleSignOn,
    askerOf,
    signIn,
    finishSignIn,
    renew: sessions.renew,
    createUser,
    endSessionsOf: sessions.endOf,
    sweep,
    hasUsers: (inside = queries) => store.hasUsers(inside),

    async createFirst({ email, name, password }, visitor, { names, claim, fill }) {
      await refuseWeakPassword(password, email, [name, ...names, ...(await listNames(context))])
      const passwordHash = await passwords.hash(password)
      const begun = await inTransaction(context, async (inside, own) => {
        await claim(own)
        if (await store.hasUsers(own)) throw new AppError('already-set-up')
        const userId = await provider.createUser({ email, name, passwordHash, emailVerified: false }, own)
        await store.updateUser(own, userId, { operator: true })
        await fill(inside, userId)
        return { userId, ...(await sessions.begin(own, { userId, remember: false, through: null, ...visitor })) }
      })
      return enter({ ...begun, email, remember: false }, visitor, deviceIdOf(visitor), undefined)
    },

    async signUp({ email, password, invitation }, visitor) {
      await refuseWeakPassword(password, email, await listNames(context))
      // Before anybody looks at the address, so that the answer is the same for all of them.
      if (invitation !== undefined) await readInvitation(context, invitation)
      // Either way costs one hash and counts as one try, so that neither time nor limits tell the two apart.
      if (await store.findUser(queries, email)) {
        const outcome = await signIn({ email, password, remember: false, invitation }, visitor).catch((error) => {
          if (error instanceof AppError && SAYS_NOTHING.has(error.code)) return undefined
          throw error
        })
        // Whoever has a second factor signs in on the page for that.
        return outcome && 'session' in outcome ? outcome : undefined
      }
      await countTry(context, { email, device: STRANGER, address: visitor.address })
      await createUser({ email, name: email, password })
      log.info({ email, address: visitor.address }, 'signed up')
      if (invitation !== undefined) await join(context, email, invitation)
      return undefined
    },

    getSession,
    endSessions,

    async renewStreams(email) {
      const user = await store.findUser(queries, email)
      if (user) await sessions.announceChange(user.id)
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

    async replaceUser(user) {
      const made = await createUser(user)
      if (made.status === 'created') return made.userId
      const present = await replacePassword(user.email, user.password)
      if (!present) throw new Error('The account disappeared while its password was set.')
      return present
    },

    async setPassword(email, password) {
      await refuseWeakPassword(password, email, await listNames(context))
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
          email,
          account: user ? (user.disabled ? 'disabled' : 'active') : 'none',
          operator: user?.operator ?? false,
          profile: membership?.profile,
          role: membership?.role,
        }
      })
    },

    findProfile: async (email) => (await findMembership(queries, { email }))?.profile,

    async putProfile(inside, { email, role, displays, ...profile }, by) {
      const before = await inside.database.transaction(async (own) => {
        await lockOrganisation(own, profile.org)
        return putSubscription(inside, own, by, email, { profile, role, displays })
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
      await endSessions(email)
      return removed
    },

    async turnSecondFactorOff(email) {
      const user = await store.findUser(queries, email)
      return user ? secondFactors.turnOff(user.id, email, telling(email, 'account-second-factor-off')) : undefined
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

    async completeReset(wanted, visitor) {
      const deviceId = deviceIdOf(visitor)
      await resets.complete(wanted, { device: digestOf(deviceId), address: visitor.address })
      return devices.seal(deviceId)
    },

    async close() {
      clearInterval(timer)
      await resets.close()
    },
  }
}

/** Made at the first start and the same for every process of the installation, so it lives where they all look. */
async function installationSecret(context: Context): Promise<string> {
  const { queries } = context.database
  await store.createSetting(queries, SECRET_SETTING, newSecret())
  const secret = await store.findSetting(queries, SECRET_SETTING)
  if (secret === undefined) throw new Error("The installation's secret is not in the database.")
  return secret
}
