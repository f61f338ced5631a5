import { createSignal } from '../signal/signal.ts'

const returned = createSignal()
let returns = 0

/** The number of times that the user has signed in again over this page. */
export const sessionReturns = {
  count: () => returns,
  onChange: returned.on,
  announce(): void {
    returns += 1
    returned.announce()
  },
}
