import { SetupError } from './setup-error.mjs'

/** The parts of `npm test`, in order. */
const USUAL = ['check', 'unit', 'e2e']
const PARTS = [...USUAL, 'slow']
const SHARD = /^([1-9]\d*)\/([1-9]\d*)$/

/**
 * Parses the arguments of `npm test`.
 *
 * @param {string[]} args
 * @typedef {object} TestArguments
 * @property {string[]} parts
 * @property {string | undefined} shard as `1/3`
 * @property {number | 'of the commit' | undefined} round of the journeys; undefined for all of them
 * @property {'few' | 'all' | undefined} fonts of the journeys' browsers; undefined when the round decides
 * @property {string[]} rest for Vitest and Playwright
 *
 * @returns {TestArguments}
 * @throws {SetupError} that names the invalid argument
 */
export function readTestArguments(args) {
  const rest = [...args]
  const only = take(rest, '--only')
  // The name of a part alone means the same, as in `.ci/run unit`.
  const part = only ?? (PARTS.includes(rest[0] ?? '') ? rest.shift() : undefined)
  if (part !== undefined && !PARTS.includes(part)) {
    throw new SetupError(`--only takes one of ${PARTS.join(', ')}, not "${part}".`)
  }
  const shard = take(rest, '--shard')
  const [, index, count] = SHARD.exec(shard ?? '') ?? []
  if (shard !== undefined && !(Number(index) <= Number(count))) {
    throw new SetupError(`--shard takes a share like 1/3, not "${shard}".`)
  }
  const named = take(rest, '--round')
  if (named !== undefined && named !== 'all' && !/^\d+$/.test(named)) {
    throw new SetupError(`--round takes a number or "all", not "${named}".`)
  }
  const fonts = take(rest, '--fonts')
  if (fonts !== undefined && fonts !== 'few' && fonts !== 'all') {
    throw new SetupError(`--fonts takes "few" or "all", not "${fonts}".`)
  }
  // One part, or a shard, means all of its tests.
  const usual = part === undefined && shard === undefined ? /** @type {const} */ ('of the commit') : undefined
  const round = named === undefined ? usual : named === 'all' ? undefined : Number(named)
  if (part !== undefined) return { parts: [part], shard, round, fonts, rest }
  // The checks cannot be divided, so they are in the first shard.
  return { parts: USUAL.filter((name) => name !== 'check' || (index ?? '1') === '1'), shard, round, fonts, rest }
}

/**
 * Removes an option and its value from the arguments.
 *
 * @param {string[]} args
 * @param {string} name
 * @returns {string | undefined}
 */
function take(args, name) {
  const at = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`))
  if (at === -1) return undefined
  const [option = '', value] = args.splice(at, args[at] === name ? 2 : 1)
  return option === name ? (value ?? '') : option.slice(name.length + 1)
}
