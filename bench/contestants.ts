import type { Contestant } from './contestant.ts'
import { startFloor } from './floor.ts'
import { startPlacard } from './placard-server.ts'

/** In the order of their turns. */
export const CONTESTANTS: readonly Contestant[] = [
  {
    name: 'plain',
    title: 'plain Node',
    keeps: 'nothing',
    start: (port, eventBytes) => startFloor('plain', port, eventBytes),
  },
  {
    name: 'durable',
    title: 'tuned Node + SQLite',
    keeps: 'SQLite FULL',
    start: (port, eventBytes) => startFloor('durable', port, eventBytes),
  },
  {
    name: 'placard',
    title: 'Placard',
    keeps: 'SQLite FULL',
    start: startPlacard,
  },
]
