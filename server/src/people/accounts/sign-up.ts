import type { Email, ErrorCode, InvitationToken, SignUp, UserId } from '@placard/contract'
import type { Provider as ActingProvider } from '../../content/activity/service.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/in-transaction.ts'
import { readInvitation, tellOfAccount } from '../members/service.ts'
import { joinInside } from './admission.ts'
import type { Decoys } from './decoys.ts'
import type { Visitor } from './device.ts'
import { storeNewPassword } from './new-password.ts'
import { listOwnWords } from './own-words.ts'
import type { PasswordHasher } from './password.ts'
import type { PasswordResets } from './password-reset.ts'
import { refuseWeakPassword } from './password-strength.ts'
import { proveAddress } from './proof.ts'
import type { Sessions } from './sessions.ts'
import type { SignedIn, SignIns } from './sign-in.ts'
import * as store from './store.ts'

/** Outcomes of a sign-in that a sign-up does not reveal. */
const SAYS_NOTHING: ReadonlySet<ErrorCode> = new Set(['invalid-credential', 'not-subscribed'])

export type NewUser = { email: Email; name: string; password: string }

export type Created = { status: 'created'; userId: UserId } | { status: 'email-taken' }

/** Creates accounts. */
export type SignUps = {
  /**
   * Makes an account without a profile (A5) and with an unproven address. If the address has an account, nothing happens and
   * nothing is revealed, unless the password is right: then it signs in.
   *
   * @returns the result of the sign-in, if any; and the mail to send after the response
   * @throws AppError weak-password, invitation-not-found, invitation-other-address, already-member, not-set-up,
   * too-many-requests, unavailable
   */
  signUp(
    wanted: SignUp,
    visitor: Visitor,
  ): Promise<{ signedIn: SignedIn | undefined; sendMail: (() => void) | undefined }>
  /**
   * Makes an account with a proven address: a subscription that waits for the address opens to it.
   *
   * @param by the actor, for the log of the organisation of a subscribed address; undefined: the owner, or the set-up
   * @throws AppError weak-password, unavailable
   */
  createUser(user: NewUser, by?: ActingProvider): Promise<Created>
  /** False until the first account exists. @param queries of a transaction, when called in one */
  hasUsers(queries?: Queries): Promise<boolean>
  /**
   * Makes the first account, which is an operator's, and signs it in. Everything is created in one transaction.
   *
   * @param first.names other words that an attacker would try as its password
   * @param first.claim called at the beginning of the transaction; refuses by throwing
   * @param first.fill creates what the account will own, in the same transaction
   * @throws AppError weak-password, unavailable, already-set-up, and errors of the two functions
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
}

type Parts = {
  passwords: PasswordHasher
  sessions: Sessions
  signIns: SignIns
  decoys: Decoys
  resets: Pick<PasswordResets, 'confirm'>
}

export function createSignUps(context: Context, parts: Parts): SignUps {
  const { log, now } = context
  const { queries } = context.database
  const { passwords, sessions, signIns, decoys, resets } = parts

  /** @param alongside runs in the same transaction. @returns undefined if the address has an account by now */
  async function insertUser(
    user: Omit<store.NewAccount, 'createdAt'>,
    alongside: (inside: Queries, userId: UserId) => Promise<void>,
  ): Promise<UserId | undefined> {
    if (await store.findUser(queries, user.email)) return undefined
    try {
      return await context.database.transaction(async (inside) => {
        const userId = await store.createUser(inside, { ...user, createdAt: now() })
        await alongside(inside, userId)
        return userId
      })
    } catch (error) {
      // Another request may have created it.
      if (await store.findUser(queries, user.email)) return undefined
      throw error
    }
  }

  /** For the holder of an invitation to this address: an earlier sign-up with it did not prove the address. */
  async function takeAddress(user: store.StoredUser, email: Email, hash: string, invitation: InvitationToken) {
    await storeNewPassword(context, sessions, {
      userId: user.id,
      email,
      hash,
      alongside: (inside) => joinInside(context, inside, email, invitation),
    })
    log.info({ userId: user.id }, 'an invitation took over an account with an unconfirmed address')
  }

  return {
    async createUser({ email, name, password }, by) {
      await refuseWeakPassword(password, email, await listOwnWords(context, email))
      const passwordHash = await passwords.hash(password)
      const userId = await insertUser({ email, name, passwordHash, proven: true }, async (inside, userId) => {
        await proveAddress(inside, { userId, email })
        if (by) await tellOfAccount(context, inside, by, email, 'account-made')
      })
      return userId === undefined ? { status: 'email-taken' } : { status: 'created', userId }
    },

    hasUsers: (inside = queries) => store.hasUsers(inside),

    async createFirst({ email, name, password }, visitor, { names, claim, fill }) {
      await refuseWeakPassword(password, email, [name, ...names])
      const passwordHash = await passwords.hash(password)
      const begun = await inTransaction(context, async (inside, own) => {
        await claim(own)
        if (await store.hasUsers(own)) throw new AppError('already-set-up')
        const account = { email, name, passwordHash, proven: true, createdAt: now() }
        const userId = await store.createUser(own, account)
        await proveAddress(own, { userId, email })
        await store.updateUser(own, userId, { operator: true })
        await fill(inside, userId)
        return {
          userId,
          ...(await sessions.begin(own, { userId, remember: false, through: null, step: null, ...visitor })),
        }
      })
      return signIns.enter({ ...begun, email, remember: false }, visitor, undefined)
    },

    async signUp({ email, password, invitation }, visitor) {
      // The first account must be made by the set-up.
      if (!(await store.hasUsers(queries))) throw new AppError('not-set-up')
      // Counted before the password is judged, which is the most expensive step.
      const one = await signIns.count(email, visitor)
      await refuseWeakPassword(password, email, [])
      // Before the address is looked up, so that the error is the same for every address.
      const offer = invitation === undefined ? undefined : await readInvitation(context, invitation)
      if (offer && offer.email !== null && offer.email !== email) {
        throw new AppError('invitation-other-address', { field: 'email' })
      }
      const user = await store.findUser(queries, email)
      if (user && !user.proven && offer?.email === email && invitation !== undefined) {
        await takeAddress(user, email, await passwords.hash(password), invitation)
        return { signedIn: undefined, sendMail: undefined }
      }

      const sendMail = offer ? undefined : await resets.confirm(email, visitor)
      // Both cases cost two hashes and count as one try, so that neither time nor limits distinguish them.
      if (user) {
        const wanted = { email, password, remember: false, invitation }
        const signedIn = await signIns.signInCounted(wanted, visitor, one).catch(async (error) => {
          if (!(error instanceof AppError) || !SAYS_NOTHING.has(error.code)) throw error
          if (error.code === 'invalid-credential') await decoys.add(email, password)
          else await decoys.has(email, password)
        })
        // A person with a second factor must use the sign-in page.
        return { signedIn: signedIn && 'session' in signedIn ? signedIn : undefined, sendMail }
      }
      await decoys.has(email, password)
      const account = { email, name: email, passwordHash: await passwords.hash(password), proven: false }
      const isMade = await insertUser(account, async (inside) => {
        if (invitation !== undefined) await joinInside(context, inside, email, invitation)
      })
      if (isMade !== undefined) log.info({ email, address: visitor.address }, 'signed up')
      // Another request was faster: the account, and its membership, are theirs.
      else await decoys.add(email, password)
      return { signedIn: undefined, sendMail }
    },
  }
}
