import type { EnrolScreen } from '@placard/contract'

const MACHINE = /^[0-9a-f]{32}$/

/**
 * [PX7] The part of the address behind the # that is about enrolling: `#enrol=CODE`, with `name`, `place` and `machine` if wanted.
 *
 * @param machine the id of this device if the address has none
 * @returns undefined if there is no code in it
 */
export function enrolOf(hash: string, machine: () => string): EnrolScreen | undefined {
  const told = new URLSearchParams(hash.slice(1))
  const code = told.get('enrol')
  if (!code) return undefined
  const own = (told.get('machine') || '').toLowerCase()
  return {
    code: code.slice(0, 100),
    machine: MACHINE.test(own) ? own : machine(),
    name: (told.get('name') || '').slice(0, 1_000),
    place: (told.get('place') || '').slice(0, 1_000),
  }
}
