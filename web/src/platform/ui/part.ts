import { CHUNK_TIMEOUT_MS } from '@placard/contract'
import { inTime } from '../signal/in-time.ts'
import { createSignal } from '../signal/signal.ts'

/** A missing part is requested again at this interval while it is needed, and at once when the browser is online again. */
export const RETRY_MS = 5_000
/** A server that does not answer within this time cannot be reached. */
const ASK_MS = 10_000
/** For a page that is never idle, and for Safari, which has no idle callback. */
const IDLE_AFTER_MS = 1_500

/** The reason a part of the application is missing. */
export type Absence =
  /** The server cannot be reached. */
  | 'offline'
  /** The server runs another build, so this page's parts may be gone. */
  | 'replaced'
  /** The server runs the same build, but the part could not be loaded. */
  | 'failed'

export type PartState<T> = { status: 'loading' } | { status: 'here'; content: T } | { status: 'absent'; why: Absence }

/** A piece of the application with code of its own. */
export type Part<T> = {
  state(): PartState<T>
  /** Loads it unless it is there or loading. Never rejects: the state has the result. */
  load(): Promise<void>
  onChange(listener: () => void): () => void
}

/** The functions of the browser that a part uses. */
export type PartSurroundings = { whyAbsent(): Promise<Absence>; mendStyles(): Promise<unknown> }

const BROWSER: PartSurroundings = { whyAbsent: askServer, mendStyles: mendStyleSheets }

/** @param fetchContent a dynamic `import()`; given up after CHUNK_TIMEOUT_MS (X6) */
export function createPart<T>(fetchContent: () => Promise<T>, world: PartSurroundings = BROWSER): Part<T> {
  const changed = createSignal()
  let state: PartState<T> = { status: 'loading' }
  let underWay: Promise<void> | undefined

  const become = (next: PartState<T>) => {
    state = next
    changed.announce()
  }

  const tryOnce = async () => {
    try {
      if (state.status === 'absent') await world.mendStyles()
      become({ status: 'here', content: await inTime(fetchContent(), CHUNK_TIMEOUT_MS, tooLong) })
    } catch (error) {
      console.error('ChunkLoadError', error)
      become({ status: 'absent', why: await world.whyAbsent() })
    }
  }

  return {
    state: () => state,
    async load() {
      if (state.status === 'here') return
      underWay ??= tryOnce().finally(() => {
        underWay = undefined
      })
      await underWay
    },
    onChange: changed.on,
  }
}

const tooLong = () => new Error('a part of the page took too long')

/** Requests this page from the server: a page of the same build refers to the same script. */
async function askServer(): Promise<Absence> {
  try {
    const answer = await fetch(location.pathname, {
      cache: 'no-store',
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(ASK_MS),
    })
    const scripts = Array.from(document.querySelectorAll('script[type="module"]'))
    const own = scripts.flatMap((script) => script.getAttribute('src') ?? [])
    const page = await answer.text()
    // An error page of a proxy is not a page of this application, and says nothing about the build.
    if (own.length === 0 || !page.includes('type="module"')) return 'offline'
    return own.every((address) => page.includes(address)) ? 'failed' : 'replaced'
  } catch {
    return 'offline'
  }
}

/** A style sheet that failed to load stays in the page as a broken link, and the bundler does not request it again. */
function mendStyleSheets(): Promise<unknown> {
  const dead = Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')).filter(
    ({ sheet }) => sheet === null,
  )
  return Promise.all(
    dead.map(
      (link) =>
        new Promise((resolve, reject) => {
          const fresh = document.createElement('link')
          fresh.rel = 'stylesheet'
          fresh.crossOrigin = link.crossOrigin
          fresh.href = link.href
          fresh.onload = resolve
          fresh.onerror = () => reject(new Error(`no style sheet at ${link.href}`))
          link.replaceWith(fresh)
        }),
    ),
  )
}

const ahead: Part<unknown>[] = []
let isFetchingAhead = false

/**
 * Loads a part once the page is complete and the browser is idle, so that it opens at once, also without a network. Parts are loaded one
 * after the other, so that urgent requests share the connection with one of them at most.
 */
export function loadWhenIdle(part: Part<unknown>): void {
  ahead.push(part)
  if (isFetchingAhead) return
  isFetchingAhead = true
  void fetchAhead().finally(() => {
    isFetchingAhead = false
  })
}

async function fetchAhead(): Promise<void> {
  await new Promise<void>((stands) => {
    if (document.readyState === 'complete') stands()
    else window.addEventListener('load', () => stands(), { once: true })
  })
  await idle()
  for (let part = ahead.shift(); part; part = ahead.shift()) await part.load()
}

function idle(): Promise<unknown> {
  return new Promise((wake) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(wake, { timeout: IDLE_AFTER_MS })
    else setTimeout(wake, IDLE_AFTER_MS)
  })
}
