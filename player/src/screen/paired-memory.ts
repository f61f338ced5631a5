import type { ScreenAnswer } from '@placard/contract'
import { parseJson } from '../page/read/parse-json.ts'
import { type Place, readPlace } from './read-place.ts'

/** Data that a paired screen stores about itself. Its cookie identifies it as well, and either can restore the other. */
export type Memory = {
  /** Null when it has none. */
  secret: string | null
  /** Its place, as far as it is known. */
  place: Place | undefined
  /** [PX7] 128 random bits in hex, by which a repeated enrolment gives the same screen. Absent: it was never enrolled. */
  machine?: string | undefined
  /**
   * Commands that were carried out or failed, newest last. Each is carried out only once. `isTold`: the server has the
   * answer.
   */
  answers: { id: string; answer: ScreenAnswer; isTold: boolean }[]
}

const NAME = 'placard-paired'
const ANSWERS_KEPT = 50

export function readMemory(): Memory {
  let value: unknown
  try {
    value = parseJson(localStorage.getItem(NAME))
  } catch {
    // No storage. The cookie may still identify the screen.
  }
  const { secret, place, answers, machine } = (value ?? {}) as Record<string, unknown>
  const stored = readPlace(place)
  return {
    secret: typeof secret === 'string' ? secret : null,
    machine: typeof machine === 'string' ? machine : undefined,
    // A test card is shown, and pictures are taken, only while the server says so.
    place: stored && { ...stored, testCard: undefined, picture: undefined },
    answers: Array.isArray(answers) ? answers.filter(isAnswer).slice(-ANSWERS_KEPT) : [],
  }
}

export function writeMemory({ secret, place, answers, machine }: Memory): void {
  try {
    localStorage.setItem(NAME, JSON.stringify({ secret, place, machine, answers: answers.slice(-ANSWERS_KEPT) }))
  } catch {
    // The data lasts as long as the page. The cookie remains.
  }
}

function isAnswer(value: unknown): value is Memory['answers'][number] {
  const { id, answer, isTold } = (value ?? {}) as Record<string, unknown>
  return typeof id === 'string' && typeof answer === 'string' && typeof isTold === 'boolean'
}
