import { CHUNK_TIMEOUT_MS } from '@placard/contract'
import { ApiError } from '../../../platform/api/api-error.ts'
import { inTime } from '../../../platform/signal/in-time.ts'
import { isAnimated } from './animated.ts'
import type { FileProblem } from './file-check.ts'
import { kindOf } from './file-kind.ts'
import type { FilmLoss, LiesIn } from './films/film-order.ts'
import type { FilmMaking } from './films/make.ts'
import { pictureOfDrawing } from './picture-of-drawing.ts'
import { preparePicture } from './prepare-picture.ts'
import { readHead } from './read-head.ts'

/** The bytes that are uploaded for a file, and the type of the item. */
export type Made =
  | { type: 'image'; bytes: Blob }
  /** `insists`: not every screen plays it, but the user wants it. `sourceSha256`: the `sourceHashOf` of the original film. */
  | {
      type: 'video'
      bytes: Blob
      liesIn: LiesIn
      poster?: Blob | undefined
      insists: boolean
      sourceSha256?: string | undefined
    }

/** The part or quality of a file that could not be kept. */
export type Loss = FilmLoss

export type Prepared =
  /** `isCopied`: the film has the original frames, and could still be converted. */
  { status: 'done'; made: Made; lost: Loss | undefined; isCopied?: boolean } | { status: 'unfit'; problem: FileProblem }

/** The work on one file. It can be paused if it takes long. */
export type Preparation = {
  prepared: Promise<Prepared>
  pause: () => void
  goOn: () => void
  /** Ends the work and deletes its results. */
  close: () => void
  /** Ends the work on this page, but keeps its results for a later page. */
  leave: () => void
}

type Options = {
  /** Names the work and its scratch file. */
  id: string
  /** Films only. */
  keepsQuality: boolean
  /** Films only: the frames are always converted. */
  converts?: boolean
  /** For an animated picture: only the first frame is wanted. */
  still?: boolean
  /** For a film that is converted: the converted share, and the estimated milliseconds left, if known. */
  onConverted: (share: number, leftMs: number | undefined) => void
}

/** [CT1] Makes a picture or a film from any file. For a file that cannot be shown, the result says what kind of file it is. */
export function prepareFile(file: File, options: Options): Preparation {
  const ending = new AbortController()
  let making: FilmMaking | undefined
  let isPaused = false

  const film = async (from: 'film' | 'animated-picture'): Promise<Prepared> => {
    const { startMaking } = await inTime(import('./films/make.ts'), CHUNK_TIMEOUT_MS, () => new ApiError('no-answer'))
    ending.signal.throwIfAborted()
    const { id: name, keepsQuality, converts = false, onConverted } = options
    making = startMaking({ file, name, from, keepsQuality, converts }, onConverted)
    if (isPaused) making.pause()
    const made = await making.made
    if (made.status === 'unfit') return made
    const { film: bytes, liesIn, poster, insists, isCopied, lost } = made
    return { status: 'done', made: { type: 'video', bytes, liesIn, poster, insists }, lost, isCopied }
  }

  const picture = async (lost: Loss | undefined): Promise<Prepared> => {
    const prepared = await preparePicture(file, ending.signal)
    if (prepared.status === 'unfit') return prepared
    return { status: 'done', made: { type: 'image', bytes: prepared.picture }, lost }
  }

  const prepare = async (): Promise<Prepared> => {
    const head = await readHead(file)
    const kind = kindOf(file, head)
    if (kind === 'film') return film('film')
    if (kind === 'svg') {
      const drawn = await pictureOfDrawing(file)
      return drawn
        ? { status: 'done', made: { type: 'image', bytes: drawn }, lost: undefined }
        : { status: 'unfit', problem: 'svg' }
    }
    if (kind !== 'picture' || !isAnimated(head)) return picture(undefined)
    if (options.still) return picture('motion')
    const made = await film('animated-picture')
    // [CT16] The first frame is better than nothing.
    return made.status === 'done' ? made : picture('motion')
  }

  const end = () => ending.abort(new DOMException('nobody needs it', 'AbortError'))
  return {
    prepared: prepare(),
    pause() {
      isPaused = true
      making?.pause()
    },
    goOn() {
      isPaused = false
      making?.goOn()
    },
    close() {
      end()
      making?.close()
    },
    leave() {
      end()
      making?.leave()
    },
  }
}
