import type { ChangePassword, OwnAccount, OwnSession, SessionId } from '@placard/contract'
import type { Account } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { findMissing } from './admission.ts'
import { deviceNameOf } from './device-name.ts'
import { storeNewPassword } from './new-password.ts'
import { listOwnWords } from './own-words.ts'
import type { PasswordHasher } from './password.ts'
import type { CheckPassword } from './password-check.ts'
import { refuseWeakPassword } from './password-strength.ts'
import type { SecondFactors } from './second-factor.ts'
import { hasEnded } from './session-life.ts'
import type { Sessions, Ticket } from './sessions.ts'
import * as store from './store.ts'
import type { Asker } from './throttle.ts'

/** Actions of a signed-in person on their own account. */
export type OwnAccounts = {
  get(account: Account): Promise<OwnAccount>
  /**
   * Changes the password. Ends every other session; this one continues with a new secret.
   *
   * @throws AppError wrong-password, weak-password, too-many-requests, unavailable
   */
  changePassword(account: Account, wanted: ChangePassword, asker: Asker): Promise<Ticket>
  /** The valid sessions, last seen first. */
  listSessions(account: Account): Promise<OwnSession[]>
  /** @throws AppError session-not-found, also for another account's session */
  removeSession(account: Account, id: SessionId): Promise<void>
  removeOtherSessions(account: Account): Promise<void>
}

export function createOwnAccounts(
  context: Context,
  parts: { sessions: Sessions; passwords: PasswordHasher; checkPassword: CheckPassword; secondFactors: SecondFactors },
): OwnAccounts {
  const { log, now } = context
  const { queries } = context.database
  const { sessions, passwords, checkPassword, secondFactors } = parts

  return {
    async get(account) {
      const { email, userId } = account
      const hasPassword = (await store.findPasswordHash(queries, userId)) !== undefined
      const missing = await findMissing(queries, account)
      return { email, hasPassword, secondFactor: await secondFactors.describe(userId), missing }
    },

    async changePassword(account, { current, password }, asker) {
      const { userId, email, sessionId } = account
      const before = await checkPassword(account, current, asker, 'current')
      await refuseWeakPassword(password, email, await listOwnWords(context, email))
      const hash = await passwords.hash(password)
      const secret = await storeNewPassword(context, sessions, { userId, email, hash, before, keep: sessionId })
      log.info({ userId, sessionId, address: asker.address }, 'a password was changed')
      const kept = (await store.listSessionsOf(queries, userId)).find(({ id }) => id === sessionId)
      const left = kept?.remembered ? Math.ceil((kept.expiresAt - now()) / 1_000) : undefined
      return { secret, maxAgeSeconds: left }
    },

    async listSessions({ userId, sessionId }) {
      const all = await store.listSessionsOf(queries, userId)
      return all
        .filter((session) => !hasEnded(session, now()))
        .map(({ id, userAgent, through, address, signedInAt, lastSeenAt }) => ({
          id,
          ...deviceNameOf(userAgent),
          through,
          address,
          signedInAt,
          lastSeenAt,
          current: id === sessionId,
        }))
    },

    async removeSession({ userId }, id) {
      const ended = await store.removeSessionOf(queries, userId, id)
      if (!ended) throw new AppError('session-not-found')
      sessions.announceEnds([id])
      log.info({ userId, sessionId: id }, 'signed out from another device')
    },

    async removeOtherSessions({ userId, sessionId }) {
      sessions.announceEnds(await store.removeSessionsOf(queries, userId, sessionId))
      log.info({ userId, sessionId }, 'signed out on all other devices')
    },
  }
}
