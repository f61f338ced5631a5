import type { Caller } from '../../platform/access.ts'
import { AppError } from '../../platform/errors.ts'
import { networkOf } from '../../platform/network.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'

/** B102. With a thousand open codes, one in 887,000 guesses is right. */
const PER_PERSON = { atOnce: 5, everyMs: 12_000, names: 20_000 }
/** S42: five times that of a person. An organisation can create any number of accounts and tokens, which share this limit. */
const PER_ORGANISATION = { atOnce: 25, everyMs: 2_400, names: 10_000 }
/** S42: four times that of an organisation. A school or a whole town may share one address. */
const PER_NETWORK = { atOnce: 100, everyMs: 600, names: 20_000 }

type Guesser = Pick<Caller, 'userId' | 'organisationId'>

/**
 * Looks up a code, and counts wrong codes for the person, for their organisation, and for their network. If no tries are left, a
 * right code is refused too.
 *
 * A try is counted before the lookup, so that concurrent tries cannot exceed the limit. It is given back unless the code was
 * wrong.
 *
 * @param look returns undefined for a wrong code
 * @throws AppError pairing-code-not-found, too-many-requests with the seconds until the next try; errors of `look`
 */
export type Guess = <T>(guesser: Guesser, address: string, look: () => Promise<T | undefined>) => Promise<T>

/** @param now milliseconds since 1970 */
export function createGuess(now: () => number): Guess {
  const perPerson = createRateLimit(PER_PERSON)
  const perOrganisation = createRateLimit(PER_ORGANISATION)
  const perNetwork = createRateLimit(PER_NETWORK)

  return async ({ userId, organisationId }, address, look) => {
    const counts = [
      { limit: perPerson, name: userId },
      { limit: perOrganisation, name: organisationId },
      { limit: perNetwork, name: networkOf(address) },
    ]
    // All limits are checked before any is used, so that a refused try uses none of them.
    const waitMs = Math.max(...counts.map(({ limit, name }) => limit.waitMs(name, now())))
    if (waitMs > 0) throw new AppError('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
    for (const { limit, name } of counts) limit.take(name, now())
    let isWrong = false
    try {
      const found = await look()
      isWrong = found === undefined
      if (found === undefined) throw new AppError('pairing-code-not-found')
      return found
    } finally {
      if (!isWrong) for (const { limit, name } of counts) limit.giveBack(name, now())
    }
  }
}
