import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BenchError } from './bench-error.ts'
import { PART_NAMES, type PartName } from './part-names.ts'

export type Options = {
  /** The parts to measure, in this order. When empty, the page is written again from earlier results. */
  only: readonly PartName[]
  /** One change, many listeners: the numbers of listeners, one measurement each. */
  listeners: number[]
  /** Listeners of the one crowded display, and of the one whose server is killed. */
  crowd: number
  /** Number of displays with one listener each. Beside the crowded display there are a quarter as many. */
  displays: number
  /** Writes a second to them. Beside the crowded display there are a quarter as many. */
  rate: number
  /** Duration of the writes in one turn. */
  seconds: number
  /** Measured changes in one pass. */
  rounds: number
  /** Number of turns of every server. */
  passes: number
  /**
   * The attacks against the server, by the ids of the findings, or `all` for all at once. Undefined: all at once, and
   * then each alone.
   */
  abuses: string[] | undefined
  /** The first port on 127.0.0.1 for the servers, which use consecutive ports. */
  port: number
  /** The folder for the results. */
  results: string
}

const MAX_LISTENERS = 20_000
const RESULTS = join(import.meta.dirname, 'results')

/** @throws BenchError that names the invalid option */
export function readOptions(args: string[]): Options {
  const values = parse(args)
  const options = {
    only: readOnly(values.only),
    listeners: values.listeners.split(',').map((text) => integer('--listeners', text, 2, MAX_LISTENERS)),
    crowd: integer('--crowd', values.crowd, 2, MAX_LISTENERS),
    displays: integer('--displays', values.displays, 8, MAX_LISTENERS),
    rate: integer('--rate', values.rate, 4, 2_000),
    seconds: integer('--seconds', values.seconds, 1, 600),
    rounds: integer('--rounds', values.rounds, 1, 10_000),
    passes: integer('--passes', values.passes, 1, 100),
    abuses: values.abuses?.split(','),
    port: integer('--port', values.port, 1_024, 60_000),
    results: values.results,
  }
  // A changed display is not changed again for a second, so there must be others.
  if (options.displays < 4 * options.rate) {
    throw new BenchError(`--rate ${options.rate} takes --displays ${4 * options.rate} or more.`)
  }
  return options
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        only: { type: 'string', default: PART_NAMES.join(',') },
        listeners: { type: 'string', default: '1000,5000,10000' },
        crowd: { type: 'string', default: '5000' },
        displays: { type: 'string', default: '2000' },
        rate: { type: 'string', default: '200' },
        seconds: { type: 'string', default: '20' },
        rounds: { type: 'string', default: '30' },
        passes: { type: 'string', default: '2' },
        abuses: { type: 'string' },
        port: { type: 'string', default: '4500' },
        results: { type: 'string', default: RESULTS },
      },
    }).values
  } catch (error) {
    throw new BenchError(error instanceof Error ? error.message : String(error))
  }
}

function readOnly(text: string): PartName[] {
  const wanted = text === 'page' ? [] : text.split(',')
  const unknown = wanted.find((name) => !PART_NAMES.some((known) => known === name))
  if (unknown !== undefined) {
    throw new BenchError(`--only takes ${PART_NAMES.join(', ')}, page, pages, dashboard or player, not "${unknown}".`)
  }
  return PART_NAMES.filter((name) => wanted.includes(name))
}

function integer(name: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new BenchError(`${name} takes whole numbers from ${least} to ${most}, not "${text}".`)
}
