import type { Email, ErrorCode, Profile, Session, SignIn, SignUp, UserId } from '@placard/contract'
import { listDisplays, listNames } from '../displays/service.ts'
import type { Caller, Identity } from '../platform/access.ts'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { createIdentityProvider } from './identity.ts'
import { createPasswordHasher, isOutdated } from './password.ts'
import { refuseWeakPassword } from './password-strength.ts'
import { createDeviceSeal, digestOf, newSecret } from './secret.ts'
import { readDeviceCookie } from './session-cookie.ts'
import { limitsOf } from './session-life.ts'
import { createSessions, type Ticket } from './sessions.ts'
import * as store from './store.ts'
import { countTry, FAILURES_KEPT_MS, STRANGER } from './throttle.ts'

const SWEEP_MS = 60 * 60_000
/** As long as its cookie lives. */
const DEVICE_KEPT_MS = 365 * 24 * 60 * 60_000
/** Outcomes of a sign-in that a sign-up keeps to itself. */
const SAYS_NOTHING: ReadonlySet<ErrorCode> = new Set(['invalid-credential', 'not-subscribed'])
const SECRET_SETTING = 'accounts.secret'

/** Who knocks: what the request says of itself, and where it came from. */
export type Visitor = { cookie: string | undefined; address: string; userAgent: string | undefined }

export type SignedIn = {
  session: Session
  ticket: Ticket
  /** By which the browser will be known again; the value of its device cookie. */
  device: string
}

export type NewUser = { email: Email; name: string; password: string }

export type Created = { status: 'created'; userId: UserId } | { status: 'email-taken' }

/** `account` is none for somebody who is subscribed and has not signed up yet. */
export type UserSummary = { email: string; account: 'active' | 'disabled' | 'none'; profile: Profile | undefined }

