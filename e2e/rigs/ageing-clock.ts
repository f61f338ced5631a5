const LIMITS = {
  /** A leap waits this long, in real time, for a busy browser. Then it goes on, even if a picture is still loading. */
  patienceMs: 20_000,
  /** The page and the server leap in turns. One step is shorter than the watchdog of the stream, so heartbeats arrive in time. */
  stepMs: 24_000,
}

export type AgeingClock = {
  /** Milliseconds that this clock is ahead of the real one. */
  leapt(): number
  /** Runs all timers that are due within this time, in their order. `Date` and `performance` show the time of each. */
  leap(ms: number): Promise<void>
  /** The number of timers that are set, repeating ones included. */
  waiting(): number
}

declare global {
  var ageing: AgeingClock
}

/**
 * Replaces the clocks and timers of a page or of a Node process. The new ones run at the usual pace and can leap: a day
 * passes in a second, and every timer of that day runs. The function is inserted into the page as text, so it uses nothing
 * outside itself.
 *
 * @param settle called after each timer of a leap; the next timer waits for its promise
 * @param isHeld while it returns true, a leap continues at the usual pace
 */
export function installAgeingClock(settle?: () => Promise<void> | undefined, isHeld?: () => boolean): void {
  type Timer = { id: number; at: number; ms: number; everyMs: number | undefined; call: () => void }
  // Called without an object, because the timers of a browser accept no `this` but the window.
  const realSet = globalThis.setTimeout
  const realClear = globalThis.clearTimeout
  const RealDate = globalThis.Date
  const readReal = performance.now.bind(performance)
  const timers = new Map<number, Timer>()
  let ahead = 0
  let lastId = 0
  let isLeaping = false
  let alarm: ReturnType<typeof setTimeout> | undefined
  const now = () => readReal() + ahead
  const wall = () => Math.floor(RealDate.now() + ahead)

  function earliest(): Timer | undefined {
    let first: Timer | undefined
    for (const timer of timers.values()) if (!first || timer.at < first.at) first = timer
    return first
  }

  function fire(timer: Timer): void {
    if (timer.everyMs === undefined) timers.delete(timer.id)
    else timer.at = Math.max(timer.at + timer.everyMs, now())
    try {
      timer.call()
    } catch (error) {
      console.error(error)
    }
  }

  /** Between leaps, timers run in real time. */
  function arm(): void {
    realClear(alarm)
    const next = earliest()
    if (isLeaping || !next) return
    alarm = realSet(
      () => {
        if (next.at <= now() && timers.get(next.id) === next) fire(next)
        arm()
      },
      Math.max(0, next.at - now()),
    )
  }

  function add(call: unknown, delayMs: unknown, isRepeated: boolean, args: unknown[]): number {
    if (typeof call !== 'function') throw new TypeError('a timer takes a function')
    const ms = Math.max(1, Number(delayMs) || 0)
    lastId += 1
    const timer = {
      id: lastId,
      at: now() + ms,
      ms,
      everyMs: isRepeated ? ms : undefined,
      call: () => void call(...args),
    }
    timers.set(timer.id, timer)
    arm()
    return timer.id
  }
  function remove(handle: unknown): void {
    if (timers.delete(Number(handle))) arm()
  }
  // The timers of Node are objects with methods.
  const isNode = typeof process === 'object'
  const handleOf = (id: number) => {
    const timer = timers.get(id)
    const refresh = () => {
      if (timer) timers.set(id, Object.assign(timer, { at: now() + timer.ms }))
      arm()
      return handle
    }
    const toPrimitive = () => id
    const handle = {
      unref: () => handle,
      ref: () => handle,
      hasRef: () => true,
      refresh,
      [Symbol.toPrimitive]: toPrimitive,
    }
    return isNode ? handle : id
  }
  const world = globalThis as unknown as Record<string, unknown>
  world.setTimeout = (call: unknown, ms: unknown, ...args: unknown[]) => handleOf(add(call, ms, false, args))
  world.setInterval = (call: unknown, ms: unknown, ...args: unknown[]) => handleOf(add(call, ms, true, args))
  world.clearTimeout = remove
  world.clearInterval = remove
  world.Date = class extends RealDate {
    constructor(...args: unknown[]) {
      super(...((args.length === 0 ? [wall()] : args) as [number]))
    }
    static override now() {
      return wall()
    }
  }
  performance.now = now

  globalThis.ageing = {
    leapt: () => ahead,
    waiting: () => timers.size,
    async leap(ms) {
      isLeaping = true
      const end = now() + ms
      for (let next = earliest(); next && next.at <= end; next = earliest()) {
        const early = next.at - now()
        if (early > 0 && isHeld?.()) {
          await new Promise((wake) => realSet(wake, Math.min(early, 50)))
          continue
        }
        ahead += Math.max(0, next.at - now())
        fire(next)
        await settle?.()
      }
      ahead += Math.max(0, end - now())
      isLeaping = false
      arm()
    },
  }
}

