import { type Explanation, explainAt, type HeardScreen, type HeldProgramme } from '@placard/playback'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { createSignal } from '../../../platform/signal/signal.ts'
import type { Kind, Mends } from './kinds.ts'

/** A computer that slept, or whose clock was set, is found out about so soon. */
const LOOKS_EVERY_MS = 60_000

/** Something that somebody asks about. */
export type Asked = { kind: Kind; id: string }

/**
 * The explanations of the programme that the page is about: worked out once for all cards, and anew at the moment at which one of
 * them is another. A card hears only of its own.
 */
function createExplained() {
  const changed = createSignal()
  const explanations = new Map<string, Explanation>()
  const mends = new Map<string, Mends>()
  let held: { programme: HeldProgramme; screens: readonly HeardScreen[] } | undefined
  let asked: Asked | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const keyOf = (kind: Kind, id: string) => `${kind} ${id}`

  function explain(): void {
    clearTimeout(timer)
    const found = held && explainAt(held.programme, serverNow(), held.screens)
    const before = new Map(explanations)
    explanations.clear()
    const keep = (kind: Kind, id: string, explanation: Explanation) => {
      const known = before.get(keyOf(kind, id))
      const isSame = known && isAlike(known, explanation)
      explanations.set(keyOf(kind, id), isSame ? known : explanation)
    }
    found?.items.forEach((explanation, id) => {
      keep('item', id, explanation)
    })
    found?.lines.forEach((explanation, id) => {
      keep('line', id, explanation)
    })
    if (found) look(found.until)
    changed.announce()
  }

  function look(until: number): void {
    const leftMs = until - serverNow()
    if (leftMs <= 0) explain()
    else timer = setTimeout(() => look(until), Math.min(leftMs, LOOKS_EVERY_MS))
  }

  return {
    publish(next: typeof held): void {
      held = next
      explain()
    },
    /** After the clock was set. */
    refresh: explain,
    of: (kind: Kind, id: string) => explanations.get(keyOf(kind, id)),
    ask(next: Asked | undefined): void {
      asked = next
      changed.announce()
    },
    asked: () => asked,
    /** Mends that can be made to it, by whoever may. */
    offer(kind: Kind, id: string, some: Mends): () => void {
      mends.set(keyOf(kind, id), some)
      return () => {
        if (mends.get(keyOf(kind, id)) === some) mends.delete(keyOf(kind, id))
      }
    },
    mendsOf: (kind: Kind, id: string) => mends.get(keyOf(kind, id)),
    onChange: changed.on,
  }
}

/** A moment that is Infinity is none in JSON: two of them are the same. */
const isAlike = (one: Explanation, other: Explanation) => JSON.stringify(one) === JSON.stringify(other)

export const explained = createExplained()
