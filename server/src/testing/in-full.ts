/**
 * Chooses the amount of an expensive test, which costs a process or a second for each repetition. `TEST_IN_FULL=1` (`npm run test:slow`)
 * uses the full amount, which finds rare failures. Otherwise a smaller amount checks the common case.
 */
export function inFull<Amount>(full: Amount, everyDay: Amount): Amount {
  return process.env.TEST_IN_FULL === '1' ? full : everyDay
}
