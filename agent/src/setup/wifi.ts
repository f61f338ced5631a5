import { hasControl, isWifi, type Line } from '../settings/lines.ts'

/** A network, as placard-screen.conf names it. */
export type Wifi = {
  name: string
  password: Password
  isHidden: boolean
  /** Two letters: the rules for radio of this country count. */
  country?: string
}

/** `taken`: the password was removed from the file after this machine had stored it. */
export type Password = { kind: 'open' } | { kind: 'taken' } | { kind: 'given'; text: string }

/** The value of wifi-password for a network without one. No password has four characters. */
export const OPEN = 'none'
/** A password that was removed. */
export const TAKEN = '********'
const LONGEST_NAME_BYTES = 32
const PASSWORD = /^(?:[ -~]{8,63}|[0-9a-f]{64})$/i
const COUNTRY = /^[a-z]{2}$/i

/**
 * Reads the lines about Wi-Fi. With a problem, no network is returned. No message contains a password.
 *
 * @returns no network and no problem if the file has no such line
 */
export function readWifi(lines: readonly Line[]): { wifi?: Wifi; problems: string[] } {
  const problems: string[] = []
  const told: { name?: string; password?: Password; country?: string; isHidden: boolean } = { isHidden: false }
  const own = lines.filter(({ name }) => isWifi(name))
  if (own.length === 0) return { problems }
  for (const { number, name, value } of own) {
    const problem = hasControl(value) ? `${name}: remove the control character` : set(told, name, value)
    if (problem) problems.push(`line ${number}: ${problem}`)
  }
  const { name, password, ...rest } = told
  if (problems.length === 0 && name === undefined) problems.push('wifi-name is missing: enter the name of the network')
  if (problems.length === 0 && !password)
    problems.push(`wifi-password is missing: enter it, or ${OPEN} for a network without a password`)
  return problems.length > 0 || name === undefined || !password
    ? { problems }
    : { wifi: { name, password, ...rest }, problems }
}

/** Returns the problem with a line. */
function set(
  told: { name?: string; password?: Password; country?: string; isHidden: boolean },
  name: string,
  value: string,
): string | undefined {
  switch (name) {
    case 'wifi-name': {
      const bytes = Buffer.byteLength(value)
      if (bytes === 0 || bytes > LONGEST_NAME_BYTES)
        return `${name}: the name of a network has 1 to ${LONGEST_NAME_BYTES} bytes`
      told.name = value
      return undefined
    }
    case 'wifi-password':
      if (value === OPEN) told.password = { kind: 'open' }
      else if (value === TAKEN) told.password = { kind: 'taken' }
      else if (PASSWORD.test(value)) told.password = { kind: 'given', text: value }
      else
        return `${name}: a password has 8 to 63 characters of an English keyboard, or 64 hexadecimal digits. Enter ${OPEN} for a network without a password`
      return undefined
    case 'wifi-country':
      if (!COUNTRY.test(value)) return `${name}: enter the two letters of the country, such as DE`
      told.country = value.toUpperCase()
      return undefined
    case 'wifi-hidden':
      if (value !== 'yes' && value !== 'no') return `${name}: yes or no`
      told.isHidden = value === 'yes'
      return undefined
    default:
      return `${name}: there is no such setting`
  }
}
