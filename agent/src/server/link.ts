import {
  AGENT_ROUTES,
  AGENT_WATCHDOG_MS,
  type AgentAnswer,
  type AgentEventKind,
  type AgentHello,
  type AgentReport,
  AgentVitals,
  AgentWord,
  LIVE_EVENTS,
  MAX_AGENT_ANSWERS_PER_REPORT,
  MAX_AGENT_EVENTS_PER_REPORT,
} from '@placard/contract'
import { isNotable } from './notable.ts'
import { readBody, readEvents } from './read-events.ts'
import { unlessAborted } from './unless-aborted.ts'

const ANSWER_WITHIN_MS = 20_000
const FILE_WITHIN_MS = 5 * 60_000
/** The reason for which an agent ends its own stream: it greets the server again. */
const GREETS_AGAIN = 'greets again'
const KEPT_EVENTS = 100
const KEPT_ANSWERS = 100
/** A longer text would make the server refuse the whole report. */
const LONGEST_DETAIL = 500
const LONGEST_PAUSE_MS = 60_000

/** The word of the server, with its tasks unread: each is judged by itself. */
export type Word = Omit<AgentWord, 'tasks'> & { tasks: unknown[] }

export type Pace = {
  /** Pause before an agent that the server does not know asks again, and between polls without a stream. */
  askMs: number
  /** Pause before an agent whose page is not paired looks again. */
  pairedMs: number
  retryMs: number
  /** The vital signs are read this often. They are sent if they differ notably from those that the server has, or it is time for it. */
  reportMs: number
  silentMs?: number
}

export type LinkOptions = {
  /** The server's origin. Nothing is sent anywhere else. */
  origin: string
  /** The secret of the screen; undefined: it has none yet. */
  secret(): Promise<string | undefined>
  hello(): Promise<AgentHello>
  vitals(clockOffsetMs: number | undefined): Promise<AgentVitals>
  onWord(word: Word): void
  /** The server has answered that it does not know the screen. */
  onUnknown?(): void
  say(line: string): void
  pace: Pace
}

export type PictureSent = 'sent' | 'not-wanted' | 'failed'

/** The connection to the server. The agent opens it; nothing connects to the agent. */
export type Link = {
  tell(kind: AgentEventKind, detail?: string): void
  answer(answer: AgentAnswer): void
  sendPicture(commandId: string, jpeg: Buffer): Promise<PictureSent>
  /** Fetches the file of the agent. @returns undefined if the server does not send it, or sends more than `sizeBytes` */
  fetchAgent(sizeBytes: number): Promise<Buffer | undefined>
  /** Sends the vital signs now. */
  report(): void
  /** Greets the server again, because the abilities of the machine have changed. */
  greet(): void
  /** Resolves when everything that waits was sent, or the time is over. */
  flushed(withinMs: number): Promise<void>
  close(): void
}

