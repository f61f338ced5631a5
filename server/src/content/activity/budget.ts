import type { OrganisationId } from '@placard/contract'

/** As many at once: a large school that signs in at eight o'clock. */
const BURST = 120
/** One more each time, for ever: half a million rows within the 400 days that they are kept, some 150 MB at the very worst. */
const REFILL_MS = 60_000
/** Refusals beyond the allowance are summed up this often while they go on. */
const TELL_EXCESS_MS = 60_000

type Account = { left: number; at: number; excess: number; toldAt: number }

/** The one who was refused: a signed-in person, or a stranger who names an address of the organisation. */
export type Crowd = 'members' | 'strangers'

export type Budget = {
  /** Takes one from the allowance. @returns false when it is used up: the refusal is then only counted */
  take(organisationId: OrganisationId, crowd: Crowd): boolean
  /** Counts one that is not going to be written. */
  miss(organisationId: OrganisationId, crowd: Crowd): void
  hasExcess(): boolean
  /** The counts that are due to be told now. */
  takeExcess(): { organisationId: OrganisationId; count: number }[]
}

/**
 * How many refusals may be written down for each organisation, of its members and of strangers apart, so that nobody outside
 * keeps the log from telling what happens inside: a burst, then one a minute. The rows that tell of the rest are at most
 * one a minute too, and so the same bound again.
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
    // A clock that was set back gives nothing, and takes nothing away.
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
