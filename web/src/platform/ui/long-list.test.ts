import { expect, it } from 'vitest'
import { staysFar } from './long-list.tsx'

const far = { farPx: () => 80 }
const near = { farPx: () => undefined }
const one = { drawing: far, id: 'one', index: 200, words: 'Soup', attributes: '{}' }

it('[HS26] a change of a long list renders no entry that is far from the window and as it was', () => {
  expect(staysFar(one, { ...one })).toBe(true)
})

it('[HS26] an entry is rendered that is near, or has other words, another place or other attributes', () => {
  for (const change of [
    { drawing: near },
    { drawing: undefined },
    { words: 'Stew' },
    { index: 199 },
    { attributes: '' },
  ])
    expect(staysFar(one, { ...one, ...change }), JSON.stringify(change)).toBe(false)
  expect(staysFar({ ...one, drawing: near }, one)).toBe(false)
  expect(staysFar({ ...one, drawing: near }, { ...one, drawing: near })).toBe(false)
})
