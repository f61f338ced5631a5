import type { Contestant, ContestantName } from './contestant.ts'
import { startFloor } from './floor.ts'
import { startPlacard } from './placard-server.ts'

/** In the order in which they are measured. */
export const CONTESTANTS: readonly Contestant[] = [
  {
    name: 'plain',
    title: 'plain Node',
    keeps: 'nothing',
    start: (...wanted) => startFloor('plain', ...wanted),
  },
  {
    name: 'durable',
    title: 'tuned Node + SQLite',
    keeps: 'SQLite FULL',
    start: (...wanted) => startFloor('durable', ...wanted),
  },
  {
    name: 'placard',
    title: 'Placard',
    keeps: 'SQLite FULL',
    start: (...wanted) => startPlacard(...wanted),
  },
]

export function contestantOf(name: ContestantName): Contestant {
  const contestant = CONTESTANTS.find((one) => one.name === name)
  if (!contestant) throw new RangeError(`there is no server ${name}`)
  return contestant
}

export function titleOf(name: ContestantName): string {
  return contestantOf(name).title
}
