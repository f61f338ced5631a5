import type { ItemFault, ManifestItem } from '@placard/contract'
import type { Counted, Counter, Sight } from './sight.ts'

export type Plays = {
  shown(item: ManifestItem): void
  failed(item: ManifestItem, fault: ItemFault): void
  close(): void
}

/** Of a page that shows nothing. */
const LOAD_AFTER_MS = 10_000
/** After a picture; sooner where the browser has nothing else to do. */
const LOAD_WITHIN_MS = 2_000
/** The sights before the counter is there. */
const MOST_EARLY = 200

/**
 * Sees what is painted (PP1), and hands it to the counter, which comes after the first picture: nothing that plays waits for it,
 * and without it nothing is counted.
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
    // Safari has none.
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
        // By the next thing that is seen.
        isAsked = false
      },
    )
  }

  // With nothing to show as well: what the page before has counted is still to be told.
  const loading = setTimeout(load, LOAD_AFTER_MS)

  return {
    shown(item) {
      latest = item
      const { current } = { current: undefined, ...counted.engine.scene() }
      const endsAt = current?.endsAt ?? counted.clock.now()
      // The first is called before the frame that has it is drawn, the second after it.
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
