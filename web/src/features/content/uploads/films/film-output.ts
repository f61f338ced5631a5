import { BufferTarget, StreamTarget, type Target } from 'mediabunny'
import { readLayout, withIndexInFront } from './boxes.ts'
import type { FilmFileProblem, FilmOrder, LiesIn } from './film-order.ts'
import { createScratchFile } from './scratch-file.ts'

/** `over` resolves as soon as it is not paused any more. */
export type Pauses = { readonly signal: AbortSignal; over: () => Promise<void> }

/** Ends the work: the film cannot be used, for this reason. */
export class UnfitFilm extends Error {
  readonly problem: FilmFileProblem
  constructor(problem: FilmFileProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

/** True where what is made found no room, on the disk or in memory; who wrote it may have put that into an error of their own. */
export function isNoRoom(error: unknown): boolean {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return true
  if (error instanceof RangeError && /allocation/i.test(error.message)) return true
  return error instanceof Error && error.cause !== undefined && isNoRoom(error.cause)
}

/** In memory where there is no place on the disk; more than this is too much for a phone. */
const MOST_IN_MEMORY_BYTES = 256 * 2 ** 20

type OpenTarget = { target: Target; liesIn: LiesIn; read: () => Promise<Blob> }

export async function openTarget({ name, file }: Pick<FilmOrder, 'name' | 'file'>): Promise<OpenTarget> {
  const scratch = await createScratchFile(name)
  if (scratch) return { target: new StreamTarget(scratch.writable), liesIn: 'scratch-file', read: scratch.read }
  if (file.size > MOST_IN_MEMORY_BYTES) throw new UnfitFilm('film-no-room')
  const target = new BufferTarget()
  return { target, liesIn: 'memory', read: async () => new Blob([target.buffer ?? new ArrayBuffer(0)]) }
}

export async function inFront(written: Blob): Promise<Blob> {
  const layout = await readLayout(written)
  const film = layout && withIndexInFront(written, layout)
  if (!film) throw new UnfitFilm('film-not-convertible')
  return film
}
