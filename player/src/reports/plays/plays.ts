import type { ItemFault, ManifestItem } from '@placard/contract'
import type { Counted, Counter, Sight } from './sight.ts'

export type Plays = {
  shown(item: ManifestItem): void
  failed(item: ManifestItem, fault: ItemFault): void
  close(): void
}

/** Delay on a page that shows nothing. */
const LOAD_AFTER_MS = 10_000
/** Longest delay after the first picture. The counter is loaded earlier when the browser is idle. */
const LOAD_WITHIN_MS = 2_000
/** Observations that are kept until the counter is loaded. */
const MOST_EARLY = 200

/**
 * Observes what is painted (PP1) and passes it to the counter. The counter is loaded after the first picture, so
 * playback never waits for it. If it cannot be loaded, nothing is counted.
 */
export function watchPlays(counted: Counted): Plays {
  const early: Sight[] = []
  let counter: Counter | undefined
  let latest: ManifestItem | undefined
  let isAsked = false
  let isClosed = false

  function see(sight: Sight): void {
    if (counter) counter.see(sight)
    else if (early.push(sight) > MOST_EARLY) early.shift()
    if (counter || isAsked) return
    // Safari does not have it.
    if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: LOAD_WITHIN_MS })
    else load()
  }

  function load(): void {
    if (counter || isAsked || isClosed) return
    isAsked = true
    import('./counter.ts').then(
      ({ startCounter }) => {
        if (isClosed) return
        counter = startCounter(counted)
        early.forEach(counter.see)
      },
      () => {
        // The next observation tries again.
        isAsked = false
      },
    )
  }

  // Also loaded when nothing is shown, because counts of an earlier page may have to be sent.
  const loading = setTimeout(load, LOAD_AFTER_MS)

  return {
    shown(item) {
      latest = item
      const { current } = { current: undefined, ...counted.engine.scene() }
      const endsAt = current?.endsAt ?? counted.clock.now()
      // The first callback runs before the frame with the item is painted, the second one after it.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (latest === item && !isClosed) see({ type: 'began', at: performance.now(), item, endsAt })
        }),
      )
    },
    failed: (item, fault) => see({ type: 'failed', at: performance.now(), item, fault }),
    close() {
      isClosed = true
      clearTimeout(loading)
      counter?.close()
    },
  }
}
