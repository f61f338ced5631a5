import { CONTESTANTS, titleOf } from './contestants.ts'
import { growthPicture } from './growth-picture.ts'
import { runPass } from './one-pass.ts'
import { definePart, measuredOn, type Surroundings } from './part.ts'
import { type FanOut, fanOutGoals, fanOutMarkdown, fanOutOf, fanOutTerminal, type Measurement } from './report.ts'
import { count } from './table.ts'

const PICTURE = 'growth.svg'

/** One change, many listeners, for each number of listeners. */
export const fanOut = definePart<FanOut>({
  name: 'fan-out',
  measure: async (surroundings) => fanOutOf(await measureAll(surroundings), surroundings.options),
  section(kept) {
    // Calculated again from the turns, so that all of the page is made by the same code.
    const results = fanOutOf(kept.rows, kept.options)
    const markdown = `## One change, many listeners

![Growth curves: time until the last listener has a change, and memory for each listener, against listeners](${PICTURE})

${fanOutMarkdown(results)}

${measuredOn(kept)}`
    const pictures = { [PICTURE]: growthPicture(results) }
    return { markdown, terminal: fanOutTerminal(results), goals: fanOutGoals(results), pictures }
  },
})

async function measureAll({ options, nextPort, tell }: Surroundings): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const listeners of options.listeners) {
    const ofThese = CONTESTANTS.map(({ name }): Measurement => ({ name, listeners, passes: [] }))
    // In turns, so that a temporary disturbance of the machine affects all of them.
    for (let pass = 1; pass <= options.passes; pass += 1) {
      for (const [index, contestant] of CONTESTANTS.entries()) {
        const figures = await runPass(contestant, { listeners, rounds: options.rounds, port: nextPort() })
        ofThese[index]?.passes.push(figures)
        const { p50, p99 } = figures.lastReceiptMs
        const told = [
          `${count(listeners)} listeners`,
          `turn ${pass} of ${options.passes}`,
          titleOf(contestant.name).padEnd(20),
          `last receipt ${p50.toFixed(1)} ms (p99 ${p99.toFixed(1)})`,
          `others ${figures.othersCpuPercent.toFixed(0)} %`,
        ]
        tell(told.join(' · '))
      }
    }
    measurements.push(...ofThese)
  }
  return measurements
}