export type Accounts = {
  /** Who a request's Cookie header stands for: one query, and now and then a sign of life written. */
  identify(cookie: string | undefined): Promise<Identity>
  /**
   * Begins a session with a secret of its own and ends the one that the visitor came with.
   *
   * @throws AppError invalid-credential, not-subscribed, too-many-requests, unavailable
   */
  signIn(wanted: SignIn, visitor: Visitor): Promise<SignedIn>
  /**
   * Makes an account without a profile (A5). For an address that has one it does nothing, and says so to nobody, unless
   * the password is that account's: then it signs in.
   *
   * @returns what a sign-in would, or undefined
   * @throws AppError weak-password, too-many-requests, unavailable
   */
  signUp(wanted: SignUp, visitor: Visitor): Promise<SignedIn | undefined>
  /** Who is signed in, and what they may manage. @throws AppError not-subscribed */
  getSession(caller: Caller): Promise<Session>
  /** A new secret for a remembered session whose secret is a day old. The old one is taken for another minute. */
  renew(cookie: string | undefined): Promise<Ticket | undefined>
  /** Ends the session that the cookie stands for, if it stands for one. */
  signOut(cookie: string | undefined): Promise<void>
  /**
   * Makes an account. It has no profile, so nothing is open to it yet (A5).
   *
   * @throws AppError weak-password, unavailable
   */
  createUser(user: NewUser): Promise<Created>
  /**
   * Makes the account, or gives the one that is there this password and ends its sessions.
   *
   * @throws AppError weak-password, unavailable
   */
  replaceUser(user: NewUser): Promise<UserId>
  /**
   * Gives an account another password and ends its sessions.
   *
   * @returns false when there is no such account
   * @throws AppError weak-password, unavailable
   */
  setPassword(email: Email, password: string): Promise<boolean>
  /**
   * A disabled account is refused in the same words as a wrong password, and its sessions end (B1, B13).
   *
   * @returns false when there is no such account
   */
  setDisabled(email: Email, disabled: boolean): Promise<boolean>
  /** Whoever has an account, a profile or both, by email. */
  listUsers(): Promise<UserSummary[]>
  findProfile(email: Email): Promise<Profile | undefined>
  /**
   * Subscribes whoever has the address, now or later (E3). A move to another organisation ends their sessions.
   *
   * @param context the one that the accounts were made with, or that one inside a transaction
   */
  putProfile(context: Context, subscription: Profile & { email: Email }): Promise<void>
  /** Ends the subscription, and the sessions with it. @returns false when there was none */
  removeProfile(email: Email): Promise<boolean>
  endSessionsOf(userId: UserId): Promise<void>
  /** Removes what has expired. Runs by itself every hour. */
  sweep(): Promise<void>
  close(): void
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

  const timer = setInterval(() => {
    sweep().catch((error) => log.error({ err: error }, 'what has expired could not be swept'))
  }, SWEEP_MS)
  timer.unref()

  async function signIn(wanted: SignIn, visitor: Visitor): Promise<SignedIn> {
    const { email } = wanted
    const { address } = visitor
    const deviceId = devices.open(readDeviceCookie(visitor.cookie, security)) ?? newSecret()
    const device = digestOf(deviceId)
    const counted = (await store.isKnownDevice(queries, email, device)) ? device : STRANGER
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
    const { userId, sessionId } = begun
    await store.removeFailuresOf(queries, email, counted)

    const profile = await store.findProfile(queries, email)
    if (!profile) {
      await sessions.end(sessionId)
      log.info({ userId, address }, 'sign-in refused: not subscribed')
      throw new AppError('not-subscribed')
    }
    const before = await sessions.find(visitor.cookie)
    if (before) await sessions.end(before.id)
    await store.putKnownDevice(queries, userId, device, now())
    await strengthenHash(userId, wanted.password)
    log.info({ userId, sessionId, address }, 'signed in')
    const maxAgeSeconds = wanted.remember ? limitsOf(true).wholeMs / 1_000 : undefined
    return {
      session: await describeSession(email, profile),
      ticket: { secret: begun.secret, maxAgeSeconds },
      device: devices.seal(deviceId),
    }
  }

  /** @returns undefined when address and password do not belong together, or the account is disabled */
  async function beginSession(
    wanted: SignIn,
    { address, userAgent }: Visitor,
  ): Promise<{ secret: string; userId: UserId; sessionId: string } | undefined> {
    const user = await store.findUser(queries, wanted.email)
    if (user?.disabled) {
      // For the same time as any other refusal (B2).
      await passwords.hash(wanted.password)
      return undefined
    }
    const begun = await provider.signIn({ ...wanted, address, userAgent })
    if (begun === undefined) return undefined
    const session = await store.findSession(queries, digestOf(begun))
    return session && { secret: begun, userId: session.userId, sessionId: session.id }
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

  async function describeSession(email: string, profile: Profile): Promise<Session> {
    const displays = await listDisplays(context, profile.org)
    const own = displays.filter((display) => display.id === profile.id)
    return { email, profile, displays: [...own, ...displays.filter((display) => display.id !== profile.id)] }
  }

  async function createUser({ email, name, password }: NewUser): Promise<Created> {
    await refuseWeakPassword(password, email, await listNames(context))
    const passwordHash = await passwords.hash(password)
    if (await store.findUser(queries, email)) return { status: 'email-taken' }
    try {
      return { status: 'created', userId: await provider.createUser({ email, name, passwordHash }) }
    } catch (error) {
      // Somebody else may have been faster.
      if (await store.findUser(queries, email)) return { status: 'email-taken' }
      throw error
    }
  }

  /** @param password good enough for this account */
  async function replacePassword(email: Email, password: string): Promise<UserId | undefined> {
    const user = await store.findUser(queries, email)
    if (!user) return undefined
    await storeHash(user.id, await passwords.hash(password))
    await store.removeFailuresOf(queries, email, STRANGER)
    await sessions.endOf(user.id)
    return user.id
  }

  async function sweep(): Promise<void> {
    await sessions.sweep()
    await store.removeFailuresBefore(queries, now() - FAILURES_KEPT_MS)
    await store.removeDevicesBefore(queries, now() - DEVICE_KEPT_MS)
  }

  return {
    identify: sessions.identify,
    signIn,
    renew: sessions.renew,
    createUser,
    endSessionsOf: sessions.endOf,
    sweep,

    async signUp({ email, password }, visitor) {
      await refuseWeakPassword(password, email, await listNames(context))
      // Either way costs one hash and counts as one try, so that neither time nor limits tell the two apart.
      if (await store.findUser(queries, email)) {
        return await signIn({ email, password, remember: false }, visitor).catch((error) => {
          if (error instanceof AppError && SAYS_NOTHING.has(error.code)) return undefined
          throw error
        })
      }
      await countTry(context, { email, device: STRANGER, address: visitor.address })
      await createUser({ email, name: email, password })
      log.info({ email, address: visitor.address }, 'signed up')
      return undefined
    },

    async getSession(caller) {
      const profile = await store.findProfile(queries, caller.email)
      if (!profile) throw new AppError('not-subscribed')
      return describeSession(caller.email, profile)
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
      return (await replacePassword(email, password)) !== undefined
    },

    async setDisabled(email, disabled) {
      const user = await store.findUser(queries, email)
      if (!user) return false
      await store.updateUser(queries, user.id, { disabled })
      if (disabled) await sessions.endOf(user.id)
      return true
    },

    async listUsers() {
      const users = new Map((await store.listUsers(queries)).map((user) => [user.email, user]))
      const profiles = new Map((await store.listProfiles(queries)).map(({ email, ...profile }) => [email, profile]))
      const emails = [...new Set([...users.keys(), ...profiles.keys()])].sort()
      return emails.map((email) => {
        const user = users.get(email)
        return { email, account: user ? (user.disabled ? 'disabled' : 'active') : 'none', profile: profiles.get(email) }
      })
    },

    findProfile: (email) => store.findProfile(queries, email),

    async putProfile(inside, { email, ...profile }) {
      const before = await store.findProfile(inside.database.queries, email)
      await store.putProfile(inside.database.queries, email, profile)
      if (!before || before.org === profile.org) return
      const user = await store.findUser(inside.database.queries, email)
      if (user) await createSessions(inside, security).endOf(user.id)
    },

    async removeProfile(email) {
      const removed = await store.removeProfile(queries, email)
      const user = await store.findUser(queries, email)
      if (user) await sessions.endOf(user.id)
      return removed
    },

    close: () => clearInterval(timer),
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
