import { type CompletePasswordReset, type Email, RESET_LINK_EXPIRES_MS, resetPath } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { networkOf } from '../../platform/network.ts'
import { digestOf, newSecret } from '../../platform/secret.ts'
import { confirmMail, resetMail } from './mails.ts'
import { storeNewPassword } from './new-password.ts'
import { listOwnWords } from './own-words.ts'
import type { PasswordHasher } from './password.ts'
import { refuseWeakPassword } from './password-strength.ts'
import * as recovery from './recovery.store.ts'
import * as factors from './second-factor.store.ts'
import type { Sessions } from './sessions.ts'
import * as store from './store.ts'
import { type Asker, crowdOf, STRANGER } from './throttle.ts'

/**
 * Mails to one address within the life of a link. A person beyond this limit already has that many links in the mailbox, one of
 * which works. So repeated requests of a stranger neither fill the mailbox nor keep the owner out.
 */
const MAX_PER_ADDRESS = 3
/** Requests of unknown browsers from one network within the window. Browsers that signed in before do not count. */
const MAX_PER_NETWORK = 20
const NETWORK_WINDOW_MS = 15 * 60_000

/** Resets passwords by links that work once. */
export type PasswordResets = {
  /**
   * Requests a link. Takes the same steps for every address, with or without an account.
   *
   * @returns the remaining work, to be called after the response is sent
   * @throws AppError too-many-requests, for a network that asks too often
   */
  request(email: Email, asker: Asker): Promise<() => void>
  /**
   * Like `request`, for an address that was used to sign up: the same link proves that it is theirs.
   *
   * @returns undefined if no mail is sent
   */
  confirm(email: Email, asker: Pick<Asker, 'address'>): Promise<(() => void) | undefined>
  /**
   * @param validMs validity of the link in milliseconds
   * @param alongside runs in the same transaction
   * @returns the path below the origin; undefined if there is no such account, or it is disabled
   */
  createLink(
    email: Email,
    validMs: number,
    alongside?: (queries: Queries) => Promise<void>,
  ): Promise<string | undefined>
  /**
   * Sets the password and ends every session of the account. Does not sign in. The browser counts as known from then on, so that
   * strangers who guess passwords do not keep the owner out, unless a second factor protects the account as well.
   *
   * @throws AppError reset-link-expired, weak-password, unavailable
   */
  complete(wanted: CompletePasswordReset, asker: Asker): Promise<void>
  sweep(): Promise<void>
  /** Waits for the remaining work. */
  close(): Promise<void>
}

export function createPasswordResets(context: Context, sessions: Sessions, passwords: PasswordHasher): PasswordResets {
  const { log, now, mailer } = context
  const { queries } = context.database
  const underWay = new Set<Promise<void>>()

  async function createLink(
    email: Email,
    validMs: number,
    alongside?: (queries: Queries) => Promise<void>,
  ): Promise<string | undefined> {
    const user = await store.findUser(queries, email)
    // A person who only signs in through the identity provider gets a first password in this way.
    if (!user || user.disabled) return undefined
    const token = newSecret()
    await context.database.transaction(async (inside) => {
      await recovery.createReset(inside, { token: digestOf(token), userId: user.id, expiresAt: now() + validMs })
      await alongside?.(inside)
    })
    log.info({ userId: user.id }, 'a link for a new password was made')
    return resetPath(token)
  }

  async function sendLink(email: Email, letter: typeof resetMail): Promise<void> {
    const { publicUrl } = context.config
    // Never the host of the request, which the sender chooses (B11).
    if (!mailer.enabled || publicUrl === undefined) return
    const path = await createLink(email, RESET_LINK_EXPIRES_MS)
    if (path !== undefined) mailer.post(letter(email, publicUrl + path), 'password-reset')
  }

  async function requestMail(email: Email, { device, address }: Asker, letter: typeof resetMail): Promise<() => void> {
    const crowd = await crowdOf(queries, email, device)
    const network = networkOf(address)
    const at = now()
    const request = { email, device: crowd, network, requestedAt: at }
    const id = await recovery.createRequest(queries, request)

    const perNetwork = { device: STRANGER, network, after: at - NETWORK_WINDOW_MS, before: at + NETWORK_WINDOW_MS }
    const oldest = await recovery.findRequestInstant(queries, perNetwork, MAX_PER_NETWORK)
    if (oldest !== undefined && crowd === STRANGER) {
      await recovery.removeRequest(queries, id)
      log.warn({ network }, 'too many password reset links were requested from one network')
      const seconds = Math.ceil((oldest + NETWORK_WINDOW_MS - at) / 1_000)
      throw new AppError('too-many-requests', { retryAfterSeconds: Math.max(1, seconds) })
    }
    const lately = { after: at - RESET_LINK_EXPIRES_MS, before: at + RESET_LINK_EXPIRES_MS }
    const perAddress = { device: crowd, email, ...lately }
    const isTooOften = (await recovery.findRequestInstant(queries, perAddress, MAX_PER_ADDRESS)) !== undefined
    // Only requests that led to a mail count; otherwise repeated requests would delay the next mail for ever.
    if (isTooOften) await recovery.removeRequest(queries, id)

    return () => {
      if (isTooOften) return
      const done = sendLink(email, letter)
        .catch((error) => log.error({ err: error }, 'a link for a new password could not be made'))
        .finally(() => underWay.delete(done))
      underWay.add(done)
    }
  }

  return {
    createLink,

    request: (email, asker) => requestMail(email, asker, resetMail),

    async confirm(email, { address }) {
      if (!mailer.enabled) return undefined
      return requestMail(email, { device: STRANGER, address }, confirmMail)
    },

    async complete({ token, password }, { device, address }) {
      const digest = digestOf(token)
      const owner = await recovery.findResetOwner(queries, digest, now())
      if (!owner || owner.disabled) throw new AppError('reset-link-expired', { field: 'token' })
      const { userId, email } = owner
      await refuseWeakPassword(password, email, await listOwnWords(context, email))
      const hash = await passwords.hash(password)
      await storeNewPassword(context, sessions, { userId, email, hash, resetToken: digest })
      const factor = await factors.findFactor(queries, userId)
      if (!factor?.confirmed) await store.putKnownDevice(queries, userId, device, now())
      log.info({ userId, address }, 'a password was reset with a link')
    },

    async sweep() {
      await recovery.removeResetsBefore(queries, now())
      await recovery.removeRequestsBefore(queries, now() - NETWORK_WINDOW_MS)
    },

    async close() {
      await Promise.all(underWay)
    },
  }
}
