import {
  type Email,
  InvitationToken,
  SINGLE_SIGN_ON_WAIT_MS,
  type SignOnOutcome,
  type StartSingleSignOn,
  type UserId,
} from '@placard/contract'
import { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { toAppError } from '../../../platform/http/answer-error.ts'
import { networkOf } from '../../../platform/network.ts'
import { makeRoomInRows } from '../../../platform/row-shares.ts'
import { digestOf, newSecret } from '../../../platform/secret.ts'
import { createSecretBox } from '../../../platform/secret-box.ts'
import { readInvitation } from '../../members/service.ts'
import type { Devices, Visitor } from '../device.ts'
import { identityLinkedMail } from '../mails.ts'
import { proveAddress } from '../proof.ts'
import type { SecondFactors } from '../second-factor.ts'
import { readSignOnSecret } from '../session-cookie.ts'
import type { Sessions } from '../sessions.ts'
import type { SignedIn, SignIns } from '../sign-in.ts'
import { findUser, hasUsers, createUser as insertUser, removeSessionsOf } from '../store.ts'
import type { ProvidedIdentity } from './identity.ts'
import * as store from './store.ts'

const Attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  remember: z.boolean(),
  next: z.string().optional(),
  invitation: InvitationToken.optional(),
})
type Attempt = z.infer<typeof Attempt>

export type Returned = {
  outcome: SignOnOutcome
  /** The values that the attempt began with. */
  begun: Pick<Attempt, 'next' | 'invitation'>
  signedIn?: SignedIn
  /** The person's address, if known. */
  email?: Email | undefined
  /** True: the cookie that binds the attempt to the browser can be removed. */
  isOver: boolean
}

/** Signing in through the configured identity provider. */
export type SingleSignOn = {
  /** Display name of the provider. Null: none is configured. */
  name: string | null
  /**
   * @returns the provider's page, and the secret that identifies the browser when it comes back
   * @throws AppError not-found, invitation-not-found, sign-on-unavailable, too-many-requests
   */
  start(wanted: StartSingleSignOn, visitor: Visitor): Promise<{ url: string; secret: string }>
  /**
   * Finishes an attempt. Failures are returned as outcomes too.
   *
   * @param search the query of the callback request
   */
  finish(search: URLSearchParams, visitor: Visitor): Promise<Returned>
  /**
   * Removes the link, so that the next person with the account's address at the provider is linked. @returns false if there was
   * none
   */
  unlink(inside: Queries, userId: UserId): Promise<boolean>
  sweep(): Promise<void>
}

type Parts = {
  /** Of the installation. */
  secret: string
  security: { https: boolean }
  sessions: Sessions
  secondFactors: SecondFactors
  devices: Devices
  signIns: Pick<SignIns, 'enter'>
}

