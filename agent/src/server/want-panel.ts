import type { WantedPanel } from '@placard/contract'

const LONGEST_TIMER_MS = 2 ** 31 - 1

export type PanelFollower = {
  /** @param wanted null: only commands switch the panel */
  take(wanted: WantedPanel | null): void
  close(): void
}

/**
 * Switches the panel whenever the wanted state changes: by a word of the server, or because a change is due, also
 * without a network. The first word after a start switches it as well.
 *
 * @param set resolves with true when the panel was switched
 */
export function followPanel(set: (isOn: boolean) => Promise<boolean>, retryMs = 60_000): PanelFollower {
  let wanted: boolean | undefined
  let timers: ReturnType<typeof setTimeout>[] = []
  let retry: ReturnType<typeof setTimeout> | undefined

  function want(isOn: boolean): void {
    if (isOn === wanted) return
    wanted = isOn
    attempt(isOn, 5)
  }

  function attempt(isOn: boolean, tries: number): void {
    clearTimeout(retry)
    set(isOn).then(
      (isDone) => {
        if (!isDone && wanted === isOn && tries > 1) retry = setTimeout(() => attempt(isOn, tries - 1), retryMs)
      },
      () => {},
    )
  }

  function close(): void {
    for (const timer of timers) clearTimeout(timer)
    timers = []
    clearTimeout(retry)
  }

  return {
    take(word) {
      for (const timer of timers) clearTimeout(timer)
      timers = []
      if (!word) {
        wanted = undefined
        return
      }
      want(word.isOn)
      for (const { inMs, isOn } of word.changes)
        if (inMs < LONGEST_TIMER_MS) timers.push(setTimeout(() => want(isOn), inMs))
    },
    close,
  }
}
