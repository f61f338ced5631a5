import type { Email, ErrorCode, SignUp, UserId } from '@placard/contract'
import type { Provider as ActingProvider } from '../activity/service.ts'
import { listNames } from '../displays/service.ts'
import { readInvitation, tellOfAccount } from '../members/service.ts'
import type { Context } from '../platform/context.ts'
import type { Queries } from '../platform/database/database.ts'
import { AppError } from '../platform/errors.ts'
import { inTransaction } from '../platform/in-transaction.ts'
import { join } from './admission.ts'
import type { Visitor } from './device.ts'
import type { IdentityProvider } from './identity.ts'
import type { PasswordHasher } from './password.ts'
import { refuseWeakPassword } from './password-strength.ts'
import type { Sessions } from './sessions.ts'
import type { SignedIn, SignIns } from './sign-in.ts'
import * as store from './store.ts'
import { countTry, STRANGER } from './throttle.ts'

/** Outcomes of a sign-in that a sign-up keeps to itself. */
const SAYS_NOTHING: ReadonlySet<ErrorCode> = new Set(['invalid-credential', 'not-subscribed'])

export type NewUser = { email: Email; name: string; password: string }

export type Created = { status: 'created'; userId: UserId } | { status: 'email-taken' }

/** How accounts come to be. */
export type SignUps = {
  /**
   * Makes an account without a profile (A5). For an address that has one it does nothing, and says so to nobody, unless
   * the password is that account's: then it signs in.
   *
   * @returns what a sign-in would, or undefined
   * @throws AppError weak-password, invitation-not-found, too-many-requests, unavailable
   */
  signUp(wanted: SignUp, visitor: Visitor): Promise<SignedIn | undefined>
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
}

type Parts = { provider: IdentityProvider; passwords: PasswordHasher; sessions: Sessions; signIns: SignIns }

export function createSignUps(context: Context, parts: Parts): SignUps {
  const { log } = context
  const { queries } = context.database
  const { provider, passwords, sessions, signIns } = parts

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

  return {
    createUser,
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
      return signIns.enter({ ...begun, email, remember: false }, visitor, undefined)
    },

    async signUp({ email, password, invitation }, visitor) {
      await refuseWeakPassword(password, email, await listNames(context))
      // Before anybody looks at the address, so that the answer is the same for all of them.
      if (invitation !== undefined) await readInvitation(context, invitation)
      // Either way costs one hash and counts as one try, so that neither time nor limits tell the two apart.
      if (await store.findUser(queries, email)) {
        const outcome = await signIns
          .signIn({ email, password, remember: false, invitation }, visitor)
          .catch((error) => {
            if (error instanceof AppError && SAYS_NOTHING.has(error.code)) return undefined
            throw error
          })
        // Whoever has a second factor signs in on the page for that.
        return outcome && 'session' in outcome ? outcome : undefined
      }
      await countTry(context, { email, device: STRANGER, address: visitor.address })
      const { status } = await createUser({ email, name: email, password })
      // Somebody was faster: the account is theirs, and so is what it joins.
      if (status === 'email-taken') return undefined
      log.info({ email, address: visitor.address }, 'signed up')
      if (invitation !== undefined) await join(context, email, invitation)
      return undefined
    },
  }
}
