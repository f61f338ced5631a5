import { FILM_FORMATS } from '@placard/contract'
import { expect, it, vi } from 'vitest'
import { listPlayable } from './can-play.ts'

type Asked = { video?: { contentType: string; width: number; framerate: number } }
const answer = (supported: boolean, smooth: boolean) =>
  ({ supported, smooth, powerEfficient: false }) as MediaCapabilitiesDecodingInfo

it('[CT6] an engine that knows H.264 alone says so, with or without the newer question', async () => {
  const canPlayType = (type: string) => (type.includes('avc1') ? 'probably' : '')
  expect(await listPlayable({ canPlayType })).toEqual(['h264', 'h264-60', 'h264-4k', 'h264-4k-60'])
  const decodingInfo = async () => answer(true, true)
  expect(await listPlayable({ canPlayType, capabilities: { decodingInfo } })).toHaveLength(4)
})

it('[CT6] large or fast films must play smoothly; films that all screens play need not', async () => {
  const asked: Asked[] = []
  const decodingInfo = async (question: Asked) => {
    asked.push(question)
    return answer(true, false)
  }
  const playable = await listPlayable({ canPlayType: () => 'maybe', capabilities: { decodingInfo } as never })
  expect(playable).toEqual(['h264', 'hevc', 'hevc-10'])
  expect(asked).toHaveLength(FILM_FORMATS.length)
  expect(asked.map(({ video }) => [video?.width, video?.framerate])).toContainEqual([3_840, 60])
})

it('[CT6] a film that the newer query denies is not played, and a query that throws is not believed', async () => {
  const canPlayType = () => 'probably'
  const denying = { decodingInfo: async ({ video }: Asked) => answer(!video?.contentType.includes('hvc1'), true) }
  expect(await listPlayable({ canPlayType, capabilities: denying as never })).not.toContain('hevc')
  const throwing = { decodingInfo: () => Promise.reject(new TypeError('no')) }
  expect(await listPlayable({ canPlayType, capabilities: throwing })).toEqual([...FILM_FORMATS])
})

it('[HS25] the newer question, never answered, is passed over', async () => {
  vi.useFakeTimers()
  try {
    const silent = { decodingInfo: () => new Promise(() => {}) }
    const playable = listPlayable({ canPlayType: () => 'maybe', capabilities: silent as never })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await Promise.race([playable, Promise.resolve('waits')])).toEqual([...FILM_FORMATS])
  } finally {
    vi.useRealTimers()
  }
})
