/**
 * How often something is done that costs a process or a second each time. `TEST_IN_FULL=1` (`npm run test:slow`) does it as
 * often as it takes to meet what is rare; every day it is done often enough to see that it holds at all.
 */
export function inFull<Amount>(full: Amount, everyDay: Amount): Amount {
  return process.env.TEST_IN_FULL === '1' ? full : everyDay
}