/**
 * Connects the page's animations to the ageing clock. A leap waits for everything that a browser does in real time:
 * transfers, decoding, storing, and work that React has postponed. Counts object URLs. Inserted into the page as text, after
 * `installAgeingClock`, which it calls.
 *
 * @param ageingServer the address that sets the clock of the server
 */
function installAgeingPage(
  install: typeof installAgeingClock,
  ageingServer: string,
  { patienceMs, stepMs, glimpseMs }: { patienceMs: number; stepMs: number; glimpseMs: number | undefined },
): void {
  const realSet = globalThis.setTimeout
  const realFetch = globalThis.fetch
  const readReal = performance.now.bind(performance)
  const post = MessagePort.prototype.postMessage
  const open = new Set<unknown>()
  let isDirty = false
  let onHeard = () => {}

  function pend<Value>(promise: Promise<Value>): Promise<Value> {
    open.add(promise)
    const over = () => void open.delete(promise)
    promise.then(over, over)
    return promise
  }
  /** Leaps wait for every promise of these methods. */
  function waitFor(prototype: object | undefined, ...names: string[]): void {
    if (!prototype) return
    const methods = prototype as Record<string, (...args: unknown[]) => unknown>
    for (const name of names) {
      const method = methods[name]
      if (!method) continue
      methods[name] = function (this: unknown, ...args: unknown[]) {
        return pend(Promise.resolve(method.apply(this, args)))
      }
    }
  }
  waitFor(Response.prototype, 'text', 'json', 'arrayBuffer', 'blob')
  waitFor(Blob.prototype, 'arrayBuffer')
  waitFor(SubtleCrypto.prototype, 'digest')
  waitFor(Cache.prototype, 'match', 'put', 'delete', 'keys')
  waitFor(CacheStorage.prototype, 'open', 'match', 'has', 'delete', 'keys')
  waitFor(HTMLImageElement.prototype, 'decode')
  waitFor(StorageManager.prototype, 'persist', 'persisted', 'estimate')
  const request = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (...args) {
    const transaction = request.apply(this, args)
    open.add(transaction)
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => open.delete(transaction))
    return transaction
  }
  MessagePort.prototype.postMessage = function (...args: [never]) {
    isDirty = true
    post.apply(this, args)
  }

  /** Sets the clock of the server to that of the page, before each request. */
  const follow = () => realFetch(`${ageingServer}/?to=${Date.now()}`, { method: 'POST', mode: 'no-cors' })
  // A day has thousands of beats, and their answers are empty. They are answered here, which saves two requests in real time each.
  const isBeat = (input: unknown) => typeof input === 'string' && input.endsWith('/beats')
  const noContent = () => pend(Promise.resolve(new Response(null, { status: 204 })))
  globalThis.fetch = (...args) => (isBeat(args[0]) ? noContent() : pend(follow().then(() => realFetch(...args))))

  const streams = new Set<EventSource>()
  globalThis.EventSource = class extends EventSource {
    constructor(url: string | URL) {
      super(url)
      streams.add(this)
      this.addEventListener('heartbeat', () => {
        onHeard()
      })
      this.addEventListener('error', () => streams.delete(this))
    }
    override close() {
      streams.delete(this)
      super.close()
    }
  }

  const isBusy = () =>
    isDirty ||
    open.size > 0 ||
    [...document.images].some((image) => !image.complete) ||
    [...document.querySelectorAll('video')].some((film) => film.currentSrc !== '' && film.readyState < 3)
  const { port1, port2 } = new MessageChannel()
  const turns: (() => void)[] = []
  port1.onmessage = () => turns.shift()?.()
  /** Resolves when all messages that were in the queue before have been handled. */
  const turn = () =>
    new Promise<void>((resolve) => {
      turns.push(resolve)
      post.call(port2, null)
    })
  async function quiet(): Promise<void> {
    const start = readReal()
    do {
      isDirty = false
      await turn()
      if (isDirty || !isBusy()) await turn()
      else await new Promise((wake) => realSet(wake, 1))
    } while (isBusy() && readReal() - start < patienceMs)
  }
  /** Films play in real time, because nothing makes a decoder faster. */
  const isFilmOn = () => {
    const film = document.querySelector<HTMLVideoElement>('.layer-seen video')
    return film !== null && !film.paused
  }
  const begunAt = new WeakMap<Element, number>()
  /**
   * True while one of these has been on the screen for less than this time: a film; a frame, which has its own clock; a
   * notice, which needs real frames for its layout.
   */
  const isGlimpsed = (least: number) =>
    [...document.querySelectorAll('video, iframe, .notice')].some((element) => {
      if (element instanceof HTMLVideoElement) return !element.paused && element.currentTime * 1_000 < least
      if (!begunAt.has(element)) begunAt.set(element, readReal())
      return readReal() - (begunAt.get(element) ?? 0) < least
    })
  install(
    () => (isBusy() ? quiet() : undefined),
    () => (glimpseMs === undefined ? isFilmOn() : isGlimpsed(glimpseMs)),
  )

  // The ticker sets its animations to a time of the timeline, which leaps as well.
  const startTime = Object.getOwnPropertyDescriptor(Animation.prototype, 'startTime')
  const timelineTime = Object.getOwnPropertyDescriptor(AnimationTimeline.prototype, 'currentTime')
  Object.defineProperty(AnimationTimeline.prototype, 'currentTime', {
    get(this: AnimationTimeline) {
      const time = timelineTime?.get?.call(this)
      return typeof time === 'number' ? time + ageing.leapt() : time
    },
  })
  Object.defineProperty(Animation.prototype, 'startTime', {
    get(this: Animation) {
      const time = startTime?.get?.call(this)
      return typeof time === 'number' ? time + ageing.leapt() : time
    },
    set(this: Animation, time: number) {
      startTime?.set?.call(this, time - ageing.leapt())
    },
  })

  const addresses = new Set<string>()
  const { createObjectURL, revokeObjectURL } = URL
  URL.createObjectURL = (object) => {
    const url = createObjectURL.call(URL, object)
    addresses.add(url)
    return url
  }
  URL.revokeObjectURL = (url) => {
    addresses.delete(url)
    revokeObjectURL.call(URL, url)
  }

  globalThis.ageingPage = {
    addresses: () => addresses.size,
    streams: () => streams.size,
    async live(ms) {
      for (let left = ms; left > 0; left -= stepMs) {
        await ageing.leap(Math.min(stepMs, left))
        const heard = new Promise<void>((resolve) => {
          onHeard = resolve
          if (streams.size === 0 || left < stepMs) resolve()
          else realSet(resolve, 100)
        })
        await follow()
        await heard
      }
    },
  }
}

declare global {
  var ageingPage: {
    /** The number of object URLs that have not been revoked. */
    addresses(): number
    /** The number of streams that have not been closed. */
    streams(): number
    /** Lets the page and the server leap together. */
    live(ms: number): Promise<void>
  }
}

/**
 * @param glimpseMs each film and each frame plays for this long in real time. undefined: films to their end, frames not at all
 * @returns a script for `addInitScript`
 */
export function ageingScript(ageingServer: string, glimpseMs?: number): string {
  const limits = JSON.stringify({ ...LIMITS, glimpseMs })
  const page = `(${installAgeingPage})(${installAgeingClock}, ${JSON.stringify(ageingServer)}, ${limits})`
  // Frames with pages of other sites keep the real time.
  return `if (window === top && location.pathname.startsWith('/display/')) ${page}`
}
