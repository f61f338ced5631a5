import { expect, it } from 'vitest'
import { createDoing } from './doing.ts'

const wordsOf = (error: unknown) => `words of ${(error as Error).message}`
const refused = () => Promise.reject(new Error('a refusal'))

it('[HS15] what was pressed is under way until it is done, and what was wrong before is forgotten', async () => {
  const store = createDoing<'one'>('known before')
  const seen: unknown[] = []
  const stop = store.onChange(() => seen.push(store.state()))
  await store.run('one', async () => expect(store.state()).toEqual({ doing: 'one', problem: undefined }), { wordsOf })
  stop()
  expect(seen).toEqual([
    { doing: 'one', problem: undefined },
    { doing: undefined, problem: undefined },
  ])
})

it('[HS15] a failure is reported in words, at its place or to the part that shows it elsewhere', async () => {
  const store = createDoing<'one'>()
  await store.run('one', refused, { wordsOf })
  expect(store.state()).toEqual({ doing: undefined, problem: 'words of a refusal' })
  const told: string[] = []
  await store.run('one', refused, { wordsOf, tell: (words) => told.push(words) })
  expect(told).toEqual(['words of a refusal'])
  expect(store.state()).toEqual({ doing: undefined, problem: undefined })
})

it('[HS15] what comes after is done whatever came of it, and the button waits for it', async () => {
  const store = createDoing<'one'>()
  const during: unknown[] = []
  const after = async () => during.push(store.state().doing)
  await store.run('one', async () => {}, { wordsOf, after })
  await store.run('one', refused, { wordsOf, after })
  expect(during).toEqual(['one', 'one'])
  await expect(store.run('one', refused, { wordsOf, after: refused })).rejects.toThrow('a refusal')
  expect(store.state().doing).toBeUndefined()
})

it('[HS15] of two at once the newer one runs until it is done', async () => {
  const store = createDoing<'one' | 'other'>()
  const older = Promise.withResolvers<void>()
  const newer = Promise.withResolvers<void>()
  const both = [
    store.run('one', () => older.promise, { wordsOf }),
    store.run('other', () => newer.promise, { wordsOf }),
  ]
  older.resolve()
  await both[0]
  expect(store.state().doing).toBe('other')
  newer.resolve()
  await both[1]
  expect(store.state().doing).toBeUndefined()
})
