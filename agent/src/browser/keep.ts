import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAllDark } from './dark.ts'
import { type Browser, launchBrowser } from './launch.ts'
import { openPage, type Page } from './page.ts'
import { BrowserEnded, NoAnswer } from './pipe.ts'
import { prepareProfile } from './profile.ts'
import { originOf, waitingPage } from './waiting-page.ts'

/**
 * Reasons for a restart. `gone`: the browser has ended. `crashed`: its page has ended. `stuck`: the page does not
 * answer. `black`: the panel is black although the display is open. `asked`: a person asked for it.
 */
export type RestartReason = 'gone' | 'crashed' | 'stuck' | 'black' | 'asked'

export type Keeping = {
  program: string
  profile: string
  flags: readonly string[]
  /** The address that the browser shows. undefined: none was entered, and the screen says how to do that. */
  address: string | undefined
  /** Problems that people in front of the screen can solve. They are shown while the server does not answer. */
  notes?(): readonly string[]
  say(line: string): void
  onRestart(reason: RestartReason, detail: string): void
  /** The browser shows an error page of its own: the server, or the network, is gone. */
  onUnreachable?(): void
  pace?: Partial<Pace>
}

/** Durations in milliseconds. */
export type Pace = {
  pingMs: number
  /** A page that does not answer for this long is stuck. */
  stuckMs: number
  darkMs: number
  /** The first pause before a restart. It doubles with each restart, up to `longestPauseMs`. */
  pauseMs: number
  longestPauseMs: number
  /** A browser that has run this long begins with the first pause again, and its page is stored. */
  settledMs: number
  askServerMs: number
}

const PACE: Pace = {
  pingMs: 5_000,
  stuckMs: 15_000,
  darkMs: 30_000,
  pauseMs: 500,
  longestPauseMs: 60_000,
  settledMs: 60_000,
  askServerMs: 1_000,
}
/** Dark pictures in a row before the page is reloaded, and again before the browser is restarted. */
const DARK_PICTURES = 3
/** A page that is black again within this time was not helped by the reload. */
const RELOAD_HELPS_MS = 10 * 60_000
const FIRST_DARK_PAUSE_MS = 10 * 60_000
const DARK_FORGOTTEN_MS = 24 * 60 * 60_000
const THUMBNAIL_PIXELS = 64
/** A browser whose pipe is closed ends within this time. */
const LAST_WORDS_MS = 2_000
const HEALTH_WITHIN_MS = 4_000

/** Keeps a browser on the screen. */
export type Keeper = {
  /** Undefined while the browser starts. */
  page(): Page | undefined
  restart(): void
  close(): Promise<void>
}

class Restart extends Error {
  readonly reason: RestartReason

  constructor(reason: RestartReason, detail: string) {
    super(detail)
    this.reason = reason
  }
}

