import type { FilmAnswer, FilmCommand, FilmOrder } from './film-order.ts'
import { posterOfElement } from './poster-of-element.ts'
import { removeScratchFile } from './scratch-file.ts'

type Made = Exclude<FilmAnswer, { status: 'converting' }>

/** A film that is being made of a chosen file, in a worker. */
export type FilmMaking = {
  /** Rejects when the worker's script cannot be loaded. */
  made: Promise<Made>
  /** It stands still, and keeps what it has. */
  pause: () => void
  goOn: () => void
  /** It ends, and what lies on the disk for it goes. To be called when the film has been sent, too. */
  close: () => void
}

/**
 * Begins to make a film (`makeFilm`).
 *
 * @param onProgress share that is converted, and how long the rest will take in milliseconds: undefined while nobody can know
 */
export function startMaking(
  order: Omit<FilmOrder, 'name'> & { name: string },
  onProgress: (share: number, leftMs: number | undefined) => void,
): FilmMaking {
  const worker = new Worker(new URL('./film.worker.ts', import.meta.url), { type: 'module' })
  const tell = (message: FilmOrder | FilmCommand) => worker.postMessage(message)
  const clock = createEstimate()
  const made = new Promise<Made>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FilmAnswer>) => {
      if (data.status === 'converting') onProgress(data.share, clock.leftMs(data.share))
      else resolve(data)
    }
    worker.onerror = () => reject(new Error('The worker that makes films did not start.'))
  })
    .then(withPoster)
    .finally(() => worker.terminate())
  tell(order)
  return {
    made,
    pause() {
      clock.pause()
      tell('pause')
    },
    goOn() {
      clock.goOn()
      tell('go-on')
    },
    close() {
      worker.terminate()
      void removeScratchFile(order.name)
    },
  }
}

/** A worker without decoders draws none; the page may play it all the same. */
async function withPoster(made: Made): Promise<Made> {
  if (made.status !== 'done' || made.poster) return made
  return { ...made, poster: await posterOfElement(made.film) }
}

/** After so much of its work one can say how long the rest takes. */
const TELLING_MS = 4_000

/** How long it will still take, by how long it has taken so far; pauses do not count. */
function createEstimate() {
  let workedMs = 0
  let since: number | undefined = performance.now()
  const worked = () => workedMs + (since === undefined ? 0 : performance.now() - since)
  return {
    leftMs: (share: number) => (share > 0 && worked() > TELLING_MS ? (worked() * (1 - share)) / share : undefined),
    pause() {
      workedMs = worked()
      since = undefined
    },
    goOn() {
      since ??= performance.now()
    },
  }
}
