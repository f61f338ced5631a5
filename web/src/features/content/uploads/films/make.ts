import { ApiError } from '../../../../platform/api/api-error.ts'
import { createWatchdog } from '../watchdog.ts'
import { readLayout, withIndexInFront } from './boxes.ts'
import { createEstimate } from './estimate.ts'
import type { FilmAnswer, FilmCommand, FilmOrder } from './film-order.ts'
import { posterOfElement } from './poster-of-element.ts'
import { readScratchFile, removeScratchFile } from './scratch-file.ts'

type Made = Exclude<FilmAnswer, { status: 'converting' }>

/** A film that a worker is making from a chosen file. */
export type FilmMaking = {
  /** Rejects if the worker's script cannot be loaded. */
  made: Promise<Made>
  /** Suspends the work and keeps what was done. */
  pause: () => void
  goOn: () => void
  /** Ends the work and deletes its scratch file. Also has to be called after the film was uploaded. */
  close: () => void
  /** Ends the work but keeps its scratch file for a later page. */
  leave: () => void
}

/** The film that an earlier page converted, byte for byte the same. @returns undefined if it is incomplete */
export async function readMade(name: string): Promise<Blob | undefined> {
  const written = await readScratchFile(name)
  const layout = await readLayout(written)
  return layout && withIndexInFront(written, layout)
}

/**
 * Starts to make a film (`makeFilm`).
 *
 * @param onProgress the converted share, and the estimated milliseconds left: undefined while there is no estimate
 */
export function startMaking(
  order: Omit<FilmOrder, 'name'> & { name: string },
  onProgress: (share: number, leftMs: number | undefined) => void,
): FilmMaking {
  const worker = new Worker(new URL('./film.worker.ts', import.meta.url), { type: 'module' })
  const tell = (message: FilmOrder | FilmCommand) => worker.postMessage(message)
  const estimate = createEstimate(() => performance.now())
  let watchdog: ReturnType<typeof createWatchdog> | undefined
  const end = () => {
    watchdog?.close()
    worker.terminate()
  }
  const made = new Promise<Made>((resolve, reject) => {
    watchdog = createWatchdog(() => resolve({ status: 'unfit', problem: 'film-stuck' }))
    worker.onmessage = ({ data }: MessageEvent<FilmAnswer>) => {
      watchdog?.moved()
      if (data.status === 'converting') onProgress(data.share, estimate.leftMs(data.share))
      else resolve(data)
    }
    worker.onmessageerror = () => resolve({ status: 'unfit', problem: 'film-stuck' })
    worker.onerror = () => reject(new ApiError('network-request-failed'))
  })
    .finally(end)
    .then(withPoster)
  tell(order)
  return {
    made,
    pause() {
      estimate.pause()
      watchdog?.pause()
      tell('pause')
    },
    goOn() {
      estimate.goOn()
      watchdog?.goOn()
      tell('go-on')
    },
    close() {
      end()
      void removeScratchFile(order.name)
    },
    leave: end,
  }
}

/** A worker without decoders makes no poster. The page may still be able to play the film. */
async function withPoster(made: Made): Promise<Made> {
  if (made.status !== 'done' || made.poster) return made
  return { ...made, poster: await posterOfElement(made.film) }
}
