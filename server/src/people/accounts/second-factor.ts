import { randomBytes } from 'node:crypto'
import {
  type ConfirmSecondFactor,
  type Email,
  RECOVERY_CODES,
  type RemoveSecondFactor,
  SECOND_FACTOR_WAIT_MS,
  type SecondFactorSecret,
  type UserId,
} from '@placard/contract'
import { Secret, TOTP } from 'otpauth'
import type { Account } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { digestOf, newSecret } from '../../platform/secret.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { secondFactorMail } from './mails.ts'
import type { CheckPassword } from './password-check.ts'
import { raiseStep } from './required-step.store.ts'
import { keepRequired, refuseUnproven } from './required-step.ts'
import * as factors from './second-factor.store.ts'
import type { Sessions } from './sessions.ts'
import * as store from './store.ts'
import { type Asker, type CountTry, crowdOf } from './throttle.ts'

/** RFC 6238, with the values that all authenticator apps support. */
const PERIOD_SECONDS = 30
const DIGITS = 6
/** RFC 4226: the length of the hash. */
const SECRET_BYTES = 20
/** Clocks may be off by one step in either direction. */
const WINDOW_STEPS = 1
/** 80 random bits, so the digests need neither a salt nor a slow hash. */
const RECOVERY_BYTES = 10

/** A person who has been authenticated and must still enter a code. */
export type Pending = {
  userId: UserId
  email: string
  remember: boolean
  /** The identity provider that authenticated them. Null: by password. */
  through: string | null
}

/** The second factor: a code of an authenticator app, a recovery code, or a passkey (`passkeys/`). */
export type SecondFactors = {
  isOn(userId: UserId): Promise<boolean>
  describe(userId: UserId): Promise<{ on: boolean; app: boolean; recoveryCodesLeft: number }>
  /** @throws AppError wrong-password, second-factor-on, too-many-requests, unavailable */
  begin(account: Account, password: string, asker: Asker): Promise<SecondFactorSecret>
  /**
   * Turns it on.
   *
   * @returns the recovery codes, which cannot be read again
   * @throws AppError wrong-code, second-factor-off, second-factor-on, too-many-requests
   */
  confirm(account: Account, wanted: ConfirmSecondFactor, asker: Asker): Promise<string[]>
  /**
   * Turns it on without an app, for an account with passkeys.
   *
   * @param check runs in the same transaction, and throws if the account has none
   * @returns the recovery codes, which cannot be read again
   * @throws AppError second-factor-on
   */
  turnOnWithoutApp(account: Account, check: (queries: Queries) => Promise<void>): Promise<string[]>
  /**
   * @param prove throws if the person lacks the second factor. Counted like a code
   * @throws AppError wrong-password, second-factor-off, second-step-kept, too-many-requests, unavailable
   */
  remove(account: Account, password: string, asker: Asker, prove: () => Promise<void>): Promise<void>
  /** @throws AppError wrong-password, wrong-code, second-factor-off, too-many-requests, unavailable */
  removeByCode(account: Account, wanted: RemoveSecondFactor, asker: Asker): Promise<void>
  /** For the operator, at the owner's request. @returns false if it was off */
  turnOff(userId: UserId, email: Email, alongside?: (queries: Queries) => Promise<void>): Promise<boolean>
  /** @returns the value that the browser must send with the code */
  createPending(who: Omit<Pending, 'email'>): Promise<string>
  /** Cancels the pending sign-in. */
  endPending(pending: string): Promise<void>
  /** @throws AppError sign-in-expired */
  findPending(pending: string): Promise<Pending>
  /**
   * Checks the second factor and uses up the pending sign-in.
   *
   * @param prove throws if the person lacks the second factor. Counted like a code
   * @param begin called in the transaction that ends the pending sign-in, so that a change of the password ends either the
   * pending sign-in or its result
   * @throws AppError sign-in-expired, too-many-requests
   */
  finishPending<T>(
    pending: string,
    asker: Asker,
    prove: (who: Pending) => Promise<void>,
    begin: (queries: Queries, who: Pending) => Promise<T>,
  ): Promise<T>
  /** @throws AppError wrong-code, second-factor-off */
  takeCode(userId: UserId, code: string): Promise<void>
  sweep(): Promise<void>
}

