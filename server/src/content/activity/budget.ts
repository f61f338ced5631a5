import type { OrganisationId } from '@placard/contract'

/** Refusals that may be written at once. Enough for a large school that signs in at eight o'clock. */
const BURST = 120
/**
 * One more refusal may be written per this interval: half a million rows within the 400 days that they are kept, about 150 MB at
 * most.
 */
const REFILL_MS = 60_000
/** While refusals exceed the allowance, the excess is written as one entry at this interval. */
const TELL_EXCESS_MS = 60_000

type Account = { left: number; at: number; excess: number; toldAt: number }

/** The group that a refused caller belongs to: a signed-in person, or a stranger who names an address of the organisation. */
export type Crowd = 'members' | 'strangers'

export type Budget = {
  /** Uses one refusal of the allowance. @returns false if it is used up; the refusal is then only counted */
  take(organisationId: OrganisationId, crowd: Crowd): boolean
  /** Counts a refusal that is not written. */
  miss(organisationId: OrganisationId, crowd: Crowd): void
  hasExcess(): boolean
  /** The counts that are due to be written now. */
  takeExcess(): { organisationId: OrganisationId; count: number }[]
}

/**
 * Limits the refusals that may be written for each organisation: a burst, then one a minute. Members and strangers have separate
 * allowances, so strangers cannot keep the log from recording what happens inside. The entries that sum up the excess are limited
 * to one a minute as well, which at most doubles the bound.
 */
export function createBudget(now: () => number): Budget {
  const crowds: Record<Crowd, Map<OrganisationId, Account>> = { members: new Map(), strangers: new Map() }
  const accounts = () => [...crowds.members, ...crowds.strangers]

  function accountOf(organisationId: OrganisationId, crowd: Crowd): Account {
    const at = now()
    const known = crowds[crowd].get(organisationId)
    if (!known) {
      const account = { left: BURST, at, excess: 0, toldAt: Number.NEGATIVE_INFINITY }
      crowds[crowd].set(organisationId, account)
      return account
    }
    // A clock that was set back adds nothing to the allowance and takes nothing from it.
    const refilled = Math.max(0, Math.floor((at - known.at) / REFILL_MS))
    known.left = Math.min(BURST, known.left + refilled)
    known.at = at < known.at ? at : known.at + refilled * REFILL_MS
    return known
  }

  const isDue = ({ excess, toldAt }: Account) => excess > 0 && Math.abs(now() - toldAt) >= TELL_EXCESS_MS

  function count(account: Account): void {
    if (account.excess === 0) account.toldAt = now()
    account.excess += 1
  }

  return {
    take(organisationId, crowd) {
      const account = accountOf(organisationId, crowd)
      if (account.left > 0) {
        account.left -= 1
        return true
      }
      count(account)
      return false
    },
    miss: (organisationId, crowd) => count(accountOf(organisationId, crowd)),
    hasExcess: () => accounts().some(([, account]) => isDue(account)),
    takeExcess() {
      const due = accounts().filter(([, account]) => isDue(account))
      return due.map(([organisationId, account]) => {
        const { excess } = account
        account.excess = 0
        return { organisationId, count: excess }
      })
    },
  }
}