/** Starts the browser and starts it again whenever it must be. */
export function keepBrowser(options: Keeping): Keeper {
  const { program, profile, flags, address, say, onRestart, onUnreachable = () => {}, notes = () => [] } = options
  const pace = { ...PACE, ...options.pace }
  const stopping = new AbortController()
  let page: Page | undefined
  let askRestart: () => void = () => {}
  /** A picture that is black on purpose costs one restart, and the next ones ever later. */
  let darkPauseMs = FIRST_DARK_PAUSE_MS
  let darkRestartAt = Number.NEGATIVE_INFINITY

  async function run(): Promise<void> {
    let pauseMs = pace.pauseMs
    while (!stopping.signal.aborted) {
      try {
        prepareProfile(profile)
      } catch (error) {
        // A disk that takes nothing. The browser may start nevertheless, and its end says why if it does not.
        say(`the profile of the browser cannot be made ready: ${(error as Error).message}`)
      }
      const startedAt = performance.now()
      const browser = launchBrowser(program, profile, flags, waitingPage(address, notes()))
      const reason = await watch(browser)
      page = undefined
      await browser.end()
      if (!reason) return
      say(`the browser is restarted: ${reason.reason} (${reason.message})`)
      onRestart(reason.reason, reason.message)
      if (performance.now() - startedAt >= pace.settledMs) pauseMs = pace.pauseMs
      await rest(pauseMs, stopping.signal)
      pauseMs = Math.min(pace.longestPauseMs, pauseMs * 2)
    }
  }

  /** Resolves when the browser must be restarted, or with undefined when the keeper is closed. */
  async function watch(browser: Browser): Promise<Restart | undefined> {
    const leaving = new AbortController()
    const fails: Promise<Restart | undefined>[] = [
      browser.ended.then((how) => new Restart('gone', how)),
      new Promise((done) => {
        askRestart = () => done(new Restart('asked', 'by command'))
        stopping.signal.addEventListener('abort', () => done(undefined), { signal: leaving.signal })
        if (stopping.signal.aborted) done(undefined)
      }),
      guard(browser, leaving.signal).catch(async (error) => {
        if (error instanceof Restart) return error
        // A browser that ends also ends the requests to it.
        const how = await Promise.race([browser.ended, rest(LAST_WORDS_MS, leaving.signal).then(() => undefined)])
        return how ? new Restart('gone', how) : new Restart('stuck', String(error?.message ?? error))
      }),
    ]
    const reason = await Promise.race(fails)
    leaving.abort()
    return reason
  }

  async function guard(browser: Browser, leaving: AbortSignal): Promise<never> {
    const opened = await openPage(browser)
    if (!leaving.aborted) page = opened
    const crash = opened.crashed.then(() => {
      throw new Restart('crashed', 'the page has crashed')
    })
    return Promise.race([crash, show(opened, leaving), answer(opened, leaving), light(opened, leaving)])
  }

  /** Opens the address as soon as the server answers, or at once if the browser has stored it. */
  async function show(opened: Page, leaving: AbortSignal): Promise<never> {
    let shownAt: number | undefined
    let isNoted = false
    let waiting = waitingPage(address, notes())
    for (let at = 0; ; at++) {
      if (shownAt === undefined) {
        const fresh = waitingPage(address, notes())
        if (address !== undefined && ((at === 0 && isKept(address)) || (await isServer(address)))) {
          await opened.navigate(address).catch((error) => say(`cannot open ${originOf(address)}: ${error.message}`))
          shownAt = performance.now()
        } else if (fresh !== waiting) {
          waiting = fresh
          await opened.navigate(fresh).catch(() => {})
        }
      } else if (opened.isError()) {
        shownAt = undefined
        say('the page cannot be reached')
        onUnreachable()
        // Another navigation may be under way: the next look finds it.
        waiting = waitingPage(address, notes())
        await opened.navigate(waiting).catch(() => {})
      } else if (address !== undefined && !isNoted && performance.now() - shownAt >= pace.settledMs) {
        isNoted = true
        if (isSecure(address)) note(address)
      }
      await rest(pace.askServerMs, leaving)
      if (leaving.aborted) return new Promise(() => {})
    }
  }

  function note(address: string): void {
    try {
      writeFileSync(join(profile, 'kept-address'), originOf(address))
    } catch (error) {
      // On a full disk the page plays on. It waits for the server at the next start.
      say(`the address cannot be stored: ${(error as Error).message}`)
    }
  }

  function isKept(address: string): boolean {
    try {
      const kept = readFileSync(join(profile, 'kept-address'), 'utf8')
      return kept === originOf(address) && existsSync(join(profile, 'Default', 'Service Worker', 'Database'))
    } catch {
      return false
    }
  }

  /** Checks for the server's own answer, which the sign-in page of a guest network does not give. */
  function isServer(address: string): Promise<boolean> {
    // The Node of Debian may lose the signal of a request.
    const isLate = rest(HEALTH_WITHIN_MS, stopping.signal).then(() => false)
    return Promise.race([askHealth(address), isLate])
  }

  async function askHealth(address: string): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(HEALTH_WITHIN_MS)
      const answer = await fetch(new URL('/healthz', address), { redirect: 'error', signal })
      return answer.ok && (await answer.text()).trim() === 'ok'
    } catch {
      return false
    }
  }

  async function answer(opened: Page, leaving: AbortSignal): Promise<never> {
    for (;;) {
      await rest(pace.pingMs, leaving)
      if (leaving.aborted) return new Promise(() => {})
      await opened.ping(pace.stuckMs).catch((error) => {
        // A page that is being left answers with an error.
        if (error instanceof NoAnswer)
          throw new Restart('stuck', `the page has not answered for ${pace.stuckMs / 1_000} s`)
        if (error instanceof BrowserEnded) throw error
      })
    }
  }

  async function light(opened: Page, leaving: AbortSignal): Promise<never> {
    let dark = 0
    let reloadedAt = Number.NEGATIVE_INFINITY
    for (;;) {
      await rest(pace.darkMs, leaving)
      if (leaving.aborted) return new Promise(() => {})
      dark = (await isDark(opened)) ? dark + 1 : 0
      const now = performance.now()
      if (dark < DARK_PICTURES || now - darkRestartAt < darkPauseMs) continue
      if (now - reloadedAt < RELOAD_HELPS_MS) {
        if (now - darkRestartAt > DARK_FORGOTTEN_MS) darkPauseMs = FIRST_DARK_PAUSE_MS
        else darkPauseMs *= 2
        darkRestartAt = now
        throw new Restart('black', 'the screen is black, also after the page was reloaded')
      }
      say('the screen is black: the page is reloaded')
      reloadedAt = now
      dark = 0
      await opened.reload().catch(() => {})
    }
  }

  async function isDark(opened: Page): Promise<boolean> {
    try {
      return isAllDark(await opened.thumbnail(THUMBNAIL_PIXELS)) && !(await opened.isAsleep())
    } catch {
      // No picture: an output that is off gives none. A page that is stuck is found by its silence.
      return false
    }
  }

  const running = run()
  running.catch((error) => {
    say(`the browser cannot be started: ${error.message}`)
    process.exitCode = 1
  })
  return {
    page: () => page,
    restart: () => askRestart(),
    async close() {
      stopping.abort()
      await running.catch(() => {})
    },
  }
}

/** Only over https, or from this machine, does a browser store the page. */
const isSecure = (address: string) => /^https:|^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\//.test(address)

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) return done()
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    function end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      done()
    }
  })
}