/** @param secret of the installation */
export function createSecondFactors(
  context: Context,
  secret: string,
  { checkPassword, countTry, sessions }: { checkPassword: CheckPassword; countTry: CountTry; sessions: Sessions },
): SecondFactors {
  const { log, now, mailer } = context
  const { queries } = context.database
  const box = createSecretBox(secret, 'second factor')

  /**
   * Counts tries by user and not by pending sign-in, because a person with the password can begin any number of those. Known
   * browsers are counted separately, as for passwords.
   */
  async function counted<T>(
    { userId, email }: { userId: UserId; email: string },
    asker: Asker,
    work: () => Promise<T>,
  ) {
    const crowd = await crowdOf(queries, email, asker.device)
    const key = `second factor of ${userId}`
    const takeBack = await countTry({ email: key, device: crowd, address: asker.address }).catch((error) => {
      if (error instanceof AppError && error.code === 'too-many-requests') {
        log.warn({ userId, address: asker.address }, 'a code was refused: too many attempts')
      }
      throw error
    })
    try {
      const result = await work()
      await store.removeFailuresOf(queries, key, crowd)
      return result
    } catch (error) {
      if (error instanceof AppError && (error.code === 'wrong-code' || error.code === 'passkey-refused')) {
        log.info({ userId, address: asker.address }, 'a second factor was refused: wrong or used')
      } else {
        await takeBack()
      }
      throw error
    }
  }

  /** The time step that a code belongs to, if it is valid now. */
  function stepOf(userId: UserId, sealed: string, code: string): number | undefined {
    const at = now()
    const delta = totpOf(box.open(sealed, userId), '').validate({ token: code, timestamp: at, window: WINDOW_STEPS })
    return delta === null ? undefined : Math.floor(at / 1_000 / PERIOD_SECONDS) + delta
  }

  /** @throws AppError wrong-code, second-factor-off */
  async function takeCode(userId: UserId, code: string): Promise<void> {
    const factor = await factors.findFactor(queries, userId)
    if (!factor?.confirmed) throw new AppError('second-factor-off')
    if (code.length > DIGITS) {
      if (await factors.takeRecoveryCode(queries, userId, digestOf(code))) return
      throw new AppError('wrong-code', { field: 'code' })
    }
    const step = factor.secret === '' ? undefined : stepOf(userId, factor.secret, code)
    if (step === undefined || !(await factors.takeStep(queries, userId, step))) {
      throw new AppError('wrong-code', { field: 'code' })
    }
  }

  async function isOn(userId: UserId): Promise<boolean> {
    return (await factors.findFactor(queries, userId))?.confirmed ?? false
  }

  async function turnOff(
    userId: UserId,
    email: Email,
    alongside?: (queries: Queries) => Promise<void>,
  ): Promise<boolean> {
    const wasOn = await isOn(userId)
    await context.database.transaction(async (inside) => {
      await factors.removeFactor(inside, userId)
      if (wasOn) await alongside?.(inside)
    })
    if (!wasOn) return false
    await sessions.announceChange(userId)
    log.info({ userId }, 'the second factor was turned off')
    mailer.post(secondFactorMail(email, false), 'second-factor-off')
    return true
  }

  async function remove(account: Account, password: string, asker: Asker, prove: () => Promise<void>): Promise<void> {
    const { userId, email } = account
    await checkPassword(account, password, asker, 'password')
    await counted(account, asker, async () => {
      if (!(await isOn(userId))) throw new AppError('second-factor-off')
      await prove()
    })
    await turnOff(userId, email, (inside) => keepRequired(inside, userId))
  }

  async function findPending(pending: string): Promise<Pending> {
    const found = await factors.findPending(queries, digestOf(pending), now())
    if (!found || found.disabled) throw new AppError('sign-in-expired')
    const { userId, email, remembered: remember, through } = found
    return { userId, email, remember, through }
  }

  return {
    isOn,
    turnOff,

    async describe(userId) {
      const factor = await factors.findFactor(queries, userId)
      if (!factor?.confirmed) return { on: false, app: false, recoveryCodesLeft: 0 }
      const recoveryCodesLeft = await factors.countRecoveryCodes(queries, userId)
      return { on: true, app: factor.secret !== '', recoveryCodesLeft }
    },

    async begin(account, password, asker) {
      const { userId, email } = account
      await checkPassword(account, password, asker, 'password')
      await refuseUnproven(queries, account)
      const secret = new Secret({ buffer: Uint8Array.from(randomBytes(SECRET_BYTES)).buffer }).base32
      if (!(await factors.putUnconfirmedFactor(queries, userId, box.seal(secret, userId)))) {
        throw new AppError('second-factor-on')
      }
      return { secret, uri: totpOf(secret, email).toString() }
    },

    confirm: (account, { code }, asker) =>
      counted(account, asker, async () => {
        const { userId, email, sessionId } = account
        const factor = await factors.findFactor(queries, userId)
        if (!factor) throw new AppError('second-factor-off')
        if (factor.confirmed) throw new AppError('second-factor-on')
        const step = code.length === DIGITS ? stepOf(userId, factor.secret, code) : undefined
        if (step === undefined) throw new AppError('wrong-code', { field: 'code' })
        const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
        await context.database.transaction(async (inside) => {
          const confirmed = { secret: factor.secret, confirmedAt: now(), step }
          await refuseUnproven(inside, account)
          if (!(await factors.confirmFactor(inside, userId, confirmed))) throw new AppError('second-factor-off')
          const digests = codes.map((one) => digestOf(one))
          await factors.replaceRecoveryCodes(inside, userId, digests)
          await raiseStep(inside, sessionId, 'code')
        })
        log.info({ userId, address: asker.address }, 'the second factor was turned on')
        mailer.post(secondFactorMail(email, true), 'second-factor-on')
        return codes.map(shown)
      }),

    async turnOnWithoutApp({ userId, email }, check) {
      const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
      await context.database.transaction(async (inside) => {
        await check(inside)
        if (!(await factors.putUnconfirmedFactor(inside, userId, ''))) throw new AppError('second-factor-on')
        await factors.confirmFactor(inside, userId, { secret: '', confirmedAt: now(), step: 0 })
        const digests = codes.map((one) => digestOf(one))
        await factors.replaceRecoveryCodes(inside, userId, digests)
      })
      log.info({ userId }, 'the second factor was turned on')
      mailer.post(secondFactorMail(email, true), 'second-factor-on')
      return codes.map(shown)
    },

    remove,
    removeByCode: (account, { password, code }, asker) =>
      remove(account, password, asker, () => takeCode(account.userId, code)),
    takeCode,
    findPending,

    async createPending({ userId, remember, through }) {
      const pending = newSecret()
      const expiresAt = now() + SECOND_FACTOR_WAIT_MS
      await factors.createPending(queries, {
        token: digestOf(pending),
        userId,
        remembered: remember,
        through,
        expiresAt,
      })
      return pending
    },

    async endPending(pending) {
      await factors.removePending(queries, digestOf(pending))
    },

    async finishPending(pending, asker, prove, begin) {
      const who = await findPending(pending)
      await counted(who, asker, () => prove(who)).catch((error) => {
        // The factor was turned off meanwhile, so the pending sign-in is void.
        throw error instanceof AppError && error.code === 'second-factor-off' ? new AppError('sign-in-expired') : error
      })
      return context.database.transaction(async (inside) => {
        if (!(await factors.removePending(inside, digestOf(pending)))) throw new AppError('sign-in-expired')
        return begin(inside, who)
      })
    },

    sweep: () => factors.removePendingBefore(queries, now()),
  }
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: 'Placard',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_SECONDS,
  })
}

/** 16 lower-case base32 characters, without ones that look alike. */
function newRecoveryCode(): string {
  return new Secret({ buffer: Uint8Array.from(randomBytes(RECOVERY_BYTES)).buffer }).base32.toLowerCase()
}

function shown(code: string): string {
  return (code.match(/.{4}/g) ?? []).join('-')
}
