import { expect, it } from 'vitest'
import { eventsOf, follow, type LiveEvent, StreamRefused } from './live.ts'

const encoder = new TextEncoder()

/** @param cuts the lengths of the pieces in which the text arrives; the rest comes last */
function streamOf(text: string, cuts: readonly number[] = []): ReadableStream<Uint8Array> {
  const bytes = encoder.encode(text)
  return new ReadableStream({
    start(controller) {
      let at = 0
      for (const cut of [...cuts, bytes.length]) {
        if (at < bytes.length) controller.enqueue(bytes.slice(at, at + cut))
        at += cut
      }
      controller.close()
    },
  })
}
async function all(stream: ReadableStream<Uint8Array>): Promise<LiveEvent[]> {
  const events: LiveEvent[] = []
  for await (const event of eventsOf(stream)) events.push(event)
  return events
}

const TEXT =
  'id: 7\r\nevent: programme\r\ndata: {"name":"Zürich 東京"}\r\n\r\n: comment\n\nevent: heartbeat\ndata: {"at":1}\n\n'
const EVENTS = [
  { event: 'programme', id: '7', data: { name: 'Zürich 東京' } },
  { event: 'heartbeat', id: '', data: { at: 1 } },
]

it('[CP4] events are the same however their bytes arrive', async () => {
  expect(await all(streamOf(TEXT))).toEqual(EVENTS)
  const { length } = encoder.encode(TEXT)
  for (let cut = 1; cut < length; cut += 1) expect([cut, await all(streamOf(TEXT, [cut]))]).toEqual([cut, EVENTS])
  expect(
    await all(
      streamOf(
        TEXT,
        Array.from({ length }, () => 1),
      ),
    ),
  ).toEqual(EVENTS)
  // Half an event is none.
  expect(await all(streamOf(TEXT.slice(0, 30)))).toEqual([])
})

const programme = (id: number) => `id: ${id}\nevent: programme\ndata: {"revision":${id}}\n\n`
type Answer = Response | Error | 'silence'

/** Follows a server that gives these answers, one for each connection. */
async function followed(answers: Answer[], most = 20, silentMs = 50) {
  const asked: (string | undefined)[] = []
  const states: boolean[] = []
  const stop = new AbortController()
  const fetch = (async (_: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) => {
    asked.push(headers['last-event-id'])
    const answer = answers.shift()
    if (answer === undefined) {
      stop.abort()
      throw new Error('no more answers')
    }
    if (answer instanceof Error) throw answer
    if (answer !== 'silence') return answer
    return new Response(
      new ReadableStream({
        start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
      }),
    )
  }) as unknown as typeof globalThis.fetch
  const seen: string[] = []
  const onConnected = (isConnected: boolean) => void states.push(isConnected)
  const options = { url: 'http://x', headers: {}, fetch, signal: stop.signal, onConnected, random: () => 0, silentMs }
  try {
    for await (const { id } of follow(options)) {
      seen.push(id)
      if (seen.length >= most) break
    }
  } catch (error) {
    return { seen, asked, states, error }
  }
  return { seen, asked, states, error: undefined }
}

it('[CP4] after a lost stream it asks with the newest revision, and what is not newer is dropped', async () => {
  const { seen, asked, states } = await followed([
    new Response(programme(3) + programme(4)),
    new Error('the network is gone'),
    new Response('', { status: 503 }),
    'silence',
    new Response(programme(4) + programme(3) + programme(5)),
  ])
  expect(seen).toEqual(['3', '4', '5'])
  expect(asked).toEqual([undefined, '4', '4', '4', '4', '5'])
  expect(states.filter(Boolean)).toHaveLength(3)
})

it('[CP4] a refusal, and the end of the session, end it with the reason', async () => {
  const body = JSON.stringify({ error: { code: 'invalid-token' } })
  const refused = await followed([new Response(body, { status: 401 })])
  expect(refused.error).toEqual(new StreamRefused(401, 'invalid-token'))
  expect(refused.error).toMatchObject({ status: 401, code: 'invalid-token' })
  const out = 'event: bye\ndata: {"reason":"signed-out","retryAfterMs":0}\n\n'
  expect((await followed([new Response(out)])).error).toMatchObject({ status: 0, code: 'signed-out' })
  const stopping = 'event: bye\ndata: {"reason":"stopping","retryAfterMs":1}\n\n'
  expect((await followed([new Response(stopping), new Response(programme(1))])).seen).toEqual(['1'])
})
