import { mediaAddressOf } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { dropPicture, giveBack, holdPicture } from './held-pictures.ts'
import { createMediaSource, type Use } from './lend.ts'

const CDN = 'https://cdn.example.org/media'
const URL_OF_A = '/media/a.jpg'
const FILE = new Blob(['picture'])

/** @param kept the state of the file on the device */
function source(
  kept: 'verified' | 'unverified' | 'nothing',
  { isServed = false, mediaUrl = CDN, fetched }: { isServed?: boolean; mediaUrl?: string | null; fetched?: Blob },
) {
  const find = async (_: string, unverified?: boolean) =>
    kept === 'verified' || (kept === 'unverified' && unverified) ? FILE : undefined
  const elsewhere = (url: string) => mediaAddressOf(url, mediaUrl ?? undefined)
  const isKept = () => kept === 'verified'
  const whole = async () => (kept === 'verified' ? FILE : fetched)
  return createMediaSource({ find, elsewhere, isKept, whole }, () => isServed)
}

const lentOf = async (media: ReturnType<typeof source>, use: Use = 'film') => {
  const lent = await media.lend(URL_OF_A, use)
  if (lent) giveBack(URL_OF_A, lent.src)
  return lent
}

describe('where an element takes a file from', () => {
  it.each(['verified', 'unverified'] as const)('[OF16] the worker has it (%s): nobody else is asked', async (kept) => {
    expect(await lentOf(source(kept, { isServed: true }))).toEqual({ src: URL_OF_A })
  })

  it.each([true, false])(
    '[G6] a picture that is not verified is not shown, and none comes from a line (a worker: %s)',
    async (isServed) => {
      const media = source('unverified', { isServed, mediaUrl: null })
      expect(media.isDirect(URL_OF_A, 'picture')).toBe(false)
      expect(await lentOf(media, 'picture')).toBeUndefined()
    },
  )

  it.each([true, false])(
    '[G6] one that has come and is whole is shown, though it is not kept (a worker: %s)',
    async (isServed) => {
      const media = source('nothing', { isServed, fetched: FILE })
      expect(await lentOf(media, 'picture')).toEqual({ src: expect.stringMatching(/^blob:/) })
    },
  )

  it('[G6] a kept one is given by whoever gives kept files', async () => {
    expect(await lentOf(source('verified', { isServed: true }), 'picture')).toEqual({ src: URL_OF_A })
    expect(await lentOf(source('verified', {}), 'picture')).toEqual({ src: expect.stringMatching(/^blob:/) })
  })

  it('a picture that is held in memory is given from there, until it could not be shown', async () => {
    const src = URL.createObjectURL(FILE)
    holdPicture(URL_OF_A, { src } as HTMLImageElement)
    expect(await lentOf(source('verified', {}), 'picture')).toEqual({ src })
    dropPicture(URL_OF_A)
    expect(await lentOf(source('verified', {}), 'picture')).not.toEqual({ src })
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
    expect(media.isDirect(URL_OF_A, 'film')).toBe(isServed)
    expect(await lentOf(media)).toEqual({ src: URL_OF_A })
  })

  it('an address that is not a stored file is left as it is', () => {
    for (const url of ['https://example.org/media/a.jpg', `${CDN}/a.jpg`]) {
      expect(source('nothing', {}).isDirect(url, 'film')).toBe(true)
    }
    expect(source('nothing', { isServed: true }).isDirect(URL_OF_A, 'film')).toBe(false)
  })

  it('a disk that does not answer keeps nobody waiting', async () => {
    const find = () => new Promise<never>(() => {})
    const media = createMediaSource(
      { find, elsewhere: () => undefined, isKept: () => false, whole: async () => undefined },
      () => false,
    )
    expect(await lentOf(media)).toEqual({ src: URL_OF_A })
  })
})
