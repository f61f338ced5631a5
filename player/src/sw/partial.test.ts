import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerWith } from './partial.ts'

const BYTES = Uint8Array.from({ length: 100 }, (_, index) => index)
const KEPT = new Headers({ 'Content-Type': 'video/mp4', ETag: '"ab"' })
const answer = (range: string | null) => answerWith(new Blob([BYTES]), KEPT, range)

describe('[OF5] a range of a kept file', () => {
  it('is exactly the requested bytes, for any range', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 120 }), fc.option(fc.nat({ max: 120 })), async (first, last) => {
        const response = answer(`bytes=${first}-${last ?? ''}`)
        const body = new Uint8Array(await response.arrayBuffer())
        if (last !== null && last < first) {
          expect(response.status).toBe(200)
          return
        }
        if (first >= BYTES.length) {
          expect(response.status).toBe(416)
          return
        }
        const expected = BYTES.slice(first, (last ?? BYTES.length - 1) + 1)
        expect(response.status).toBe(206)
        expect(body).toEqual(expected)
        expect(response.headers.get('Content-Range')).toBe(`bytes ${first}-${first + expected.length - 1}/100`)
        expect(response.headers.get('Content-Length')).toBe(String(expected.length))
      }),
    )
  })

  it.each(['bytes=0-9,20-29', 'bytes=-', 'items=1-2', 'bytes=a-b', null])(
    '[B69] %s is answered with the whole',
    async (range) => {
      const response = answer(range)
      expect(response.status).toBe(200)
      expect((await response.arrayBuffer()).byteLength).toBe(100)
    },
  )

  it('from the end', async () => {
    expect(new Uint8Array(await answer('bytes=-3').arrayBuffer())).toEqual(BYTES.slice(97))
    expect(answer('bytes=-500').headers.get('Content-Range')).toBe('bytes 0-99/100')
    expect(answer('bytes=-0').status).toBe(416)
  })
})
