import type { Contestant, ContestantName } from './contestant.ts'
import { CONTESTANTS } from './contestants.ts'
import type { Surroundings } from './part.ts'

/** One server and its figures in each turn. */
export type Turns<Figures> = { name: ContestantName; turns: Figures[] }

/**
 * Measures every server in turns, so that a temporary disturbance of the machine affects all of them.
 *
 * @param describe the text that is printed after a turn
 */
export async function inTheirTurns<Figures>(
  { options: { passes }, tell, nextPort }: Surroundings,
  measure: (contestant: Contestant, port: number) => Promise<Figures>,
  describe: (figures: Figures) => string,
): Promise<Turns<Figures>[]> {
  const all = CONTESTANTS.map(({ name }): Turns<Figures> => ({ name, turns: [] }))
  for (let pass = 1; pass <= passes; pass += 1) {
    for (const [index, contestant] of CONTESTANTS.entries()) {
      const figures = await measure(contestant, nextPort())
      all[index]?.turns.push(figures)
      tell(`turn ${pass} of ${passes} · ${contestant.title.padEnd(20)} · ${describe(figures)}`)
    }
  }
  return all
}
