import { mediaAddressOf } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { createMediaSource } from './lend.ts'

const CDN = 'https://cdn.example.org/media'
const URL_OF_A = '/media/a.jpg'
const FILE = new Blob(['picture'])

/** @param kept what of the file the device knows */
function source(
  kept: 'verified' | 'unverified' | 'nothing',
  { isServed = false, mediaUrl = CDN }: { isServed?: boolean; mediaUrl?: string | null },
) {
  const find = async (_: string, unverified?: boolean) =>
    kept === 'verified' || (kept === 'unverified' && unverified) ? FILE : undefined
  return createMediaSource({ find, elsewhere: (url) => mediaAddressOf(url, mediaUrl ?? undefined) }, () => isServed)
}

const lentOf = async (media: ReturnType<typeof source>) => {
  const { giveBack, ...lent } = await media.lend(URL_OF_A)
  giveBack()
  return lent
}

describe('where an element takes a file from', () => {
  it.each(['verified', 'unverified'] as const)('[OF16] the worker has it (%s): nobody else is asked', async (kept) => {
    expect(await lentOf(source(kept, { isServed: true }))).toEqual({ src: URL_OF_A })
  })

  it('[OF7] without a worker, what is kept is given to it', async () => {
    expect(await lentOf(source('verified', {}))).toEqual({ src: expect.stringMatching(/^blob:/) })
  })

  it.each([
    ['nothing', true],
    ['nothing', false],
    ['unverified', false],
  ] as const)('[OF16] %s to go by (a worker: %s): elsewhere, and otherwise the server', async (kept, isServed) => {
    expect(await lentOf(source(kept, { isServed }))).toEqual({ src: `${CDN}/a.jpg`, otherwise: URL_OF_A })
  })

  it.each([true, false])('the server, where there is nowhere else (a worker: %s)', async (isServed) => {
    const media = source('nothing', { isServed, mediaUrl: null })
    expect(media.isDirect(URL_OF_A)).toBe(isServed)
    expect(await lentOf(media)).toEqual({ src: URL_OF_A })
  })

  it('what is not a stored file is left as it is', () => {
    for (const url of ['https://example.org/media/a.jpg', `${CDN}/a.jpg`]) {
      expect(source('nothing', {}).isDirect(url)).toBe(true)
    }
    expect(source('nothing', { isServed: true }).isDirect(URL_OF_A)).toBe(false)
  })

  it('a disk that does not answer keeps nobody waiting', async () => {
    const find = () => new Promise<never>(() => {})
    const media = createMediaSource({ find, elsewhere: () => undefined }, () => false)
    expect(await lentOf(media)).toEqual({ src: URL_OF_A })
  })
})
