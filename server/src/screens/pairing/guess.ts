import type { Caller } from '../../platform/access.ts'
import { AppError } from '../../platform/errors.ts'
import { networkOf } from '../../platform/network.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'

/** B102. A guess hits one of a thousand open codes once in 887,000. */
const PER_PERSON = { atOnce: 5, everyMs: 12_000, names: 20_000 }
/** S42: five people's. An organisation can make any number of accounts and tokens, and these share it. */
const PER_ORGANISATION = { atOnce: 25, everyMs: 2_400, names: 10_000 }
/** S42: four organisations'. A school, or a whole town, can be behind one address. */
const PER_NETWORK = { atOnce: 100, everyMs: 600, names: 20_000 }

type Guesser = Pick<Caller, 'userId' | 'organisationId'>

/**
 * Looks for what a code stands for, and counts the codes that stand for nothing: for the person, for their organisation, and for their
 * network. Whoever has no try left is refused the right code too.
 *
 * A try is counted before its code is looked at, so that of many that come at once no more than the limit are looked at. It is
 * given back unless the code was wrong.
 *
 * @param look undefined: the code stands for nothing
 * @throws AppError pairing-code-not-found, too-many-requests with the seconds until the next try; whatever `look` throws
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
    // All are asked before one is taken: a refused try costs the others nothing.
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
