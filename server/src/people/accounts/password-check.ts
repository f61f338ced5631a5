import type { Account } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import type { PasswordHasher } from './password.ts'
import * as store from './store.ts'
import { type Asker, type CountTry, crowdOf } from './throttle.ts'

/**
 * @param field of the request that contains the password, for the error
 * @returns the stored hash
 * @throws AppError wrong-password, too-many-requests, unavailable
 */
export type CheckPassword = (account: Account, password: string, asker: Asker, field: string) => Promise<string>

/**
 * Asks a signed-in person for the password again. Limited like a sign-in, so that a person who finds a signed-in browser has no
 * more guesses than from outside.
 */
export function createPasswordCheck(context: Context, passwords: PasswordHasher, countTry: CountTry): CheckPassword {
  const { queries } = context.database
  return async ({ email, userId }, password, { device, address }, field) => {
    const crowd = await crowdOf(queries, email, device)
    const takeBack = await countTry({ email, device: crowd, address })
    const hash = (await store.findPasswordHash(queries, userId)) ?? ''
    const right = await passwords.verify(hash, password).catch(async (error) => {
      // The password was not checked, so this is not a failed try.
      await takeBack()
      throw error
    })
    if (!right) {
      context.log.info({ userId, address }, 'refused: the password was wrong')
      throw new AppError('wrong-password', { field })
    }
    await takeBack()
    return hash
  }
}
