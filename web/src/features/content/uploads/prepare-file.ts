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

/** The bytes that are sent of a file, and the kind of item that it becomes. */
export type Made =
  | { type: 'image'; bytes: Blob }
  /** `insists`: not every screen plays it, and somebody wants it all the same. `sourceSha256`: `sourceHashOf` what it was made of. */
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
  /** `isCopied`: a film with the pictures of the file, which could be converted still. */
  { status: 'done'; made: Made; lost: Loss | undefined; isCopied?: boolean } | { status: 'unfit'; problem: FileProblem }

/** The work on one file, which may be paused where it takes long. */
export type Preparation = {
  prepared: Promise<Prepared>
  pause: () => void
  goOn: () => void
  /** Nobody needs it any more, nor what was made of it. */
  close: () => void
  /** This page does not need it any more: what was made of it is for a later one. */
  leave: () => void
}

type Options = {
  /** Names the work: what is written on the disk for it is called so. */
  id: string
  /** Of a film. */
  keepsQuality: boolean
  /** Of a film: its pictures are converted, whatever they are. */
  converts?: boolean
  /** Of an animated picture, its first is wanted. */
  still?: boolean
  /** Of a film that is converted: the share that is done, and how long the rest takes in milliseconds, where that is known. */
  onConverted: (share: number, leftMs: number | undefined) => void
}

/** [CT1] Makes of any file what can be shown of it: a picture or a film. What cannot be shown says what it is. */
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
    // [CT16] Its first picture is better than nothing.
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
