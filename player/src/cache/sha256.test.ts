import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSha256, sha256Of } from './sha256.ts'

const trueHash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('SHA-256', () => {
  it('[B94] [OF2] own and standard agree, however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 }), (pieces) => {
        const hash = createSha256()
        for (const piece of pieces) hash.update(piece)
        expect(hash.digest()).toBe(trueHash(Buffer.concat(pieces)))
      }),
      { numRuns: 2_000 },
    )
  })

  it('[OF2] of a file that is read in slices, where the browser has none of its own, and where it has', async () => {
    const bytes = Uint8Array.from({ length: 600_001 }, (_, index) => (index * 31 + (index >> 7)) & 255)
    const blob = new Blob([bytes])
    expect(await sha256Of(blob)).toBe(trueHash(bytes))
    const { crypto } = globalThis
    Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true })
    try {
      expect(await sha256Of(blob)).toBe(trueHash(bytes))
    } finally {
      Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true })
    }
  })
})
