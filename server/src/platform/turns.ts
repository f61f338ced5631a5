/** Ends a turn; the next job begins. */
export type EndTurn = () => void

type Owner = {
  /** Milliseconds of turns so far, or as much as stood against the others when it came. */
  used: number
  running: number
  waiting: (() => void)[]
}

/** Idle owners are remembered for what they have used; after so many new ones they are forgotten. */
const REMEMBERED_OWNERS = 1_000
/**
 * Jobs that never leave the processor, like SQLite's, would follow each other without the event loop, and so would whole requests
 * of them that came at the same moment: whoever has just asked is heard this often, and may go first.
 */
const ROUND_MS = 1
/**
 * Somebody with little to do comes several times for one request: who is it, the change, what the screens play. After their
 * turn the place is kept so long before it goes to somebody whose turns are long, or they would wait for a long one each time.
 */
const KEPT_MS = 1
/** So much more has who stands next used, for the place to be kept. More than KEPT_MS: keeping it costs less than it saves. */
const MUCH_MORE_MS = 2

/**
 * Lets a few jobs run at once. Who has used the least time has the next turn: somebody with one short job goes ahead of
 * somebody with a hundred long ones, and waits for no more than what runs. Nobody saves time up by being idle.
 *
 * @param options.ofOne how many of them may be of one owner; left out: all
 * @param options.now milliseconds of a clock that never goes back
 */
export function createTurns(
  atOnce: number,
  { ofOne = atOnce, now = () => performance.now() }: { ofOne?: number; now?: () => number } = {},
) {
  const owners = new Map<string, Owner>()
  /** In the order in which they began to wait; who has had a turn and waits for more stands last. */
  const waiting = new Map<string, Owner>()
  let running = 0
  let waitingInAll = 0
  /** The time that the owner of the newest turn had used when it began. */
  let level = 0
  /** When the first job of this round of the event loop began. */
  let roundBeganAt: number | undefined
  let forgetsBeyond = REMEMBERED_OWNERS
  /** A place that is kept, for whoever has used less than who stands next. */
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

  /** The place is handed on, so that nobody slips in between. */
  function handOn(): void {
    const next = takeNext()
    if (next) next()
    else running -= 1
  }

  /** At once, or when the event loop has come round. */
  function handOnInTime(): void {
    if (roundMs() < ROUND_MS) handOn()
    else setImmediate(handOn)
  }

  function keep(lessThan: number): void {
    kept = { timer: setTimeout(endKeeping, KEPT_MS), lessThan }
  }

  /** Somebody has come for whom the place was kept, or nobody has. */
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
     * @param signal aborted while the job waits, it is never begun
     * @throws the signal's reason, when that was first
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
    /** Tells how many jobs wait, of everybody or of one owner. */
    waiting: (of?: string): number => (of === undefined ? waitingInAll : (waiting.get(of)?.waiting.length ?? 0)),
    /** Tells whether a job of this owner would begin at once. */
    isFree: (of: string): boolean => running < atOnce && (owners.get(of)?.running ?? 0) < ofOne,
  }
}
