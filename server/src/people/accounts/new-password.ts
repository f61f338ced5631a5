import type { Email, UserId } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { digestOf, newSecret } from '../../platform/secret.ts'
import { passwordChangedMail } from './mails.ts'
import { proveAddress } from './proof.ts'
import * as recovery from './recovery.store.ts'
import * as factors from './second-factor.store.ts'
import type { Sessions } from './sessions.ts'
import * as store from './store.ts'
import { STRANGER } from './throttle.ts'

export type NewPassword = {
  userId: UserId
  email: Email
  /** Of a password that is good enough for this account. */
  hash: string
  /** The hash of the one that was asked for. With another there meanwhile, nothing happens. */
  before?: string
  /** Digest of the token by which it is changed; used up in the same transaction. Who has it has shown whose the address is. */
  resetToken?: string
  /** Done in the same transaction. */
  alongside?: ((queries: Queries) => Promise<void>) | undefined
  /** The session that goes on, with another secret. Left out: none. */
  keep?: string
}

/**
 * Gives an account another password. In one transaction: everything that the old one began ends with it, which is sessions,
 * sign-ins that wait for a code, and links for a new password. What was open in them ends at once (B13).
 *
 * @returns the new secret of the session that is kept
 * @throws AppError reset-link-expired, when somebody was faster with the same link; wrong-password, when `before` is no more
 */
export async function storeNewPassword(context: Context, sessions: Sessions, wanted: NewPassword): Promise<string> {
  const { userId, email, hash, before, resetToken, alongside, keep } = wanted
  const now = context.now()
  const secret = newSecret()
  const ended = await context.database.transaction(async (queries) => {
    if (resetToken !== undefined && !(await recovery.removeReset(queries, resetToken, now))) {
      throw new AppError('reset-link-expired', { field: 'token' })
    }
    const isReplaced = await store.updatePasswordHash(queries, userId, {
      hash,
      before,
      updatedAt: new Date(now).toISOString(),
    })
    if (before !== undefined && !isReplaced) throw new AppError('wrong-password', { field: 'current' })
    await recovery.removeResetsOf(queries, userId)
    await recovery.removeRequestsOf(queries, email)
    await factors.removePendingOf(queries, userId)
    await store.removeFailuresOf(queries, email, STRANGER)
    if (resetToken !== undefined) await proveAddress(queries, { userId, email })
    await alongside?.(queries)
    if (keep !== undefined) await store.replaceSecret(queries, keep, { token: digestOf(secret), rotatedAt: now })
    return store.removeSessionsOf(queries, userId, keep)
  })
  sessions.announceEnds(ended)
  const { publicUrl } = context.config
  const page = publicUrl === undefined ? undefined : `${publicUrl}/forgot-password`
  context.mailer.post(passwordChangedMail(email, page), 'password-changed')
  return secret
}
