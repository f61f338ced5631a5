import { BufferTarget, StreamTarget, type Target } from 'mediabunny'
import { readLayout, withIndexInFront } from './boxes.ts'
import type { FilmFileProblem, FilmOrder, LiesIn } from './film-order.ts'
import { createScratchFile } from './scratch-file.ts'

/** `over` resolves when the pause ends. */
export type Pauses = { readonly signal: AbortSignal; over: () => Promise<void> }

/** Ends the work because the film cannot be used. */
export class UnfitFilm extends Error {
  readonly problem: FilmFileProblem
  constructor(problem: FilmFileProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

/** True if the output did not fit on the disk or into memory. Libraries may wrap that error as the cause of their own. */
export function isNoRoom(error: unknown): boolean {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return true
  if (error instanceof RangeError && /allocation/i.test(error.message)) return true
  return error instanceof Error && error.cause !== undefined && isNoRoom(error.cause)
}

/** The limit if the film has to be made in memory because there is no disk space: more is too much for a phone. */
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
