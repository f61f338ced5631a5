// The measurement behind `npm run bench`. README.md in results/ says what it measures.
import { mkdirSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { BenchError } from './bench-error.ts'
import { clear } from './children.ts'
import { CONTESTANTS } from './contestants.ts'
import { runPass } from './one-pass.ts'
import { type Options, readOptions } from './options.ts'
import { checkMachine } from './process-meter.ts'
import { count, type Measurement, resultsOf, resultsPage, terminalTable, thisMachine, titleOf } from './report.ts'

const RESULTS = join(import.meta.dirname, 'results')
/** A process has some files open besides its connections. */
const OTHER_FILES = 100

async function measureAll(options: Options): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  let { port } = options
  for (const listeners of options.listeners) {
    const ofThese = CONTESTANTS.map(({ name }): Measurement => ({ name, listeners, passes: [] }))
    // In turns, so that what disturbs the machine for a while hits all of them.
    for (let pass = 1; pass <= options.passes; pass += 1) {
      for (const measurement of ofThese) {
        const contestant = CONTESTANTS.find(({ name }) => name === measurement.name)
        if (!contestant) continue
        const figures = await runPass(contestant, { listeners, rounds: options.rounds, port })
        port += 1
        measurement.passes.push(figures)
        const { p50, p99 } = figures.lastReceiptMs
        const told = [
          `${count(listeners)} listeners`,
          `pass ${pass} of ${options.passes}`,
          titleOf(measurement.name).padEnd(20),
          `last receipt ${p50.toFixed(1)} ms (p99 ${p99.toFixed(1)})`,
          `others ${figures.othersCpuPercent.toFixed(0)} %`,
        ]
        console.log(told.join(' · '))
      }
    }
    measurements.push(...ofThese)
  }
  return measurements
}

async function bench(args: string[]): Promise<void> {
  const options = readOptions(args)
  checkMachine(Math.max(...options.listeners) + OTHER_FILES)
  const measurements = await measureAll(options)
  const results = resultsOf(measurements, options, thisMachine(), new Date())
  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(join(RESULTS, 'fan-out.json'), `${JSON.stringify(results, rounded, 2)}\n`)
  writeFileSync(join(RESULTS, 'README.md'), resultsPage(results))
  console.log(`\n${terminalTable(results)}\n\nKept in bench/results/.`)
}

/** Three digits behind the point are more than is ever measured. */
function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1_000) / 1_000 : value
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    clear()
    process.exit(128 + constants.signals[signal])
  })
}

try {
  await bench(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof BenchError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  clear()
}
