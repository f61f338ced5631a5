import { writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { BenchError } from './bench-error.ts'
import { clear } from './children.ts'
import { thisMachine } from './report.ts'

/** Runs a measurement. Prints the reason when it fails, and leaves no process of it behind, however it ends. */
export async function runProgram(work: () => Promise<void>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      clear()
      process.exit(128 + constants.signals[signal])
    })
  }
  try {
    await work()
  } catch (error) {
    if (!(error instanceof BenchError)) throw error
    console.error(error.message)
    process.exitCode = 1
  } finally {
    clear()
  }
}

/** Stores figures that were measured in a browser as results/`name`.json, with time and machine. */
export function keepFigures(name: string, figures: object): void {
  const kept = { measuredAt: new Date().toISOString(), machine: thisMachine(), ...figures }
  writeFileSync(join(import.meta.dirname, 'results', `${name}.json`), `${JSON.stringify(kept, null, 2)}\n`)
}
