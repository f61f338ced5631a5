import { describe, expect, it } from 'vitest'
import { fingerprintOf } from './fingerprint.ts'

const noise = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 2_654_435_761) >>> 24)

describe('[CT3] a fingerprint', () => {
  it('is the same for the same bytes, however they are put together', async () => {
    const bytes = noise(300_000)
    const whole = await fingerprintOf(new Blob([bytes]))
    expect(whole).toMatch(/^[0-9a-f]{16}$/)
    expect(await fingerprintOf(new Blob([bytes.slice(0, 1_000), bytes.slice(1_000)], { type: 'video/mp4' }))).toBe(
      whole,
    )
  })

  it('is another one for another length, and for each byte that it looks at', async () => {
    const bytes = noise(300_000)
    const prints = new Set([await fingerprintOf(new Blob([bytes])), await fingerprintOf(new Blob([bytes.slice(1)]))])
    for (const place of [0, 1, 100_000, 299_999]) {
      const changed = bytes.slice()
      changed[place] = (changed[place] ?? 0) ^ 1
      prints.add(await fingerprintOf(new Blob([changed])))
    }
    expect(prints.size).toBe(6)
  })

  it('is there for what is empty, or smaller than a window', async () => {
    expect(await fingerprintOf(new Blob([]))).not.toBe(await fingerprintOf(new Blob([new Uint8Array(1)])))
  })

  it('reads only a part of what is large', async () => {
    let read = 0
    class Large extends Blob {
      override get size() {
        return 2 * 2 ** 30
      }
      override slice(from = 0, to = 0) {
        read += to - from
        return new Blob([new Uint8Array(8)])
      }
    }
    await fingerprintOf(new Large())
    expect(read).toBe(2 * 2 ** 20)
  })
})
