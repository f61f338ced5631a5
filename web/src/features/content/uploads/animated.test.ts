import { expect, it } from 'vitest'
import { isAnimated, typeOfAnimation } from './animated.ts'

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const FRAME = '\x21\xf9\x04\x00\x0a\x00\x00\x00\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00'
const GIF = 'GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff'

it('[CT16] a GIF of two pictures is animated, one of a single picture is not', () => {
  expect(isAnimated(latin(`${GIF}${FRAME}${FRAME}\x3b`))).toBe(true)
  expect(isAnimated(latin(`${GIF}${FRAME}\x3b`))).toBe(false)
  expect(isAnimated(latin(`${GIF}\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00${FRAME}\x3b`))).toBe(false)
  expect(isAnimated(latin(`${GIF}\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00${FRAME}${FRAME}\x3b`))).toBe(true)
})

it('[CT16] a WebP says in its head whether it moves', () => {
  const webp = (flags: string) => latin(`RIFF\x10\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00${flags}\x00\x00\x00`)
  expect(isAnimated(webp('\x02'))).toBe(true)
  expect(isAnimated(webp('\x10'))).toBe(false)
  expect(isAnimated(latin('RIFF\x10\x00\x00\x00WEBPVP8 \x0a\x00\x00\x00'))).toBe(false)
})

it('[CT16] a PNG moves by the chunk that says so, before its pixels', () => {
  const chunk = (type: string, data = '') => `\0\0\0${String.fromCharCode(data.length)}${type}${data}crc!`
  const png = (...chunks: string[]) => latin(`\x89PNG\r\n\x1a\n${chunks.join('')}`)
  expect(isAnimated(png(chunk('IHDR', '0123456789012'), chunk('acTL', '01234567'), chunk('IDAT')))).toBe(true)
  expect(isAnimated(png(chunk('IHDR', '0123456789012'), chunk('IDAT'), chunk('acTL', '01234567')))).toBe(false)
})

it('[CT16] a JPEG, nothing, and what is cut off are not', () => {
  for (const text of ['', '\xff\xd8\xff\xe0', 'GIF89a', GIF, `${GIF}\x21\xf9`, '\x89PNG\r\n\x1a\n\0\0']) {
    expect(isAnimated(latin(text))).toBe(false)
  }
})

it('[CT16] tells the type by how a file begins', () => {
  const beginning = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  expect(typeOfAnimation(beginning('GIF89a......'))).toBe('image/gif')
  expect(typeOfAnimation(beginning('RIFF....WEBPVP8X'))).toBe('image/webp')
  expect(typeOfAnimation(beginning('\x89PNG\r\n\x1a\n....'))).toBe('image/png')
  expect(typeOfAnimation(beginning('RIFF....AVI '))).toBeUndefined()
  expect(typeOfAnimation(beginning('GIF89a'))).toBeUndefined()
})
