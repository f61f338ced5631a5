import { expect, it } from 'vitest'
import { matches } from './search.ts'

it('finds by every word, anywhere, whatever the case', () => {
  const texts = ['Another College', 'other']
  expect(['', 'COLL', 'other coll', 'college  another'].map((search) => matches(search, texts))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['library', 'college library'].map((search) => matches(search, texts))).toEqual([false, false])
})
