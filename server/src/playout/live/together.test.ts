import { describe, expect, it } from 'vitest'
import { readTogether } from './together.ts'

describe('[CP4] reading together', () => {
  const soon = () => new Promise((resolve) => setImmediate(resolve))

  it('simultaneous reads are one read, and each caller gets its own answer', async () => {
    const asked: number[][] = []
    const read = readTogether(async (keys: readonly number[]) => {
      asked.push([...keys])
      await soon()
      return keys.map((key) => key * 10)
    })
    expect(await Promise.all([1, 2, 3].map(read))).toEqual([10, 20, 30])
    expect(await read(4)).toBe(40)
    expect(asked).toEqual([[1, 2, 3], [4]])
  })

  it('reads a crowd in parts, the first of which are answered before the last are read', async () => {
    const asked: number[] = []
    let answered = 0
    const before: number[] = []
    const read = readTogether(async (keys: readonly number[]) => {
      before.push(answered)
      asked.push(keys.length)
      await soon()
      return [...keys]
    })
    const all = Array.from({ length: 120 }, async (_, key) => {
      expect(await read(key)).toBe(key)
      answered += 1
    })
    await Promise.all(all)
    expect(asked).toEqual([50, 50, 20])
    expect(before.at(-1)).toBeGreaterThanOrEqual(50)
  })

  it('a failed read fails for the callers that shared it, and for nobody else', async () => {
    let fails = true
    const read = readTogether(async (keys: readonly number[]) => {
      if (fails) throw new Error('away')
      return [...keys]
    })
    const both = await Promise.allSettled([read(1), read(2)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    fails = false
    expect(await read(3)).toBe(3)
  })
})
