import { toldMs, wait } from './repeat.ts'

const FIRST_MS = 1_000
const LONGEST_MS = 30_000
/** The server sends a heartbeat every ten seconds. A stream without one for this long is lost, even if its connection is open. */
const SILENT_MS = 25_000
/** A stream that lived for less than this counts as a failure. */
const PROVEN_MS = 10_000
/** Repeating the request does not help. */
const FINAL: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 410])

export type LiveEvent = {
  /** `programme`, `manifest`, `table`. */
  event: string
  /** The revision. Empty: the event has none. */
  id: string
  data: unknown
}

/** The server refused the stream, or ended it for good. */
export class StreamRefused extends Error {
  /** The HTTP status; 0: it was ended after it had begun. */
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(`the stream was refused: ${status === 0 ? '' : `${status} `}${code}`)
    this.name = 'StreamRefused'
    this.status = status
    this.code = code
  }
}

export type Following = {
  url: string
  headers: Record<string, string>
  fetch: typeof globalThis.fetch
  signal?: AbortSignal | undefined
  /** Called when the connection is made or lost. */
  onConnected?: ((isConnected: boolean) => void) | undefined
  random?: () => number
  silentMs?: number
}

/**
 * Follows a live stream for as long as it is iterated: connects again after it was lost, and drops what is not newer than what came
 * before. Ends when the signal is aborted.
 *
 * @throws StreamRefused when connecting again cannot help: no such display, no right, the token has ended
 */
export async function* follow(following: Following): AsyncGenerator<LiveEvent, void, void> {
  const { signal, random = Math.random, onConnected } = following
  let newest = ''
  let failures = 0
  while (!signal?.aborted) {
    const startedAt = Date.now()
    let askedMs = 0
    try {
      for await (const one of openStream(following, newest)) {
        if ('connected' in one) {
          onConnected?.(true)
          continue
        }
        if ('retryMs' in one) {
          askedMs = one.retryMs
          break
        }
        if (one.id !== '' && newest !== '' && Number(one.id) <= Number(newest)) continue
        if (one.id !== '') newest = one.id
        yield one
      }
    } catch (error) {
      if (error instanceof StreamRefused) throw error
      if (signal?.aborted) return
    } finally {
      onConnected?.(false)
    }
    failures = Date.now() - startedAt >= PROVEN_MS ? 0 : failures + 1
    const delayMs = askedMs + random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1))
    await wait(delayMs, signal).catch(() => {})
  }
}

type Part = LiveEvent | { connected: true } | { retryMs: number }

async function* openStream(
  { url, headers, fetch, signal, silentMs = SILENT_MS }: Following,
  newest: string,
): AsyncGenerator<Part, void, void> {
  const silence = new AbortController()
  const all = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal
  let timer: ReturnType<typeof setTimeout> | undefined
  const listen = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(new Error('the stream is silent')), silentMs)
  }
  try {
    listen()
    const response = await fetch(url, {
      headers: { ...headers, accept: 'text/event-stream', ...(newest === '' ? {} : { 'last-event-id': newest }) },
      signal: all,
    })
    if (!response.ok || !response.body) {
      const code = await codeOf(response)
      if (FINAL.has(response.status)) throw new StreamRefused(response.status, code)
      yield { retryMs: toldMs(response) }
      return
    }
    yield { connected: true }
    for await (const one of eventsOf(response.body, listen)) {
      if (one.event === 'heartbeat') continue
      if (one.event === 'bye') {
        const { reason, retryAfterMs } = one.data as { reason: string; retryAfterMs: number }
        if (reason === 'signed-out') throw new StreamRefused(0, reason)
        yield { retryMs: retryAfterMs }
        return
      }
      yield one
    }
  } finally {
    clearTimeout(timer)
    silence.abort(new Error('the stream is closed'))
  }
}

async function codeOf(response: Response): Promise<string> {
  try {
    return (await response.json()).error.code
  } catch {
    return 'unknown'
  }
}

/** @param onBytes called whenever something arrives */
export async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void = () => {},
): AsyncGenerator<LiveEvent, void, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let [event, id, data] = ['message', '', [] as string[]]
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onBytes()
      text += decoder.decode(value, { stream: true })
      for (let end = text.search(/\r\n|\n|\r(?!$)/); end >= 0; end = text.search(/\r\n|\n|\r(?!$)/)) {
        const line = text.slice(0, end)
        text = text.slice(end + (text.startsWith('\r\n', end) ? 2 : 1))
        if (line === '') {
          if (data.length > 0) yield { event, id, data: JSON.parse(data.join('\n')) }
          event = 'message'
          data = []
          id = ''
          continue
        }
        const [, field = '', content = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
        if (field === 'event') event = content
        else if (field === 'id') id = content
        else if (field === 'data') data.push(content)
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
