import type { DisplayId, Manifest, OrganisationId, PlaylistId } from '@placard/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followManifest } from './follow-manifest.ts'
import { createManifestKeeper } from './manifest-keeper.ts'

const key = { organisationId: 'vnr' as OrganisationId, displayId: 'ece' as DisplayId }
const PATH = '/api/organisations/vnr/displays/ece/manifest'
const revised = (revision: number): Manifest => ({
  ...key,
  name: 'ECE',
  revision,
  loopStartedAt: 0,
  items: [],
  lines: [],
})

/** Like a browser's EventSource, but the test sends its events. */
class Source extends EventTarget {
  static opened: Source[] = []
  readonly url: string
  closed = false

  constructor(url: string) {
    super()
    this.url = url
    Source.opened.push(this)
  }

  send(name: string, data: unknown): void {
    this.dispatchEvent(Object.assign(new Event(name), { data: typeof data === 'string' ? data : JSON.stringify(data) }))
  }

  fail(): void {
    this.dispatchEvent(new Event('error'))
  }

  close(): void {
    this.closed = true
  }
}

const newest = () => {
  const source = Source.opened[Source.opened.length - 1]
  if (!source) throw new Error('no stream was opened')
  return source
}

const stream = (url: string) => new Source(url) as unknown as EventSource

function follow(
  answer: (init: RequestInit) => Response | Promise<Response> = () => new Response(null, { status: 304 }),
  openStream: (url: string) => EventSource | undefined = stream,
) {
  const keeper = createManifestKeeper(key)
  const times: number[] = []
  const polls: RequestInit[] = []
  const absent = vi.fn()
  const following = followManifest(
    key,
    keeper.current,
    { onManifest: keeper.accept, onServerTime: (at) => times.push(at), onAbsent: absent, onRefused() {} },
    {
      now: () => performance.now(),
      random: () => 0.5,
      openStream,
      async fetch(url, init) {
        expect(url).toBe(PATH)
        polls.push(init)
        return answer(init)
      },
    },
  )
  return { keeper, times, polls, absent, following }
}

