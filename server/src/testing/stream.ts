/** One server-sent event as it arrived. */
export type StreamEvent = { event: string; id: string | undefined; data: unknown }

export type Stream = {
  status: number
  headers: Headers
  /** The next event with that name. Heartbeats in between are skipped. Fails after 20 seconds. */
  next(event: string): Promise<StreamEvent>
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>
  close(): void
}

/** Time limit with room for slow machines. */
const PATIENCE_MS = 20_000

/** Reads a live stream from the network, so that a test sees what a browser would see. */
export async function openStream(url: string, headers: Record<string, string> = {}): Promise<Stream> {
  const abort = new AbortController()
  const response = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal: abort.signal })
  const arrived: StreamEvent[] = []
  let wake = () => {}

  async function read(): Promise<void> {
    let rest = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      arrived.push(...blocks.map(parse))
      wake()
    }
  }
  const ended = response.ok ? read().catch(() => {}) : Promise.resolve()

  return {
    status: response.status,
    headers: response.headers,
    ended,
    async next(event) {
      const deadline = performance.now() + PATIENCE_MS
      for (;;) {
        while (arrived.length > 0) {
          const first = arrived.shift()
          if (first?.event === event) return first
        }
        const left = deadline - performance.now()
        if (left <= 0) throw new Error(`no ${event} within ${PATIENCE_MS} ms`)
        await new Promise<void>((resolve) => {
          wake = resolve
          setTimeout(resolve, left)
        })
      }
    },
    close: () => abort.abort(),
  }
}

function parse(block: string): StreamEvent {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  return {
    event: fields.get('event') ?? 'message',
    id: fields.get('id'),
    data: JSON.parse(fields.get('data') ?? 'null'),
  }
}
