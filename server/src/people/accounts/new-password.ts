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
  /** Hash of a password that is strong enough for this account. */
  hash: string
  /** The expected current hash. If it has changed, nothing happens. */
  before?: string
  /** Digest of the reset token, which is used up in the same transaction. Possession of it proves the address. */
  resetToken?: string
  /** Runs in the same transaction. */
  alongside?: ((queries: Queries) => Promise<void>) | undefined
  /** The session to keep, with a new secret. Left out: none. */
  keep?: string
}

/**
 * Sets the password of an account. In one transaction, everything that the old password began is ended: sessions, sign-ins that
 * wait for a code, and links for a new password. Open streams of the sessions end at once (B13).
 *
 * @returns the new secret of the kept session
 * @throws AppError reset-link-expired if the link was used meanwhile; wrong-password if `before` has changed
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