beforeEach(() => {
  Source.opened = []
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

describe('following a manifest', () => {
  it('[LV1] takes the whole manifest from the stream, with each change', () => {
    const { keeper, following } = follow()
    newest().send('manifest', revised(4))
    newest().send('manifest', revised(6))
    newest().send('manifest', revised(5))
    expect(keeper.current()).toEqual(revised(6))
    following.close()
  })

  it('[CP8] a playlist has addresses of its own, where the cookie of whoever looks at it goes along, and only there', async () => {
    const playlist = { organisationId: key.organisationId, playlistId: '_0123456789abcdefghij' as PlaylistId }
    const path = `/api/organisations/vnr/playlists/${playlist.playlistId}/manifest`
    const asked: [string, RequestCredentials | undefined][] = []
    for (const one of [playlist, key]) {
      const following = followManifest(
        one,
        () => undefined,
        { onManifest() {}, onServerTime() {}, onAbsent() {}, onRefused() {} },
        {
          now: () => performance.now(),
          random: () => 0.5,
          openStream: stream,
          async fetch(url, { credentials }) {
            asked.push([url, credentials])
            return new Response(null, { status: 304 })
          },
        },
      )
      following.ask()
      await vi.advanceTimersByTimeAsync(1)
      following.close()
    }
    expect(asked).toEqual([
      [path, 'same-origin'],
      [PATH, 'same-origin'],
    ])
    expect(Source.opened.map(({ url }) => url)).toEqual([`${path}/live`, `${PATH}/live`])
  })

  it('[LV4] a manifest that cannot be read changes nothing, and does not end the stream', () => {
    const { keeper, following } = follow()
    newest().send('manifest', revised(4))
    newest().send('manifest', '<html>')
    newest().send('manifest', { ...revised(9), items: 'none' })
    expect(keeper.current()).toEqual(revised(4))
    expect(Source.opened).toHaveLength(1)
    following.close()
  })

  it('[M12] a failed stream is closed and opened again, with the revision of this screen', async () => {
    const { following } = follow()
    newest().send('manifest', revised(4))
    newest().fail()
    expect(newest().closed).toBe(true)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(Source.opened.map((source) => source.url)).toEqual([`${PATH}/live`, `${PATH}/live?revision=4`])
    following.close()
  })

  it('[M12] [F5] it is opened again as often as it fails, and never two at a time', async () => {
    const { following } = follow()
    for (let round = 0; round < 30; round += 1) {
      newest().fail()
      await vi.advanceTimersByTimeAsync(20_000)
      expect(Source.opened.filter((source) => !source.closed)).toHaveLength(1)
    }
    expect(Source.opened.length).toBeGreaterThan(30)
    following.close()
  })

  it('[F2] a stream that falls silent is replaced after 25 s; heartbeats keep it', async () => {
    const { times, following } = follow()
    for (let beat = 1; beat <= 6; beat += 1) {
      await vi.advanceTimersByTimeAsync(10_000)
      newest().send('heartbeat', { at: beat })
    }
    expect(Source.opened).toHaveLength(1)
    expect(times).toEqual([1, 2, 3, 4, 5, 6])
    await vi.advanceTimersByTimeAsync(26_000)
    expect(Source.opened).toHaveLength(2)
    expect(Source.opened[0]?.closed).toBe(true)
    following.close()
  })

  it('[G4] without anything to play, the manifest is requested beside the stream, and the first to arrive counts', async () => {
    const { keeper, polls, following } = follow(() => new Response(JSON.stringify(revised(3))))
    following.ask()
    await vi.advanceTimersByTimeAsync(0)
    expect(polls).toHaveLength(1)
    expect(keeper.current()).toEqual(revised(3))
    expect(Source.opened).toHaveLength(1)
    newest().send('manifest', revised(3))
    newest().send('manifest', revised(4))
    expect(keeper.current()).toEqual(revised(4))
    following.close()
  })

  it('[G4] a manifest that the stream has already brought is not requested', async () => {
    const { polls, following } = follow()
    newest().send('manifest', revised(4))
    following.ask()
    await vi.advanceTimersByTimeAsync(0)
    expect(polls).toEqual([])
    following.close()
  })

  it('[G4] [F10] a server that comes back is asked by its streams alone: no screen with a manifest asks at once', async () => {
    const { polls, following } = follow()
    newest().send('manifest', revised(4))
    newest().fail()
    await vi.advanceTimersByTimeAsync(9_000)
    expect(Source.opened.length).toBeGreaterThan(1)
    expect(polls).toEqual([])
    following.close()
  })

  it.each([
    ['are none', () => undefined],
    [
      'may not be opened',
      (): EventSource => {
        throw new Error('a policy')
      },
    ],
  ])('[G9] where there %s streams it asks, and that is enough', async (_what, openStream) => {
    let revision = 1
    const { keeper, following } = follow(() => new Response(JSON.stringify(revised(revision))), openStream)
    following.ask()
    await vi.advanceTimersByTimeAsync(0)
    expect(keeper.current()).toEqual(revised(1))
    for (revision = 2; revision < 10; revision += 1) {
      await vi.advanceTimersByTimeAsync(16_000)
      expect(keeper.current()).toEqual(revised(revision))
    }
    following.close()
  })

  it('[F9] behind a proxy that holds the stream back the manifest is polled, with the tag of what is there', async () => {
    const { keeper, polls, following } = follow(({ headers }) =>
      (headers as Record<string, string>)['If-None-Match'] === '"3"'
        ? new Response(null, { status: 304 })
        : new Response(JSON.stringify(revised(3))),
    )
    await vi.advanceTimersByTimeAsync(10_000)
    expect(keeper.current()).toEqual(revised(3))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(polls.map(({ headers }) => headers)).toEqual([{}, { 'If-None-Match': '"3"' }, { 'If-None-Match': '"3"' }])
    expect(Source.opened.length).toBeGreaterThan(1)
    newest().send('heartbeat', { at: 1 })
    const before = polls.length
    await vi.advanceTimersByTimeAsync(20_000)
    expect(polls).toHaveLength(before)
    following.close()
  })

  it('[OF16] the tag names where files come from, and a manifest that differs in nothing else is taken', async () => {
    const from = (mediaUrl: string) => ({ ...revised(3), mediaUrl })
    let served = from('https://one.example/media')
    const { keeper, polls, following } = follow(({ headers }) =>
      (headers as Record<string, string>)['If-None-Match'] === `"3-${served.mediaUrl}"`
        ? new Response(null, { status: 304 })
        : new Response(JSON.stringify(served)),
    )
    await vi.advanceTimersByTimeAsync(10_000)
    expect(keeper.current()).toEqual(served)
    served = from('https://other.example')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(keeper.current()).toEqual(served)
    expect(polls.map(({ headers }) => (headers as Record<string, string>)['If-None-Match'])).toEqual([
      undefined,
      '"3-https://one.example/media"',
      '"3-https://other.example"',
    ])
    following.close()
  })

  it("[F4] a captive portal's page changes nothing", async () => {
    const { keeper, following } = follow(() => new Response('<html>Welcome to our hotel</html>'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(keeper.current()).toBeUndefined()
    following.close()
  })

  it('[LV5] an unknown display is reported, the screen plays on, and the display is requested once a minute', async () => {
    const { keeper, polls, absent, following } = follow(() => new Response('{}', { status: 404 }))
    newest().send('manifest', revised(4))
    newest().fail()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(absent).toHaveBeenCalled()
    expect(keeper.current()).toEqual(revised(4))
    expect(polls.length).toBeLessThanOrEqual(3)
    following.close()
  })

  it('[F5] Retry-After is honoured', async () => {
    const { polls, following } = follow(() => new Response('', { status: 503, headers: { 'Retry-After': '120' } }))
    await vi.advanceTimersByTimeAsync(10_000 + 119_000)
    expect(polls).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(polls).toHaveLength(2)
    following.close()
  })

  it('[F22] a poll that is never answered is given up after 10 s', async () => {
    const signals: (AbortSignal | null | undefined)[] = []
    const { following } = follow(({ signal }) => {
      signals.push(signal)
      return new Promise<Response>(() => {})
    })
    await vi.advanceTimersByTimeAsync(19_000)
    expect(signals[0]?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1_100)
    expect(signals[0]?.aborted).toBe(true)
    following.close()
  })

  it('[F37] [LV6] after a goodbye it returns at the given time', async () => {
    const { following } = follow()
    newest().send('heartbeat', { at: 1 })
    newest().send('bye', { reason: 'stopping', retryAfterMs: 4_000 })
    expect(newest().closed).toBe(true)
    await vi.advanceTimersByTimeAsync(4_400)
    expect(Source.opened).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(Source.opened).toHaveLength(2)
    following.close()
  })

  it('[F31] a page that was blocked hears what the network brought before it judges the stream', async () => {
    const { following } = follow()
    newest().send('heartbeat', { at: 1 })
    const running = performance.now.bind(performance)
    const blocked = vi.spyOn(performance, 'now').mockImplementation(() => running() + 15_000)
    await vi.advanceTimersByTimeAsync(25_000)
    newest().send('heartbeat', { at: 2 })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(Source.opened).toHaveLength(1)
    blocked.mockRestore()
    following.close()
  })

  it('[F29] a stream that was replaced is not listened to any more', async () => {
    const { keeper, following } = follow()
    const old = newest()
    old.fail()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(newest()).not.toBe(old)
    old.send('manifest', revised(9))
    old.fail()
    expect(keeper.current()).toBeUndefined()
    expect(newest().closed).toBe(false)
    following.close()
  })

  it('P11 closing ends the stream and every timer', () => {
    const { following } = follow()
    following.close()
    expect(newest().closed).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })
})
