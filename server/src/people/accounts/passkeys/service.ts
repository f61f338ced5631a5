import { randomUUID } from 'node:crypto'
import {
  type CreatePasskey,
  type FinishSignInByPasskey,
  MAX_PASSKEYS,
  type Passkey,
  type PasskeyAnswer,
  type PasskeyCreation,
  PasskeyId,
  type PasskeyMade,
  type PasskeyRequest,
  type PasskeyStep,
  type RemoveSecondFactorByPasskey,
  type SignInByPasskey,
  type UserId,
} from '@placard/contract'
import { z } from 'zod'
import type { Account } from '../../../platform/access.ts'
import type { Context } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { parseJson } from '../../../platform/parse-json.ts'
import { digestOf } from '../../../platform/secret.ts'
import type { Devices, Visitor } from '../device.ts'
import { passkeyMail } from '../mails.ts'
import type { CheckPassword } from '../password-check.ts'
import { raiseStep } from '../required-step.store.ts'
import { keepRequired, refuseUnproven } from '../required-step.ts'
import * as factors from '../second-factor.store.ts'
import type { SecondFactors } from '../second-factor.ts'
import type { Sessions } from '../sessions.ts'
import type { SignedIn, SignIns } from '../sign-in.ts'
import * as accounts from '../store.ts'
import { type Asker, type CountTry, crowdOf } from '../throttle.ts'
import { type ChallengeUse, createChallenges } from './challenge.ts'
import type { RelyingParty } from './relying-party.ts'
import * as store from './store.ts'

export { type RelyingParty, relyingPartyOf } from './relying-party.ts'

/** ES256 first, because all authenticators support it; EdDSA; RS256 for Windows Hello. */
const ALGORITHMS = [-7, -8, -257]
/** Answered challenges stay for a day after they expire, so that a clock that is set back revives none of them. */
const ANSWERED_KEPT_MS = 24 * 60 * 60_000

/** The relying party of a request. Undefined: passkeys do not work at its address. */
type Party = RelyingParty | undefined

/** Signing in with passkeys (WebAuthn), and the passkeys of an account. */
export type Passkeys = {
  /** @throws AppError passkeys-unavailable */
  startSignIn(party: Party): PasskeyRequest
  /**
   * Signs in without a password. The authenticator must have verified its user.
   *
   * @throws AppError passkey-refused, passkeys-unavailable, too-many-requests, and as SignIns.enter
   */
  signIn(wanted: SignInByPasskey, visitor: Visitor, party: Party): Promise<SignedIn>
  /** @throws AppError sign-in-expired */
  startStep(pending: string, party: Party): Promise<PasskeyStep>
  /**
   * The second step of a sign-in, with a passkey instead of a code.
   *
   * @throws AppError passkey-refused, passkeys-unavailable, sign-in-expired, too-many-requests, and as SignIns.enter
   */
  finishStep(wanted: FinishSignInByPasskey, visitor: Visitor, party: Party): Promise<SignedIn>
  /** The oldest first. */
  list(account: Account): Promise<Passkey[]>
  /** @throws AppError wrong-password, passkeys-unavailable, too-many-passkeys, too-many-requests, unavailable */
  start(account: Account, password: string, asker: Asker, party: Party): Promise<PasskeyCreation>
  /** @throws AppError passkey-refused, passkeys-unavailable, too-many-passkeys */
  create(account: Account, wanted: CreatePasskey, party: Party): Promise<Passkey>
  /** @throws AppError passkey-not-found, also for another account's passkey */
  rename(account: Account, id: PasskeyId, name: string): Promise<Passkey>
  /** @throws AppError wrong-password, passkey-not-found, passkey-needed, second-step-kept, too-many-requests, unavailable */
  remove(account: Account, id: PasskeyId, password: string, asker: Asker): Promise<void>
  /**
   * Turns two-factor sign-in on without an authenticator app.
   *
   * @returns the recovery codes, which cannot be read again
   * @throws AppError wrong-password, second-factor-on, passkey-not-found, too-many-requests, unavailable
   */
  turnSecondFactorOn(account: Account, password: string, asker: Asker): Promise<string[]>
  /** @throws AppError passkeys-unavailable, passkey-not-found */
  startProof(account: Account, party: Party): Promise<PasskeyRequest>
  /** @throws AppError wrong-password, passkey-refused, passkeys-unavailable, second-factor-off, second-step-kept, too-many-requests, unavailable */
  removeSecondFactor(account: Account, wanted: RemoveSecondFactorByPasskey, asker: Asker, party: Party): Promise<void>
  /**
   * For the operator, at the owner's request. Also turns off two-factor sign-in that has no app.
   *
   * @returns the number of removed passkeys
   */
  removeAll(userId: UserId, email: string, alongside: (queries: Queries) => Promise<void>): Promise<number>
  sweep(): Promise<void>
}

