import { resolveObjectURL } from 'node:buffer'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const MINUTE = 60_000
const PLACES = 16
const urlOf = (number: number) => `/media/picture-${number}.jpg`
/** The only property that is used of an element that has left the document. */
const imageAt = (src: string) => ({ src }) as HTMLImageElement
const isAlive = (src: string) => resolveObjectURL(src) !== undefined

describe('[ST13] pictures that are kept in memory for their next turn', () => {
  let pictures: typeof import('./held-pictures.ts')

  beforeEach(async () => {
    vi.useFakeTimers()
    vi.resetModules()
    pictures = await import('./held-pictures.ts')
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const holdAll = (count: number) =>
    Array.from({ length: count }, (_, number) => pictures.holdPicture(urlOf(number), imageAt(urlOf(number))))

  it('one is found where its element has it; a second element is not kept', () => {
    expect(pictures.takePicture(urlOf(1))).toBeUndefined()
    expect(pictures.holdPicture(urlOf(1), imageAt('https://screen.example/media/picture-1.jpg'))).toBe(true)
    expect(pictures.holdPicture(urlOf(1), imageAt('https://screen.example/media/picture-1.jpg'))).toBe(false)
    expect(pictures.takePicture(urlOf(1))).toBe('https://screen.example/media/picture-1.jpg')
  })

  it('a picture of another server, which may be another one the next time, is never kept', () => {
    const webcam = 'https://elsewhere.example/media/webcam.jpg'
    expect(pictures.holdPicture(webcam, imageAt(webcam))).toBe(false)
    expect(pictures.takePicture(webcam)).toBeUndefined()
  })

  it('an address of the page’s own is good while its picture is kept, and no longer', () => {
    const src = URL.createObjectURL(new Blob(['picture']))
    pictures.holdPicture(urlOf(1), imageAt(src))
    pictures.giveBack(urlOf(1), src)
    expect(isAlive(src)).toBe(true)
    pictures.dropPicture(urlOf(1))
    expect(pictures.takePicture(urlOf(1))).toBeUndefined()
    expect(isAlive(src)).toBe(false)
  })

  it('once the worker answers for it, it is kept under that address', () => {
    const src = URL.createObjectURL(new Blob(['picture']))
    pictures.holdPicture(urlOf(1), imageAt(src))
    expect(pictures.holdPicture(urlOf(1), imageAt(urlOf(1)))).toBe(true)
    expect(pictures.takePicture(urlOf(1))).toBe(urlOf(1))
    expect(isAlive(src)).toBe(false)
  })

  it('a file that is not kept is given back at once', () => {
    const src = URL.createObjectURL(new Blob(['film']))
    pictures.giveBack('/media/film.mp4', src)
    expect(isAlive(src)).toBe(false)
  })

  it('in a loop of more pictures than places the first ones keep theirs, and the others are read each time', () => {
    expect(holdAll(PLACES + 2)).toEqual([...Array(PLACES).fill(true), false, false])
    for (let turn = 0; turn < 3; turn += 1) {
      vi.advanceTimersByTime(10 * MINUTE)
      expect(holdAll(PLACES + 2)).toEqual(Array(PLACES + 2).fill(false))
    }
    expect(pictures.takePicture(urlOf(0))).toBe(urlOf(0))
    expect(pictures.takePicture(urlOf(PLACES))).toBeUndefined()
  })

  it('a picture that nobody has shown for an hour makes room, the one of the longest time first', () => {
    holdAll(PLACES)
    vi.advanceTimersByTime(59 * MINUTE)
    pictures.takePicture(urlOf(0))
    vi.advanceTimersByTime(MINUTE)
    expect(pictures.holdPicture(urlOf(99), imageAt(urlOf(99)))).toBe(true)
    expect(pictures.takePicture(urlOf(1))).toBeUndefined()
    expect([0, 2, 99].map((number) => pictures.takePicture(urlOf(number)))).toEqual([0, 2, 99].map(urlOf))
  })
})
