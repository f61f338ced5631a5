import { setTimeout as sleep } from 'node:timers/promises'
import { HEARTBEAT_MS, type Manifest, type Programme, pathOf } from '@placard/contract'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { openBareSocket, requestText } from '../../testing/bare-socket.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { startTestServer } from '../../testing/server.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'
import { openStream } from '../../testing/stream.ts'

describeDialects('live streams', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })
  let stream: string
  let dashboard: string

  beforeAll(async () => {
    stream = server.url + pathOf('streamManifest', SAMPLE_DISPLAY)
    dashboard = server.url + pathOf('streamProgramme', SAMPLE_DISPLAY)
  })

  const addLine = async (text: string) =>
    (await admin.call('createLine', { params: SAMPLE_DISPLAY, body: { text } })).body
  const manifest = async () => (await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body

  it('P9 a listener gets a snapshot, then each change with its revision', async () => {
    const listener = await openStream(stream)
    const snapshot = await listener.next('manifest')
    const before = await manifest()
    expect(snapshot).toEqual({ event: 'manifest', id: String(before.revision), data: before })
    const { revision } = await addLine('Fresh')
    const change = await listener.next('manifest')
    expect(change.id).toBe(String(revision))
    expect((change.data as Manifest).lines.at(-1)?.text).toBe('Fresh')
    listener.close()
  })

  it('[F51] a listener that names the newest revision, by header or by address, gets no snapshot; one that names another gets one', async () => {
    for (const how of ['header', 'address']) {
      const { revision } = await manifest()
      const listener =
        how === 'header'
          ? await openStream(stream, { 'last-event-id': String(revision) })
          : await openStream(`${stream}?revision=${revision}`)
      // A heartbeat at once shows that the stream works.
      await listener.next('heartbeat')
      const change = await addLine('Next')
      expect((await listener.next('manifest')).id).toBe(String(change.revision))
      listener.close()
    }
    const { revision } = await manifest()
    await addLine('Nobody listens')
    const behind = await openStream(`${stream}?revision=${revision}`)
    expect((await behind.next('manifest')).id).toBe(String((await manifest()).revision))
    behind.close()
  })

  it('[S1] while a stream waits for the database, nothing that comes behind it is parsed', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    // More than there are database connections.
    const all = Array.from({ length: 20 }, () => server.app.context.database.transaction(() => held))
    let requests = 0
    server.app.http.server.on('request', () => {
      requests += 1
    })
    const one = openBareSocket(server.url)
    try {
      one.send(requestText('GET', pathOf('streamManifest', SAMPLE_DISPLAY)))
      await vi.waitFor(() => expect(requests).toBe(1))
      await sleep(50)
      one.send(requestText('GET', '/api/time').repeat(200))
      await sleep(200)
      expect(requests).toBe(1)
    } finally {
      release()
      await Promise.all(all)
    }
    await one.hears('event: manifest')
    expect(one.received().split('HTTP/1.1')).toHaveLength(2)
    one.close()
  })

  it.each(['-1', 'abc', '99999999999', '9'.repeat(1_000), ''])('[B84] Last-Event-ID %s gets a snapshot', async (id) => {
    const listener = await openStream(stream, { 'last-event-id': id })
    expect((await listener.next('manifest')).data).toEqual(await manifest())
    listener.close()
  })

  it('[B84] an unknown display is not found', async () => {
    const answer = await openStream(stream.replace('/ece/', '/nope/'))
    expect(answer.status).toBe(404)
    expect((await openStream(dashboard)).status).toBe(401)
  })

  it('D8 the dashboard gets hidden items too', async () => {
    const listener = await openStream(dashboard, { cookie: admin.cookie() })
    await listener.next('programme')
    const { body } = await admin.call('createItem', {
      params: SAMPLE_DISPLAY,
      body: { title: 'Hidden', type: 'video', url: 'https://example.org/a.mp4', visible: false },
    })
    const change = (await listener.next('programme')).data as Programme
    expect(change.items.at(-1)).toEqual(body.item)
    listener.close()
  })

  it('[B28] typed text cannot begin an event of its own', async () => {
    const listener = await openStream(stream)
    await listener.next('manifest')
    await addLine('a\n\ndata: evil\nid: 1\revent: bye')
    const change = (await listener.next('manifest')).data as Manifest
    expect(change.lines.at(-1)?.text).toBe('a data: evil id: 1 event: bye')
    listener.close()
  })

  it('[B13] the dashboard’s stream ends with its session', async () => {
    const other = await server.signIn()
    const listener = await openStream(dashboard, { cookie: other.cookie() })
    const spectator = await openStream(stream)
    await listener.next('programme')
    expect((await other.call('signOut', { params: {} })).status).toBe(204)
    expect((await listener.next('bye')).data).toMatchObject({ reason: 'signed-out' })
    await listener.ended
    await addLine('Still there')
    await spectator.next('manifest')
    spectator.close()
  })

  it('leaves nothing behind when a listener goes', async () => {
    const count = () => server.app.live.manifests.listenerCount()
    await expect.poll(count).toBe(0)
    const listeners = await Promise.all(Array.from({ length: 20 }, () => openStream(stream)))
    expect(count()).toBe(20)
    for (const listener of listeners) listener.close()
    await expect.poll(count).toBe(0)
  })

  it(
    '[F9] a heartbeat that a page can hear comes every ten seconds, with the server’s clock',
    async () => {
      const listener = await openStream(stream)
      await listener.next('manifest')
      await new Promise((resolve) => setTimeout(resolve, HEARTBEAT_MS - 4_000))
      const { data } = await listener.next('heartbeat')
      expect(Math.abs((data as { at: number }).at - Date.now())).toBeLessThan(HEARTBEAT_MS)
      listener.close()
    },
    HEARTBEAT_MS * 6,
  )
})

describe('the end of a server', () => {
  it('[F37] says goodbye to every listener with a delay of its own and stops within five seconds', async () => {
    const server = await startTestServer()
    const stream = server.url + pathOf('streamManifest', SAMPLE_DISPLAY)
    const listeners = await Promise.all(Array.from({ length: 50 }, () => openStream(stream)))
    await Promise.all(listeners.map((listener) => listener.next('manifest')))
    const asked = performance.now()
    const closed = server.close()
    const goodbyes = await Promise.all(listeners.map(async (listener) => (await listener.next('bye')).data))
    await closed
    expect(performance.now() - asked).toBeLessThan(5_000)
    expect(new Set(goodbyes.map((data) => (data as { retryAfterMs: number }).retryAfterMs)).size).toBeGreaterThan(10)
  })
})
