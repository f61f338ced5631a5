/** Ends a turn, so that the next job starts. */
export type EndTurn = () => void

type Owner = {
  /** Milliseconds of turns so far. An owner that returns from being idle starts at no less than the current level. */
  used: number
  running: number
  waiting: (() => void)[]
}

/** Idle owners are remembered with the time they have used. After this many new owners, the idle ones are forgotten. */
const REMEMBERED_OWNERS = 1_000
/**
 * Jobs that never yield, like SQLite's, would run one after another without returning to the event loop, and so would whole requests that
 * came at the same moment. The event loop runs at this interval, so that a new request is seen and may go first.
 */
const ROUND_MS = 1
/**
 * An owner with little work comes several times for one request: identify the caller, make the change, read what the screens play. After
 * its turn the place is kept for this long before it goes to an owner with long turns. Otherwise it would wait for a long turn each time.
 */
const KEPT_MS = 1
/**
 * The place is kept only if the next owner has used this much more time. It is more than KEPT_MS, so keeping the place costs less than it
 * saves.
 */
const MUCH_MORE_MS = 2

/**
 * Lets a few jobs run at once. The owner that has used the least time gets the next turn: an owner with one short job goes ahead of an
 * owner with a hundred long ones, and waits only for the jobs that are running. Being idle saves up no time.
 *
 * @param options.ofOne the most jobs of one owner that run at once. Unlimited when omitted
 * @param options.now milliseconds of a monotonic clock
 */
export function createTurns(
  atOnce: number,
  { ofOne = atOnce, now = () => performance.now() }: { ofOne?: number; now?: () => number } = {},
) {
  const owners = new Map<string, Owner>()
  /** In the order in which they began to wait. An owner that had a turn and still waits moves to the end. */
  const waiting = new Map<string, Owner>()
  let running = 0
  let waitingInAll = 0
  /** The time that the owner of the newest turn had used when the turn began. */
  let level = 0
  /** Start time of the first job in this round of the event loop. */
  let roundBeganAt: number | undefined
  let forgetsBeyond = REMEMBERED_OWNERS
  /** A place that is kept for an owner that has used less time than the next in line. */
  let kept: { timer: ReturnType<typeof setTimeout>; lessThan: number } | undefined

  function ownerOf(of: string): Owner {
    const owner = owners.get(of) ?? { used: 0, running: 0, waiting: [] }
    if (owner.running === 0 && owner.waiting.length === 0) {
      owner.used = Math.max(owner.used, level)
      owners.set(of, owner)
    }
    return owner
  }

  /** Milliseconds since the first job of this round of the event loop began. */
  function roundMs(): number {
    if (roundBeganAt === undefined) {
      roundBeganAt = now()
      setImmediate(() => {
        roundBeganAt = undefined
      })
    }
    return now() - roundBeganAt
  }

  function begin(owner: Owner): EndTurn {
    const startedAt = now()
    level = Math.max(level, owner.used)
    owner.running += 1
    return () => {
      owner.running -= 1
      owner.used += now() - startedAt
      const next = leastUsed()?.[1].used
      if (next === undefined) running -= 1
      else if (!kept && next - owner.used > MUCH_MORE_MS) keep(next)
      else handOnInTime()
      if (owners.size > forgetsBeyond) forgetIdle()
    }
  }

  /** Passes the place on directly, so that no new job takes it in between. */
  function handOn(): void {
    const next = takeNext()
    if (next) next()
    else running -= 1
  }

  /** Passes the place on at once, or after one round of the event loop when the current round has lasted too long. */
  function handOnInTime(): void {
    if (roundMs() < ROUND_MS) handOn()
    else setImmediate(handOn)
  }

  function keep(lessThan: number): void {
    kept = { timer: setTimeout(endKeeping, KEPT_MS), lessThan }
  }

  /** Called when an owner came for the kept place, or when nobody did in time. */
  function endKeeping(): void {
    clearTimeout(kept?.timer)
    kept = undefined
    handOn()
  }

  function leastUsed(): [string, Owner] | undefined {
    let first: [string, Owner] | undefined
    for (const one of waiting) {
      if (one[1].running < ofOne && (!first || one[1].used < first[1].used)) first = one
    }
    return first
  }

  function takeNext(): (() => void) | undefined {
    const found = leastUsed()
    if (!found) return undefined
    const [of, first] = found
    const next = first.waiting.shift()
    waiting.delete(of)
    if (first.waiting.length > 0) waiting.set(of, first)
    waitingInAll -= 1
    return next
  }

  function forgetIdle(): void {
    for (const [of, owner] of owners) if (owner.running === 0 && owner.waiting.length === 0) owners.delete(of)
    forgetsBeyond = owners.size + REMEMBERED_OWNERS
  }

  function wait(of: string, owner: Owner, signal: AbortSignal | undefined): Promise<EndTurn> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', drop)
        resolve(begin(owner))
      }
      const drop = () => {
        owner.waiting = owner.waiting.filter((one) => one !== start)
        if (owner.waiting.length === 0) waiting.delete(of)
        waitingInAll -= 1
        reject(signal?.reason)
      }
      owner.waiting.push(start)
      if (!waiting.has(of)) waiting.set(of, owner)
      waitingInAll += 1
      signal?.addEventListener('abort', drop, { once: true })
      if (kept && owner.used < kept.lessThan) endKeeping()
    })
  }

  return {
    /**
     * Waits for a turn.
     *
     * @param of the job's owner
     * @param signal if it aborts while the job waits, the job never starts
     * @throws the signal's reason when it aborts first
     */
    async take(of: string, signal?: AbortSignal): Promise<EndTurn> {
      signal?.throwIfAborted()
      const owner = ownerOf(of)
      if (running >= atOnce || owner.running >= ofOne) return await wait(of, owner, signal)
      running += 1
      if (roundMs() < ROUND_MS) return begin(owner)
      setImmediate(handOn)
      return await wait(of, owner, signal)
    },
    /** Number of waiting jobs, in total or of one owner. */
    waiting: (of?: string): number => (of === undefined ? waitingInAll : (waiting.get(of)?.waiting.length ?? 0)),
    /** True when a job of this owner would start at once. */
    isFree: (of: string): boolean => running < atOnce && (owners.get(of)?.running ?? 0) < ofOne,
  }
}
