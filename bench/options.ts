import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BenchError } from './bench-error.ts'
import { PART_NAMES, type PartName } from './part-names.ts'

export type Options = {
  /** The parts to measure, in this order. None: earlier results are written down once more. */
  only: readonly PartName[]
  /** One change, many listeners: how many at once, one measurement each. */
  listeners: number[]
  /** Of the one crowded display, and of the one whose server is killed. */
  crowd: number
  /** Displays with a listener each. Beside the crowded one there are a quarter as many. */
  displays: number
  /** Writes a second to them. Beside the crowded one there are a quarter as many. */
  rate: number
  /** Of writing, in one turn. */
  seconds: number
  /** Measured changes in one pass. */
  rounds: number
  /** How often every server gets its turn. */
  passes: number
  /** The attacks that are tried against the server, by the ids of the findings, or `all` at once; undefined: all at once, and each. */
  abuses: string[] | undefined
  /** The first of the ports on 127.0.0.1 that the servers take, one after another. */
  port: number
  /** The folder for what is measured. */
  results: string
}

const MAX_LISTENERS = 20_000
const RESULTS = join(import.meta.dirname, 'results')

/** @throws BenchError that names the option at fault */
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
  // A display that was changed is left alone for a second, and there must be others.
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
