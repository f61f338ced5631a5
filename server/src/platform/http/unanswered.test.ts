import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { pathOf } from '@placard/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { openBareSocket, requestText } from '../../testing/bare-socket.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const MANIFEST = pathOf('getManifest', SAMPLE_DISPLAY)
const STREAM = pathOf('streamManifest', SAMPLE_DISPLAY)

describe('somebody who asks and does not wait, or does not listen', () => {
  let server: TestServer
  let responses: ServerResponse[]

  beforeEach(async () => {
    server = await startTestServer()
    responses = []
    server.app.http.server.on('request', (_request, response) => responses.push(response))
  })
  afterEach(() => server.close())

  const answered = () => responses.filter((response) => response.headersSent).length
  const answersOthers = async () => {
    expect((await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).status).toBe(200)
  }

  it('[S28] a flood of requests on one connection is cut, and what came of it is answered', async () => {
    const one = openBareSocket(server.url)
    one.socket.pause()
    one.send(requestText('GET', MANIFEST).repeat(1_000))
    // A socket that is not read does not notice the end of the connection.
    one.socket.resume()
    await one.closed
    await answersOthers()
    expect(responses.length).toBeGreaterThan(33)
    expect(answered()).toBeLessThanOrEqual(33)
  })

  it('[S28] a request ahead waits for the answers before it: a client that reads nothing has one file open, not one for each request', async () => {
    const { items } = (await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body
    const film = items.find(({ type }) => type === 'video')?.url ?? ''
    responses.length = 0
    const one = openBareSocket(server.url)
    one.socket.pause()
    const times = 6
    one.send(requestText('GET', film).repeat(times))
    await vi.waitFor(() => expect(responses).toHaveLength(times))
    const isUnderWay = ({ headersSent, writableFinished }: ServerResponse) => headersSent && !writableFinished
    for (let looks = 0; looks < 50; looks += 1) {
      expect(responses.filter(isUnderWay).length).toBeLessThanOrEqual(1)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    one.socket.resume()
    await one.hears('HTTP/1.1 200', times)
    one.close()
    await answersOthers()
  })

  it('[S28] thirty requests at once are answered in their order, again and again', async () => {
    const one = openBareSocket(server.url)
    const paths = Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? MANIFEST : '/api/nothing'))
    for (let turn = 1; turn <= 3; turn += 1) {
      one.send(paths.map((path) => requestText('GET', path)).join(''))
      await one.hears('HTTP/1.1', paths.length * turn)
    }
    const expected = paths.map((path) => (path === MANIFEST ? '200' : '404'))
    expect(one.received().match(/(?<=HTTP\/1\.1 )\d{3}/g)).toEqual([...expected, ...expected, ...expected])
    one.close()
  })

  it('[S28] [B81] a client that does not take an answer is disconnected, and a stream that sends little is not', async () => {
    const http = server.app.http.server
    expect(http.timeout).toBeGreaterThan(0)
    http.timeout = 300
    const accepted = async (path: string) => {
      const connected = once(http, 'connection') as Promise<[Socket]>
      const { hostname, port } = new URL(server.url)
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.pause()
      socket.write(requestText('GET', path))
      const [end] = await connected
      return { socket, end }
    }
    http.prependOnceListener('request', (_request, response) => {
      const { end } = response
      // Larger than the system's buffers between the two ends.
      response.end = (() => end.call(response, Buffer.alloc(16 * 2 ** 20), 'latin1')) as never
    })
    const deaf = await accepted('/api/time')
    await once(deaf.end, 'close')
    const listener = await accepted(STREAM)
    await expect.poll(() => server.app.live.manifests.listenerCount()).toBe(1)
    await expect.poll(() => listener.end.timeout).toBe(0)
    for (const { socket } of [deaf, listener]) socket.destroy()
  })

  it('[S1] a stream behind an address that cannot be read, and is refused later, waits for that', async () => {
    const slow = await startTestServer({ config: { refusalsAtOnce: 0 } })
    const one = openBareSocket(slow.url)
    one.send(requestText('GET', '/%zz') + requestText('GET', STREAM))
    await one.hears('event: ')
    expect(one.received().match(/(?<=HTTP\/1\.1 )\d{3}/g)).toEqual(['400', '200'])
    one.close()
    await slow.close()
  })
})