export async function createSingleSignOn(context: Context, parts: Parts): Promise<SingleSignOn> {
  const { log, now, mailer } = context
  const { queries } = context.database
  const { singleSignOn: config, publicUrl } = context.config
  const { security, sessions, secondFactors } = parts
  const box = createSecretBox(parts.secret, 'single sign-on')
  // Only loaded if a provider is configured.
  const provider =
    config && publicUrl !== undefined
      ? (await import('./provider.ts')).createProvider(context, config, publicUrl)
      : undefined
  const name = config?.name ?? null

  /** @throws AppError too-many-requests */
  async function makeRoom(network: string): Promise<void> {
    try {
      const held = await store.countAttempts(queries, now())
      const crowded = makeRoomInRows('sign-on-attempts', held, network)
      if (crowded.length > 0) await store.removeNewestAttempt(queries, crowded)
    } catch (error) {
      if (error instanceof AppError)
        log.warn({ network }, 'a sign-in through the identity provider was refused: too many are in progress')
      throw error
    }
  }

  /**
   * Finds the attempt that this browser began and that matches the response. The attempt is used up.
   *
   * @throws AppError sign-on-expired
   */
  async function takeAttempt(search: URLSearchParams, visitor: Visitor): Promise<{ attempt: Attempt; token: string }> {
    const token = digestOf(readSignOnSecret(visitor.cookie, security) ?? '')
    const content = await store.findAttempt(queries, token, now())
    if (content === undefined) throw new AppError('sign-on-expired')
    const attempt = Attempt.parse(JSON.parse(box.open(content, token)))
    // A response of another attempt (login CSRF) must not end the one that was begun here.
    if (search.get('state') !== attempt.state || !(await store.useAttempt(queries, token))) {
      throw new AppError('sign-on-expired')
    }
    return { attempt, token }
  }

  /** @throws AppError not-set-up, sign-on-email-unverified, sign-on-domain-not-allowed, sign-on-other-person, not-subscribed */
  async function accountOf(who: ProvidedIdentity): Promise<{ userId: UserId; email: Email }> {
    const known = await store.findLinked(queries, who)
    if (known) {
      refuseForeignDomain(who.email ?? known.email)
      if (known.disabled) throw new AppError('not-subscribed')
      return known
    }
    const { email } = who
    if (email === undefined || !who.vouched) throw new AppError('sign-on-email-unverified')
    refuseForeignDomain(email)
    // The first account must be made by the set-up.
    if (!(await hasUsers(queries))) throw new AppError('not-set-up')
    const userId = (await findUser(queries, email))?.id ?? (await createUser(email))
    await link(who, userId, email)
    return { userId, email }
  }

  function refuseForeignDomain(email: Email): void {
    const domain = email.slice(email.lastIndexOf('@') + 1)
    if (config?.allowedDomains && !config.allowedDomains.includes(domain)) {
      throw new AppError('sign-on-domain-not-allowed')
    }
  }

  async function createUser(email: Email): Promise<UserId> {
    try {
      const account = { email, name: email, passwordHash: null, proven: true, createdAt: now() }
      const userId = await context.database.transaction((inside) => insertUser(inside, account))
      log.info({ userId }, 'an account was created for a person of the identity provider')
      return userId
    } catch (error) {
      // Another request, or another window of the same person, may have been faster.
      const user = await findUser(queries, email)
      if (user) return user.id
      throw error
    }
  }

  /** @throws AppError sign-on-other-person, not-subscribed */
  async function link(who: ProvidedIdentity, userId: UserId, email: Email): Promise<void> {
    const { issuer, subject } = who
    const ended = await context.database.transaction(async (inside) => {
      const user = await findUser(inside, email)
      if (!user || user.disabled) throw new AppError('not-subscribed')
      if (!(await store.createLink(inside, { issuer, subject, userId, linkedAt: now() }))) return undefined
      // The maker of an account with an unproven address may be waiting for the real owner to make it valuable, subscribed or
      // not.
      const mayStay = user.operator || user.proven
      await proveAddress(inside, { userId, email })
      if (mayStay) return []
      await store.removeUnprovenWays(inside, userId)
      return removeSessionsOf(inside, userId)
    })
    if (!ended) {
      const present = await store.findLinked(queries, who)
      if (present?.userId === userId) return
      log.warn({ userId }, 'a sign-in was refused: the account is linked to another person at the identity provider')
      throw new AppError('sign-on-other-person')
    }
    sessions.announceEnds(ended)
    log.info({ userId }, 'an account was linked to a person at the identity provider')
    mailer.post(identityLinkedMail(email, name ?? issuer), 'identity-linked')
  }

  async function enter(attempt: Attempt, visitor: Visitor, who: { userId: UserId; email: Email }): Promise<Returned> {
    const { userId, email } = who
    const { remember, invitation } = attempt
    if (await secondFactors.isOn(userId)) {
      log.info({ userId, address: visitor.address }, 'sign-in waits for a code')
      const pending = await secondFactors.createPending({ userId, remember, through: name })
      return { outcome: { status: 'code-wanted', pending }, begun: attempt, email, isOver: true }
    }
    const step = config?.secondStep ? ('provider' as const) : null
    const begun = await sessions.begin(queries, { userId, remember, through: name, step, ...visitor })
    const signedIn = await parts.signIns.enter({ ...begun, userId, email, remember }, visitor, invitation)
    return { outcome: { status: 'signed-in' }, begun: attempt, signedIn, email, isOver: true }
  }

  return {
    name,

    async start({ remember, otherAccount, next, invitation }, visitor) {
      if (!provider) throw new AppError('not-found')
      if (invitation !== undefined) await readInvitation(context, invitation)
      const isKnown = await store.isDeviceKnown(queries, parts.devices.of(visitor).digest)
      const network = isKnown ? '' : networkOf(visitor.address)
      if (!isKnown) await makeRoom(network)
      const { url, keys } = await provider.begin({ otherAccount })
      const secret = newSecret()
      const token = digestOf(secret)
      const attempt: Attempt = { ...keys, remember, next, invitation }
      await store.createAttempt(queries, {
        token,
        content: box.seal(JSON.stringify(attempt), token),
        network,
        expiresAt: now() + SINGLE_SIGN_ON_WAIT_MS,
      })
      return { url, secret }
    },

    async finish(search, visitor) {
      const { address } = visitor
      let attempt: Attempt | undefined
      let email: Email | undefined
      try {
        if (!provider) throw new AppError('not-found')
        const taken = await takeAttempt(search, visitor)
        attempt = taken.attempt
        const who = await provider.finish(`?${search}`, attempt)
        if (who.vouched) email = who.email
        const account = await accountOf(who)
        email = account.email
        const returned = await enter(attempt, visitor, account)
        await store.removeAttempt(queries, taken.token)
        return returned
      } catch (error) {
        const { code } = toAppError(error)
        if (error instanceof AppError)
          log.info({ address, code }, 'a sign-in through the identity provider was refused')
        else log.error({ err: error }, 'a sign-in through the identity provider ended in an error')
        return { outcome: { status: 'refused', code }, begun: attempt ?? {}, email, isOver: attempt !== undefined }
      }
    },

    unlink: store.removeLinksOf,
    sweep: () => store.removeAttemptsBefore(queries, now()),
  }
}
