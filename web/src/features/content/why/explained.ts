import { type Explanation, explainAt, type HeardScreen, type HeldProgramme } from '@placard/playback'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { createSignal } from '../../../platform/signal/signal.ts'
import type { Kind, Mends } from './kinds.ts'

/** Interval at which a slept computer or a changed clock is detected. */
const LOOKS_EVERY_MS = 60_000

/** The thing that the user asks about. */
export type Asked = { kind: Kind; id: string }

/**
 * The explanations for the programme of the page. They are computed once for all cards, and again at the time at which one of them
 * changes. A card is only notified of its own.
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
    /** Call after the clock was changed. */
    refresh: explain,
    of: (kind: Kind, id: string) => explanations.get(keyOf(kind, id)),
    ask(next: Asked | undefined): void {
      asked = next
      changed.announce()
    },
    asked: () => asked,
    /** Offers mends for this thing, if the user may make them. */
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

/** In JSON, Infinity becomes null, so two such times are equal. */
const isAlike = (one: Explanation, other: Explanation) => JSON.stringify(one) === JSON.stringify(other)

export const explained = createExplained()
