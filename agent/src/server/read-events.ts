import { unlessAborted } from './unless-aborted.ts'

/** The server sends no longer event. */
const MAX_EVENT_CHARACTERS = 1_000_000

/** Reads server-sent events. @throws Error if the stream breaks, the signal is aborted, or an event is endless */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<{ event: string; data: string }> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of readBody(body, signal)) {
    text += decoder.decode(chunk, { stream: true })
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const field = (name: string) =>
        lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2))
      const [event] = field('event')
      if (event) yield { event, data: field('data').join('\n') }
    }
    if (text.length > MAX_EVENT_CHARACTERS) throw new Error('an endless event')
  }
}

/** The parts of a body. Leaving the loop ends the request. @throws Error if it breaks, or the signal is aborted */
export async function* readBody(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { value } = await unlessAborted(reader.read(), signal)
      if (!value) return
      yield value
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}
