import { type Asker, presentAsker } from './asker.ts'
import { AppError } from './errors.ts'
import { QUEUES, type QueueBounds, type QueueName } from './shares.ts'
import { createTurns, type EndTurn } from './turns.ts'

/** Options of a job in a queue. */
export type Place = {
  /** The asker that the job counts for. The current asker when omitted. */
  asker?: Asker | undefined
  /** If it aborts while the job waits, the job never starts. */
  signal?: AbortSignal | undefined
}

type Waiting = Asker & { leave: AbortController }

/**
 * Creates one of the server's queues. It runs a few jobs at once and lets a few wait. Askers take turns, however many jobs each of them
 * has. When the queue is full, a job of an asker with fewer jobs displaces the newest job of the asker with the most.
 *
 * @param own bounds that differ from the table's, for tests and settings
 * @returns runs a job in its turn. It throws AppError `unavailable` when there is no room, and the signal's reason when it aborts
 */
export function createQueue(
  name: QueueName,
  own: Partial<QueueBounds> = {},
): <T>(work: () => Promise<T>, place?: Place) => Promise<T> {
  const bounds: QueueBounds = { ...QUEUES[name], ...own }
  const { atOnce, atOnceOfOne = atOnce, waiting: most, waitingOfOne = most } = bounds
  const turns = createTurns(atOnce, { ofOne: atOnceOfOne })
  /** Oldest first. */
  const waiting = new Set<Waiting>()

  /** Makes room for a job when the queue is full. @throws AppError when no other asker has more jobs than this one */
  function makeRoom(asker: Asker): void {
    const all = [...waiting]
    const own = all.filter(({ of }) => of === asker.of)
    const isOwnFull = own.length >= waitingOfOne
    if (!isOwnFull && all.length < most) return
    const [among, level] = isOwnFull ? ([own, 'by'] as const) : ([all, 'of'] as const)
    const fullest = fullestOf(among, level)
    const mine = among.filter((one) => one[level] === asker[level]).length
    if (fullest.jobs <= mine + 1) throw noRoom()
    const inIt = among.filter((one) => one[level] === fullest.name)
    const person = fullestOf(inIt, 'by').name
    inIt.findLast(({ by }) => by === person)?.leave.abort(noRoom())
  }

  function wait(asker: Asker, signal: AbortSignal | undefined): Promise<EndTurn> {
    makeRoom(asker)
    const entry: Waiting = { ...asker, leave: new AbortController() }
    waiting.add(entry)
    const { signal: left } = entry.leave
    return turns.take(asker.of, signal ? AbortSignal.any([signal, left]) : left).finally(() => waiting.delete(entry))
  }

  return async (work, { asker = presentAsker(), signal } = {}) => {
    const end = await (turns.isFree(asker.of) ? turns.take(asker.of, signal) : wait(asker, signal))
    try {
      return await work()
    } finally {
      end()
    }
  }
}

/** The asker with the most of these jobs. */
function fullestOf(jobs: readonly Waiting[], level: keyof Asker): { name: string; jobs: number } {
  const counts = Map.groupBy(jobs, (one) => one[level])
  let fullest = { name: '', jobs: 0 }
  for (const [name, { length }] of counts) if (length > fullest.jobs) fullest = { name, jobs: length }
  return fullest
}

const noRoom = () => new AppError('unavailable', { retryAfterSeconds: 2 })
