import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_KEPT_CHARACTERS, UnreadableFile, walkJson } from './json-walk.ts'
import { CutText, createBudget, createBuilder, type KeptValue } from './kept-value.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-walk-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(content: string | Uint8Array, budget = createBudget()): Promise<KeptValue | undefined> {
  const file = join(folder, 'export.json')
  await writeFile(file, content)
  const take = createBuilder(file, budget)
  let whole: KeptValue | undefined
  await walkJson(file, (event) => {
    const value = take(event)
    if (value !== undefined) whole = value
  })
  return whole
}

/** The result of JSON.parse as a KeptValue. */
function kept(value: unknown): KeptValue {
  if (Array.isArray(value)) return value.map(kept)
  if (typeof value === 'object' && value !== null) {
    return new Map(Object.entries(value).map(([key, child]) => [key, kept(child)]))
  }
  return value as string | number | boolean | null
}

describe('E5 [B96] reading JSON in pieces', () => {
  it('comes to what JSON.parse comes to', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (json) => {
        expect(await read(json)).toEqual(kept(JSON.parse(json)))
      }),
      { numRuns: 200 },
    )
  })

  it('a text, a key and a letter of several bytes may lie across the pieces', async () => {
    for (const shift of [0, 1, 2, 3]) {
      const value = { [`${'k'.repeat(shift)}é`]: [`${' '.repeat(40)}😀é`, 12345.5, true, null, '\u0000\n"\\'] }
      const list = Array.from({ length: 3_000 }, () => value)
      expect(await read(JSON.stringify(list))).toEqual(kept(list))
    }
  })

  it('hostile keys are keys like any other', async () => {
    const value = await read('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
    expect(value).toEqual(
      new Map<string, KeptValue>([
        ['__proto__', new Map([['polluted', true]])],
        ['constructor', new Map([['prototype', new Map([['polluted', true]])]])],
      ]),
    )
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('of a text that nobody could store, only the beginning is kept', async () => {
    const [first, second] = (await read(JSON.stringify(['x'.repeat(1_000_000), 'after']))) as KeptValue[]
    expect(first).toBeInstanceOf(CutText)
    expect((first as CutText).beginning).toBe('x'.repeat(MAX_KEPT_CHARACTERS))
    expect(second).toBe('after')
  })

  it('a number of any length is a number', async () => {
    expect(await read(`[${'9'.repeat(200_000)},1e999,-0.5e-3]`)).toEqual([
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
      -0.0005,
    ])
  })

  it.each([
    ['nothing', '', 'is empty'],
    ['blanks alone', ' \n ', 'ends in the middle'],
    ['an open list', '[1,2', 'ends in the middle'],
    ['an open text', '{"a":"b', 'ends in the middle'],
    ['half a word', '[tru', 'ends in the middle'],
    ['a second value', '{}{}', 'is not JSON'],
    ['something else behind it', '[] x', 'is not JSON'],
    ['a comma too many', '[1,]', 'is not JSON'],
    ['no quotes', '{a:1}', 'is not JSON'],
    ['HTML', '<!doctype html>', 'is not JSON'],
    ['a zip', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x0a, 0x00]), 'is not JSON'],
    ['UTF-16', new Uint8Array(Buffer.from('\ufeff{"a":1}', 'utf16le')), 'is not UTF-8'],
    ['bytes that are no text', new Uint8Array([0x5b, 0x22, 0xff, 0xfe, 0x22, 0x5d]), 'is not UTF-8'],
    ['half a letter at the end', new Uint8Array([0x5b, 0x22, 0xc3]), 'ends in the middle'],
  ])('%s is refused in a sentence', async (_name, content, words) => {
    const refused = await read(content).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(UnreadableFile)
    expect(String(refused)).toContain(words)
  })

  it('a byte-order mark is no fault', async () => {
    expect(await read('\ufeff[1]')).toEqual([1])
  })

  it('a hundred thousand brackets are refused, not followed', async () => {
    await expect(read('['.repeat(100_000))).rejects.toThrow('has more than 100 levels')
    await expect(read('{"a":'.repeat(100_000))).rejects.toThrow('has more than 100 levels')
  })

  it('a file that holds more than any installation is refused before it fills the memory', async () => {
    const budget = () => createBudget({ values: 100, characters: 1_000 })
    await expect(read(JSON.stringify(Array(100).fill(0)), budget())).rejects.toThrow('Split it')
    await expect(read(JSON.stringify(['x'.repeat(1_001)]), budget())).rejects.toThrow('Split it')
    expect(await read(JSON.stringify(['x'.repeat(1_000)]), budget())).toHaveLength(1)
  })

  it('a folder and a file that is not there are refused in a sentence', async () => {
    await expect(walkJson(folder, () => {})).rejects.toBeInstanceOf(UnreadableFile)
    await expect(walkJson(join(folder, 'nothing'), () => {})).rejects.toThrow('cannot be read')
  })
})
