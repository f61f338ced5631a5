import type { ProgrammeKey, Rotation } from '@placard/contract'
import { createRoot } from 'react-dom/client'
import { openDatabase } from '../cache/database.ts'
import { PAIR_WORDS } from '../page/english-pair.ts'
import { withTimeout } from '../page/read/with-timeout.ts'
import { useWords } from '../page/words.ts'
import { manifestPath } from '../sync/addresses.ts'
import { manifestRecordOf } from '../sync/last-good.ts'

const LOOK_EVERY_MS = 60_000
const ANSWER_WITHIN_MS = 30_000

/**
 * [SP3] Shows that the display at this plain address is only for its paired screens, and deletes what was stored of it.
 *
 * @param again called when the display is available to everybody again
 * @returns a function that removes the message
 */
export function sayRefused(place: HTMLElement, rotation: Rotation, key: ProgrammeKey, again: () => void): () => void {
  const root = createRoot(place)
  root.render(<RefusedView rotation={rotation} />)
  if ('displayId' in key) {
    const database = openDatabase(indexedDB)
    void database
      .remove('records', manifestRecordOf(key))
      .catch(() => {})
      .then(() => database.close())
  }
  let isOver = false
  const close = () => {
    isOver = true
    clearInterval(timer)
    root.unmount()
  }
  const timer = setInterval(() => {
    withTimeout(ANSWER_WITHIN_MS, (signal) =>
      fetch(manifestPath(key), { cache: 'no-store', credentials: 'same-origin', redirect: 'error', signal }),
    ).then(
      ({ status, headers }) => {
        if (isOver || status !== 200 || !headers.get('ETag')) return
        close()
        again()
      },
      () => {},
    )
  }, LOOK_EVERY_MS)
  return close
}

function RefusedView({ rotation }: { rotation: Rotation }) {
  const words = useWords(PAIR_WORDS)
  return (
    <main className="player" data-state="empty" data-refused="" data-rotation={rotation}>
      {words ? (
        <div className="card" lang={words.lang} dir="auto">
          <div className="card-name">{words['pair.refused']}</div>
          <div className="card-note">{words['pair.how']}</div>
          <div className="card-address" dir="ltr">{`${location.origin}/screen`}</div>
        </div>
      ) : null}
      <div className="shield" />
    </main>
  )
}
