/** A longer event is not the server's. */
const MAX_EVENT_CHARACTERS = 1_000_000

/** Reads server-sent events. @throws Error if the stream breaks, or an event is endless */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<{ event: string; data: string }> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
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
