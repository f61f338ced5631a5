import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readYoutubeMessage, youtubeEmbed } from './youtube-message.ts'

const read = (message: unknown) => readYoutubeMessage(JSON.stringify(message))

describe('messages of a YouTube frame', () => {
  it.each([2, 5, 100, 101, 150, 153])('[F24] error %i is final', (code) => {
    expect(read({ event: 'onError', info: code })).toEqual({ type: 'failed', code })
  })

  it('[F24] playing is reported in three ways', () => {
    expect(read({ event: 'onStateChange', info: 1 })).toEqual({ type: 'playing' })
    expect(read({ event: 'infoDelivery', info: { playerState: 1 } })).toEqual({ type: 'playing' })
    expect(read({ event: 'initialDelivery', info: { playerState: 1 } })).toEqual({ type: 'playing' })
  })

  it('[F24] buffering, paused and ended are not playing', () => {
    for (const state of [-1, 0, 2, 3, 5])
      expect(read({ event: 'onStateChange', info: state })).toEqual({ type: 'other' })
  })

  it('[B89] anything else is ignored, and nothing throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string(), fc.json()), (data) => {
        const message = readYoutubeMessage(data)
        expect(message === undefined || message.type === 'other').toBe(true)
      }),
    )
  })

  it('P5 plays by itself, muted, without controls, and answers to this page alone', () => {
    const url = new URL(youtubeEmbed('dQw4w9WgXcQ', 'https://signs.example:8443'))
    expect(url.origin + url.pathname).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      autoplay: '1',
      mute: '1',
      controls: '0',
      playsinline: '1',
      rel: '0',
      enablejsapi: '1',
      origin: 'https://signs.example:8443',
    })
  })
})
