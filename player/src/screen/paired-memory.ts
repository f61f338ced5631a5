import type { ScreenAnswer } from '@placard/contract'
import { parseJson } from '../page/read/parse-json.ts'
import { type Place, readPlace } from './read-place.ts'

/** The memory of a paired screen of itself. Its cookie says the same: either of them brings the other back. */
export type Memory = {
  /** Null: it has none. */
  secret: string | null
  /** Its place, as far as it knows. */
  place: Place | undefined
  /** Commands that it has carried out, or could not, newest last: each counts once. `isTold`: the server has the answer. */
  answers: { id: string; answer: ScreenAnswer; isTold: boolean }[]
}

const NAME = 'placard-paired'
const ANSWERS_KEPT = 50

export function readMemory(): Memory {
  let value: unknown
  try {
    value = parseJson(localStorage.getItem(NAME))
  } catch {
    // No storage: the cookie may have it.
  }
  const { secret, place, answers } = (value ?? {}) as Record<string, unknown>
  return {
    secret: typeof secret === 'string' ? secret : null,
    place: readPlace(place),
    answers: Array.isArray(answers) ? answers.filter(isAnswer).slice(-ANSWERS_KEPT) : [],
  }
}

export function writeMemory({ secret, place, answers }: Memory): void {
  try {
    localStorage.setItem(NAME, JSON.stringify({ secret, place, answers: answers.slice(-ANSWERS_KEPT) }))
  } catch {
    // It lasts as long as the page, and the cookie.
  }
}

function isAnswer(value: unknown): value is Memory['answers'][number] {
  const { id, answer, isTold } = (value ?? {}) as Record<string, unknown>
  return typeof id === 'string' && typeof answer === 'string' && typeof isTold === 'boolean'
}
