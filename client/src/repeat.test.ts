import { expect, it } from 'vitest'
import { repeating, toldMs } from './repeat.ts'

type Given = number | 'nothing'

/** Sends a request to a server that answers so. @returns the status at the end, and the number of tries */
async function send(
  given: Given[],
  { isRepeatable = true, retries = 4, signal = new AbortController().signal, after = '0' } = {},
) {
  let tries = 0
  const bodies: string[] = []
  const fetch = (async (request: Request) => {
    const answer = given[tries] ?? 200
    tries += 1
    bodies.push(await request.text())
    if (answer === 'nothing') throw new TypeError('fetch failed')
    return new Response('{}', { status: answer, headers: { 'retry-after': after } })
  }) as unknown as typeof globalThis.fetch
  const ask = repeating({ retries, timeoutMs: 1_000, isRepeatable: () => isRepeatable, fetch, random: () => 0 })
  const request = new Request('http://x', { method: 'POST', body: 'words', signal })
  const status = await ask(request).then(
    (response) => response.status,
    (error) => String(error.message ?? error),
  )
  return { status, tries, bodies: [...new Set(bodies)] }
}

it('[CP3] a request that may be repeated is, with the same body, until there is an answer that counts', async () => {
  expect(await send(['nothing', 503, 429, 507])).toEqual({ status: 200, tries: 5, bodies: ['words'] })
  expect(await send([503, 503, 503, 503, 503, 503])).toMatchObject({ status: 503, tries: 5 })
  expect(await send(['nothing', 'nothing'], { retries: 1 })).toMatchObject({ status: 'fetch failed', tries: 2 })
  for (const status of [200, 201, 400, 401, 404, 409, 412, 422, 500]) {
    expect(await send([status])).toMatchObject({ status, tries: 1 })
  }
})

it('[CP3] a change without a receipt is repeated after 429 alone', async () => {
  expect(await send([429, 200], { isRepeatable: false })).toMatchObject({ status: 200, tries: 2 })
  expect(await send(['nothing'], { isRepeatable: false })).toMatchObject({ status: 'fetch failed', tries: 1 })
  for (const status of [502, 503, 504, 507]) {
    expect(await send([status], { isRepeatable: false })).toMatchObject({ status, tries: 1 })
  }
})

it('[CP3] a caller that gives up ends the waiting', async () => {
  const stop = new AbortController()
  const asked = send([503], { signal: stop.signal, after: '60' })
  setTimeout(() => stop.abort(new Error('given up')), 20)
  expect(await asked).toMatchObject({ status: 'given up', tries: 1 })
})

it('[CP3] the delay that an answer asks for is bounded', () => {
  const told = (value: string) => toldMs(new Response('', { headers: { 'retry-after': value } }))
  expect(['2', '-1', 'soon', '999999'].map(told)).toEqual([2_000, 0, 0, 300_000])
  expect(toldMs(new Response(''))).toBe(0)
})