type Parts = {
  devices: Devices
  sessions: Sessions
  signIns: SignIns
  secondFactors: SecondFactors
  checkPassword: CheckPassword
  countTry: CountTry
}

/** The conditions for an answer. */
type Wanted = {
  use: ChallengeUse
  /** As in Challenges. */
  owner: string
  /** The account that the passkey must belong to. Undefined: any. */
  userId?: UserId
  party: RelyingParty
}

const ClientData = z.object({ crossOrigin: z.boolean().optional() })

/** @param secret of the installation */
export function createPasskeys(context: Context, secret: string, parts: Parts): Passkeys {
  const { log, now, mailer, database } = context
  const { queries } = database
  const { devices, sessions, signIns, secondFactors, checkPassword, countTry } = parts
  const challenges = createChallenges(secret, now)

  function requestFor(use: ChallengeUse, owner: string, party: RelyingParty, known: store.StoredPasskey[]) {
    return {
      challenge: challenges.create(use, owner),
      rpId: party.id,
      userVerification: use === 'sign-in' ? ('required' as const) : ('preferred' as const),
      allow: known.map(credentialOf),
    }
  }

  /** @throws AppError passkey-refused, for every reason the same */
  function refuse(reason: string): never {
    log.info({ reason }, 'a passkey was refused')
    throw new AppError('passkey-refused')
  }

  /** Checks the parts of an answer that the library does not. @returns a check of the challenge, and its expiry afterwards */
  function challengeOf(clientData: string, { use, owner }: Pick<Wanted, 'use' | 'owner'>) {
    const read = ClientData.safeParse(parseJson(Buffer.from(clientData, 'base64url').toString('utf8')))
    if (!read.success || read.data.crossOrigin === true) refuse('made in a frame of another site')
    let taken: { digest: string; expiresAt: number } | undefined
    return {
      isOurs(challenge: unknown) {
        if (typeof challenge !== 'string') return false
        const expiresAt = challenges.expiryOf(challenge, use, owner)
        if (expiresAt !== undefined) taken = { digest: digestOf(challenge), expiresAt }
        return expiresAt !== undefined
      },
      async take(inside: Queries) {
        if (!taken || !(await store.takeChallenge(inside, taken))) refuse('the challenge was answered before')
      },
    }
  }

  /**
   * Checks an answer, and records the use of the passkey and of the challenge.
   *
   * @param alongside runs in the transaction that records them
   */
  async function check<T>(
    answer: PasskeyAnswer,
    wanted: Wanted,
    alongside: (inside: Queries, who: { userId: UserId; email: string }) => Promise<T>,
  ): Promise<T> {
    const found = await store.findByCredential(queries, answer.id)
    if (!found || found.owner.disabled) refuse('not known, or its account is disabled')
    const { passkey, owner } = found
    const { userId } = passkey
    if (wanted.userId !== undefined && userId !== wanted.userId) refuse('of another account')
    // An authenticator always names the account if the request names no passkeys.
    const mayOmitAccount = wanted.userId !== undefined
    if (answer.userHandle === null ? !mayOmitAccount : answer.userHandle !== handleOf(userId)) {
      refuse('made for another account')
    }
    const challenge = challengeOf(answer.clientData, wanted)
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: answer.id,
        rawId: answer.id,
        type: 'public-key',
        response: {
          clientDataJSON: answer.clientData,
          authenticatorData: answer.authenticatorData,
          signature: answer.signature,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge.isOurs,
      expectedOrigin: wanted.party.origin,
      expectedRPID: wanted.party.id,
      requireUserVerification: wanted.use === 'sign-in',
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    }).catch((error: Error) => refuse(error.message))
    if (!verified) refuse('the signature is wrong')
    return database.transaction(async (inside) => {
      await challenge.take(inside)
      const use = { id: passkey.id, counter: authenticationInfo.newCounter, usedAt: now() }
      if (!(await store.takeUse(inside, use))) refuse('removed, or its counter did not go up')
      return alongside(inside, { userId, email: owner.email })
    })
  }

  /** Checks the browser's answer to a creation. */
  async function checkMade(made: PasskeyMade, wanted: Wanted) {
    const challenge = challengeOf(made.clientData, wanted)
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
    const attestation = await attempt(() =>
      decodeAttestationObject(Uint8Array.from(Buffer.from(made.attestation, 'base64url'))),
    )
    // Certificates were not requested. Checking one could mean a request to an address in it.
    if (!attestation || attestation.get('attStmt').get('x5c') !== undefined) refuse('an attestation with a certificate')
    if (!['none', 'packed'].includes(attestation.get('fmt'))) refuse('an attestation that was not requested')
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: made.id,
        rawId: made.id,
        type: 'public-key',
        response: { clientDataJSON: made.clientData, attestationObject: made.attestation },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge.isOurs,
      expectedOrigin: wanted.party.origin,
      expectedRPID: wanted.party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch((error: Error) => refuse(error.message))
    if (!verified || !registrationInfo || registrationInfo.credential.id !== made.id)
      refuse('not a passkey of this answer')
    return { challenge, info: registrationInfo }
  }

  /** Counts tries with a passkey like those with a password. */
  async function counted<T>(answer: PasskeyAnswer, asker: Asker, work: () => Promise<T>): Promise<T> {
    const key = `passkey ${digestOf(answer.id)}`
    const found = await store.findByCredential(queries, answer.id)
    const crowd = await crowdOf(queries, found?.owner.email ?? '', asker.device)
    const takeBack = await countTry({ email: key, device: crowd, address: asker.address }).catch((error) => {
      log.warn({ address: asker.address }, 'a passkey was refused: too many attempts')
      throw error
    })
    try {
      const result = await work()
      await accounts.removeFailuresOf(queries, key, crowd)
      return result
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'passkey-refused')) await takeBack()
      throw error
    }
  }

  return {
    startSignIn: (party) => requestFor('sign-in', '', needed(party), []),

    async signIn({ passkey, remember, invitation }, visitor, party) {
      const wanted = { use: 'sign-in' as const, owner: '', party: needed(party) }
      const begun = await counted(passkey, devices.askerOf(visitor), () =>
        check(passkey, wanted, async (inside, { userId, email }) => {
          const session = await sessions.begin(inside, { userId, remember, through: null, step: 'passkey', ...visitor })
          return { ...session, userId, email, remember }
        }),
      )
      return signIns.enter(begun, visitor, invitation)
    },

    async startStep(pending, party) {
      const { userId } = await secondFactors.findPending(pending)
      const known = await store.listPasskeys(queries, userId)
      const { app } = await secondFactors.describe(userId)
      const isOffered = party !== undefined && known.length > 0
      return { request: isOffered ? requestFor('second-step', digestOf(pending), party, known) : null, app }
    },

    async finishStep({ pending, passkey, invitation }, visitor, party) {
      const wanted = { use: 'second-step' as const, owner: digestOf(pending), party: needed(party) }
      const begun = await secondFactors.finishPending(
        pending,
        devices.askerOf(visitor),
        ({ userId }) => check(passkey, { ...wanted, userId }, async () => {}),
        async (inside, who) => {
          const { userId, remember, through } = who
          return {
            ...who,
            ...(await sessions.begin(inside, { userId, remember, through, step: 'passkey', ...visitor })),
          }
        },
      )
      return signIns.enter(begun, visitor, invitation)
    },

    async list({ userId }) {
      return (await store.listPasskeys(queries, userId)).map(shown)
    },

    async start(account, password, asker, party) {
      const { id: rpId } = needed(party)
      const { userId, email, sessionId } = account
      await checkPassword(account, password, asker, 'password')
      await refuseUnproven(queries, account)
      const known = await store.listPasskeys(queries, userId)
      if (known.length >= MAX_PASSKEYS) throw new AppError('too-many-passkeys')
      return {
        challenge: challenges.create('creation', sessionId),
        rpId,
        rpName: 'Placard',
        userHandle: handleOf(userId),
        email,
        algorithms: ALGORITHMS,
        exclude: known.map(credentialOf),
      }
    },

    async create({ userId, email, sessionId }, { name, passkey: made }, party) {
      const wanted = { use: 'creation' as const, owner: sessionId, party: needed(party) }
      const { challenge, info } = await checkMade(made, wanted)
      const passkey: store.StoredPasskey = {
        id: PasskeyId.parse(randomUUID()),
        userId,
        credentialId: info.credential.id,
        publicKey: Buffer.from(info.credential.publicKey).toString('base64url'),
        counter: info.credential.counter,
        transports: made.transports,
        name,
        synced: info.credentialBackedUp,
        createdAt: now(),
        lastUsedAt: null,
      }
      await database.transaction(async (inside) => {
        await challenge.take(inside)
        // A lock of the account, so that concurrent requests cannot exceed the limit.
        await accounts.awaitPasswordHash(inside, userId)
        await refuseUnproven(inside, { userId, sessionId })
        if ((await store.countPasskeys(inside, userId)) >= MAX_PASSKEYS) throw new AppError('too-many-passkeys')
        if (!(await store.createPasskey(inside, passkey))) refuse('it belongs to an account already')
        // The password was checked just before, and the device has answered.
        await raiseStep(inside, sessionId, 'passkey')
      })
      log.info({ userId, sessionId }, 'a passkey was added')
      mailer.post(passkeyMail(email, 'added'), 'passkey-added')
      return shown(passkey)
    },

    async rename({ userId }, id, name) {
      const passkey = await store.renamePasskey(queries, { userId, id, name })
      if (!passkey) throw new AppError('passkey-not-found')
      return shown(passkey)
    },

    async remove(account, id, password, asker) {
      const { userId, email } = account
      await checkPassword(account, password, asker, 'password')
      await database.transaction(async (inside) => {
        await accounts.awaitPasswordHash(inside, userId)
        if (!(await store.removePasskey(inside, userId, id))) throw new AppError('passkey-not-found')
        const factor = await factors.findFactor(inside, userId)
        const isSecondStep = factor?.confirmed && factor.secret === ''
        if (isSecondStep && (await store.countPasskeys(inside, userId)) === 0) throw new AppError('passkey-needed')
        await keepRequired(inside, userId)
      })
      await sessions.announceChange(userId)
      log.info({ userId }, 'a passkey was removed')
      mailer.post(passkeyMail(email, 'removed'), 'passkey-removed')
    },

    async turnSecondFactorOn(account, password, asker) {
      await checkPassword(account, password, asker, 'password')
      await refuseUnproven(queries, account)
      return secondFactors.turnOnWithoutApp(account, async (inside) => {
        await accounts.awaitPasswordHash(inside, account.userId)
        if ((await store.countPasskeys(inside, account.userId)) === 0) throw new AppError('passkey-not-found')
      })
    },

    async startProof({ userId, sessionId }, party) {
      const known = await store.listPasskeys(queries, userId)
      if (known.length === 0) throw new AppError('passkey-not-found')
      return requestFor('proof', sessionId, needed(party), known)
    },

    async removeSecondFactor(account, { password, passkey }, asker, party) {
      const { userId, sessionId: owner } = account
      const wanted = { use: 'proof' as const, owner, userId, party: needed(party) }
      await secondFactors.remove(account, password, asker, () => check(passkey, wanted, async () => {}))
    },

    async removeAll(userId, email, alongside) {
      const removed = await database.transaction(async (inside) => {
        const count = await store.removePasskeysOf(inside, userId)
        await factors.removeFactorWithoutApp(inside, userId)
        if (count > 0) await alongside(inside)
        return count
      })
      if (removed === 0) return 0
      await sessions.announceChange(userId)
      log.info({ userId }, 'the passkeys were removed')
      mailer.post(passkeyMail(email, 'removed'), 'passkey-removed')
      return removed
    },

    sweep: () => store.removeChallengesBefore(queries, now() - ANSWERED_KEPT_MS),
  }
}

/** @throws AppError passkeys-unavailable */
function needed(party: Party): RelyingParty {
  if (!party) throw new AppError('passkeys-unavailable')
  return party
}

/** The account in the form in which authenticators keep it. */
function handleOf(userId: UserId): string {
  return Buffer.from(userId).toString('base64url')
}

function credentialOf({ credentialId, transports }: store.StoredPasskey): { id: string; transports: string[] } {
  return { id: credentialId, transports }
}

function shown({ id, name, synced, createdAt, lastUsedAt }: store.StoredPasskey): Passkey {
  return { id, name, synced, createdAt, lastUsedAt }
}

async function attempt<T>(work: () => T): Promise<T | undefined> {
  try {
    return work()
  } catch {
    return undefined
  }
}
