import { parseArgs } from 'node:util'
import { BenchError } from './bench-error.ts'

export type Options = {
  /** How many listeners at once, one measurement each. */
  listeners: number[]
  /** Measured changes in one pass. */
  rounds: number
  /** How often every server gets its turn. */
  passes: number
  /** The first of the ports on 127.0.0.1 that the servers take, one after another. */
  port: number
}

const MAX_LISTENERS = 20_000

/** @throws BenchError that names the option at fault */
export function readOptions(args: string[]): Options {
  const values = parse(args)
  return {
    listeners: values.listeners.split(',').map((text) => integer('--listeners', text, 2, MAX_LISTENERS)),
    rounds: integer('--rounds', values.rounds, 1, 10_000),
    passes: integer('--passes', values.passes, 1, 100),
    port: integer('--port', values.port, 1_024, 60_000),
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        listeners: { type: 'string', default: '1000,5000' },
        rounds: { type: 'string', default: '30' },
        passes: { type: 'string', default: '2' },
        port: { type: 'string', default: '4500' },
      },
    }).values
  } catch (error) {
    throw new BenchError(error instanceof Error ? error.message : String(error))
  }
}

function integer(name: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new BenchError(`${name} takes whole numbers from ${least} to ${most}, not "${text}".`)
}
