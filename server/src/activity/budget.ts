import type { OrganisationId } from '@placard/contract'

/** As many at once: a large school that signs in at eight o'clock. */
const BURST = 120
/** One more each time, for ever: half a million rows within the 400 days that they are kept, some 150 MB at the very worst. */
const REFILL_MS = 60_000
/** What is beyond is told this often while it goes on. */
const TELL_EXCESS_MS = 60_000

type Account = { left: number; at: number; excess: number; toldAt: number }

export type Budget = {
  /** Whether one more may be written. If not, it is counted. */
  take(organisationId: OrganisationId): boolean
  hasExcess(): boolean
  /** What was counted and is to be told now. */
  takeExcess(): { organisationId: OrganisationId; count: number }[]
}

/**
 * How much may be written down for each organisation: a burst, then one a minute. The rows that tell of the rest are at most
 * one a minute too, and so the same bound again.
 */
export function createBudget(now: () => number): Budget {
  const accounts = new Map<OrganisationId, Account>()

  function accountOf(organisationId: OrganisationId): Account {
    const at = now()
    const known = accounts.get(organisationId)
    if (!known) {
      const account = { left: BURST, at, excess: 0, toldAt: Number.NEGATIVE_INFINITY }
      accounts.set(organisationId, account)
      return account
    }
    // A clock that was set back gives nothing, and takes nothing away.
    const refilled = Math.max(0, Math.floor((at - known.at) / REFILL_MS))
    known.left = Math.min(BURST, known.left + refilled)
    known.at = at < known.at ? at : known.at + refilled * REFILL_MS
    return known
  }

  const isDue = ({ excess, toldAt }: Account) => excess > 0 && Math.abs(now() - toldAt) >= TELL_EXCESS_MS

  return {
    take(organisationId) {
      const account = accountOf(organisationId)
      if (account.left > 0) {
        account.left -= 1
        return true
      }
      if (account.excess === 0) account.toldAt = now()
      account.excess += 1
      return false
    },
    hasExcess: () => [...accounts.values()].some(isDue),
    takeExcess() {
      const due = [...accounts].filter(([, account]) => isDue(account))
      return due.map(([organisationId, account]) => {
        const count = account.excess
        account.excess = 0
        return { organisationId, count }
      })
    },
  }
}