export function openLink(options: LinkOptions): Link {
  const { origin, secret, say, pace } = options
  const silentMs = pace.silentMs ?? AGENT_WATCHDOG_MS
  const closing = new AbortController()
  const events: { kind: AgentEventKind; at: number; detail: string }[] = []
  const answers: AgentAnswer[] = []
  let clockOffsetMs: number | undefined
  let isKnown = false
  let wantsVitals = true
  /** Vital signs that were read just now, and are to be sent. */
  let sample: AgentVitals | undefined
  /** The vital signs that the server has, and when it got them. undefined: it may have lost them. */
  let known: { vitals: AgentVitals; at: number } | undefined
  /** The longest pause between two reports, as the server said. */
  let quietMs = pace.reportMs
  let isLooking = false
  let sending: Promise<void> | undefined
  /** A report was asked for while another one was being sent. */
  let isAskedAgain = false
  let sendAfter = 0
  let stream: AbortController | undefined
  let lastSaid = ''
  /** The state of the machine has changed since the greeting that was begun last. */
  let isStale = false
  const requests = new Set<AbortController>()

  function sayOnce(line: string): void {
    if (line !== lastSaid) say(line)
    lastSaid = line
  }

  /** Ends a request that takes too long, and every request when the link is closed. Node 18.13 has no AbortSignal.any. */
  function limited(withinMs = ANSWER_WITHIN_MS): AbortSignal {
    const own = new AbortController()
    requests.add(own)
    setTimeout(() => {
      own.abort()
      requests.delete(own)
    }, withinMs).unref()
    return own.signal
  }

  async function send(
    route: { method: string; path: string },
    init: { body?: string | Buffer; type?: string; query?: string; signal?: AbortSignal },
  ): Promise<Response | undefined> {
    const own = await secret()
    if (!own) return undefined
    const signal = init.signal ?? limited()
    const answered = fetch(new URL(`${route.path}${init.query ?? ''}`, origin), {
      method: route.method,
      headers: {
        Cookie: `__Host-screen=${own}; screen=${own}`,
        Origin: origin,
        'X-Requested-With': 'placard',
        ...(init.type && { 'Content-Type': init.type }),
      },
      ...(init.body !== undefined && { body: init.body }),
      // A redirect would take the secret to another server.
      redirect: 'error',
      signal,
    })
    answered.then(
      ({ body }) => {
        if (signal.aborted) void body?.cancel().catch(() => {})
      },
      () => {},
    )
    return unlessAborted(answered, signal)
  }

  function take(word: Word): void {
    quietMs = word.reportMs ?? pace.reportMs
    options.onWord(word)
  }

  /** True when the server knows this screen. */
  async function greet(): Promise<boolean> {
    isStale = false
    const { update, ...before } = await options.hello()
    const signal = limited()
    const say = (hello: AgentHello) =>
      send(AGENT_ROUTES.helloAgent, { body: JSON.stringify(hello), type: 'application/json', signal })
    let askedAt = Date.now()
    let response = await say({ ...before, ...(update && { update }) })
    if (update && (response?.status === 400 || response?.status === 422)) {
      // A server of an earlier version, which refuses a field that it does not know.
      await response.body?.cancel()
      askedAt = Date.now()
      response = await say(before)
    }
    if (!response) {
      sayOnce('the screen is not paired yet')
      return false
    }
    const text = await unlessAborted(response.text(), signal)
    if (response.status !== 200) {
      isKnown = false
      if (response.status === 404) options.onUnknown?.()
      sayOnce(
        response.status === 404 ? 'the server does not know this screen' : `the server answered ${response.status}`,
      )
      return false
    }
    const word = readWord(text)
    if (!word) {
      sayOnce('another program answers in the place of the server')
      return false
    }
    clockOffsetMs = word.at - Math.round((askedAt + Date.now()) / 2)
    isKnown = true
    // The server may have been started again, without the last vital signs.
    known = undefined
    sayOnce(`connected as ${word.name}`)
    take(word)
    void flush()
    return true
  }

  /** Resolves when the stream has ended, with the pause until the next. @throws Error if the server does not answer */
  async function follow(): Promise<number> {
    const own = new AbortController()
    stream = own
    let isOpen = false
    const end = () => own.abort()
    const endSilent = () => own.abort(`nothing came for ${silentMs / 1_000} s`)
    closing.signal.addEventListener('abort', end)
    let watchdog = setTimeout(endSilent, silentMs)
    try {
      const response = await send(AGENT_ROUTES.streamAgent, { signal: own.signal })
      if (response?.status !== 200 || !response.body) {
        await response?.body?.cancel()
        return response?.status === 503 ? waitOf(response, pace.askMs) : pace.askMs
      }
      isOpen = true
      for await (const { event, data } of readEvents(response.body, own.signal)) {
        clearTimeout(watchdog)
        watchdog = setTimeout(endSilent, silentMs)
        if (event === LIVE_EVENTS.agent) {
          const word = readWord(data)
          if (word) take(word)
        } else if (event === LIVE_EVENTS.bye) return byeOf(data, pace.retryMs)
      }
      return pace.retryMs
    } catch (error) {
      const { reason } = own.signal
      if (reason === GREETS_AGAIN || closing.signal.aborted) return pace.retryMs
      const why = typeof reason === 'string' ? reason : reasonOf(error)
      if (!isOpen) throw new Error(why)
      // The server did answer, so this is no outage yet. The next greeting shows it.
      sayOnce(`the connection to the server was cut: ${why}`)
      return pace.retryMs * (0.5 + Math.random() / 2)
    } finally {
      clearTimeout(watchdog)
      closing.signal.removeEventListener('abort', end)
      own.abort()
      stream = undefined
    }
  }

  async function run(): Promise<void> {
    let pauseMs = pace.retryMs
    while (!closing.signal.aborted) {
      try {
        if (await greet()) {
          pauseMs = pace.retryMs
          await rest(isStale ? pace.retryMs : await follow())
        } else await rest((await secret()) ? pace.askMs : pace.pairedMs)
      } catch (error) {
        if (closing.signal.aborted) return
        sayOnce(`the server does not answer: ${reasonOf(error)}`)
        await rest(pauseMs * (0.5 + Math.random() / 2))
        pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
      }
    }
  }

  function rest(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(end, ms)
      function end() {
        clearTimeout(timer)
        closing.signal.removeEventListener('abort', end)
        done()
      }
      closing.signal.addEventListener('abort', end)
      if (closing.signal.aborted) end()
    })
  }

  /** Sends what waits. What is not taken is sent again. */
  function flush(): Promise<void> {
    isAskedAgain = sending !== undefined
    sending ??= sendReport().finally(() => {
      sending = undefined
    })
    return sending
  }

  async function sendReport(): Promise<void> {
    while (isKnown && !closing.signal.aborted && (wantsVitals || events.length + answers.length > 0)) {
      await rest(Math.max(0, sendAfter - performance.now()))
      isAskedAgain = false
      const isWanted = wantsVitals
      wantsVitals = false
      let isTaken = false
      const now = performance.now()
      const someEvents = events.slice(0, MAX_AGENT_EVENTS_PER_REPORT)
      const someAnswers = answers.slice(0, MAX_AGENT_ANSWERS_PER_REPORT)
      try {
        const vitals = isWanted ? (sample ?? (await readVitals())) : undefined
        sample = undefined
        const report: AgentReport = {
          ...(vitals && { vitals }),
          events: someEvents.map(({ kind, at, detail }) => ({ kind, detail, agoMs: Math.round(now - at) })),
          answers: someAnswers,
        }
        const response = await send(AGENT_ROUTES.reportAgent, {
          body: JSON.stringify(report),
          type: 'application/json',
        })
        await response?.body?.cancel()
        if (response?.status === 429) {
          sendAfter = performance.now() + waitOf(response, 2_000)
          continue
        }
        // Not well, but somebody asked for a report meanwhile.
        if (response && response.status >= 500 && isAskedAgain) continue
        // Known no longer, or not well: the next greeting or report sends it.
        if (!response || response.status >= 500 || response.status === 404) return
        // The server has it, or will never take it.
        isTaken = true
        if (vitals) known = { vitals, at: now }
        removeAll(events, someEvents)
        removeAll(answers, someAnswers)
      } catch {
        return
      } finally {
        if (isWanted && !isTaken) wantsVitals = true
      }
    }
  }

  /** Without the values that the server would refuse: it refuses the whole report, with its events and answers. */
  async function readVitals(): Promise<AgentVitals> {
    const read = Object.entries(await options.vitals(clockOffsetMs))
    const shape: Record<string, { safeParse(value: unknown): { success: boolean } }> = AgentVitals.shape
    return Object.fromEntries(read.filter(([name, value]) => shape[name]?.safeParse(value).success))
  }

  /** Reads the vital signs, and sends them if they are worth it. */
  async function look(): Promise<void> {
    // The next greeting sends them.
    if (!isKnown || isLooking) return
    isLooking = true
    try {
      // Afterwards it is known what the server has.
      await sending
      const vitals = await readVitals()
      // The timer is not exact.
      const isDue = known === undefined || performance.now() - known.at > quietMs - pace.reportMs / 2
      if (!wantsVitals && !isDue && known && !isNotable(known.vitals, vitals)) return
      sample = vitals
      wantsVitals = true
      void flush()
    } finally {
      isLooking = false
    }
  }

  const reporting = setInterval(() => void look().catch(() => {}), pace.reportMs)
  void run()

  return {
    tell(kind, detail = '') {
      events.push({ kind, at: performance.now(), detail: detail.slice(0, LONGEST_DETAIL) })
      if (events.length > KEPT_EVENTS) events.shift()
      void flush()
    },
    answer(answer) {
      // The server has repeated a command whose answer still waits.
      const isSame = ({ commandId, state }: AgentAnswer) => commandId === answer.commandId && state === answer.state
      if (answers.some(isSame)) removeAll(answers, answers.filter(isSame))
      answers.push(answer)
      if (answers.length > KEPT_ANSWERS) answers.shift()
      void flush()
    },
    async sendPicture(commandId, jpeg) {
      try {
        const query = `?commandId=${commandId}`
        const response = await send(AGENT_ROUTES.sendAgentPicture, { body: jpeg, type: 'image/jpeg', query })
        await response?.body?.cancel()
        if (response?.status === 204) return 'sent'
        return response?.status === 409 || response?.status === 404 ? 'not-wanted' : 'failed'
      } catch {
        return 'failed'
      }
    },
    async fetchAgent(sizeBytes) {
      const signal = limited(FILE_WITHIN_MS)
      const response = await send(AGENT_ROUTES.getAgentFile, { signal })
      if (!response) return undefined
      const { body, headers, status } = response
      if (status !== 200 || !body || Number(headers.get('content-length') ?? sizeBytes) > sizeBytes) {
        await body?.cancel()
        return undefined
      }
      const parts: Uint8Array[] = []
      let count = 0
      for await (const part of readBody(body, signal)) {
        count += part.length
        if (count > sizeBytes) return undefined
        parts.push(part)
      }
      return Buffer.concat(parts)
    },
    report() {
      wantsVitals = true
      sample = undefined
      void flush()
    },
    greet() {
      isStale = true
      stream?.abort(GREETS_AGAIN)
    },
    async flushed(withinMs) {
      await Promise.race([flush(), rest(withinMs)])
    },
    close() {
      clearInterval(reporting)
      closing.abort()
      for (const request of requests) request.abort()
    },
  }
}

function removeAll<T>(list: T[], those: readonly T[]): void {
  for (const one of those) {
    const at = list.indexOf(one)
    if (at >= 0) list.splice(at, 1)
  }
}

const WordWithTasks = AgentWord.omit({ tasks: true })

function readWord(text: string): Word | undefined {
  try {
    const value = JSON.parse(text)
    const word = WordWithTasks.safeParse(value)
    return word.success && Array.isArray(value.tasks) ? { ...word.data, tasks: value.tasks } : undefined
  } catch {
    return undefined
  }
}

function waitOf(response: Response, otherwiseMs: number): number {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return seconds > 0 ? Math.min(LONGEST_PAUSE_MS, seconds * 1_000) : otherwiseMs
}

function byeOf(data: string, otherwiseMs: number): number {
  try {
    const { retryAfterMs } = JSON.parse(data)
    return typeof retryAfterMs === 'number' ? Math.min(LONGEST_PAUSE_MS, Math.max(0, retryAfterMs)) : otherwiseMs
  } catch {
    return otherwiseMs
  }
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}
