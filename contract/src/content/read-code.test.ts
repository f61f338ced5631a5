import { expect, it } from 'vitest'
import { readReadCode } from './read-code.ts'

it('[TW2] a value that cannot be drawn as a code is ignored, and the rest of the manifest plays', () => {
  const known = { at: '/r/bcdfgh', way: 'card' }
  expect(readReadCode({ ...known, more: 1 })).toEqual(known)
  for (const other of [
    undefined,
    null,
    'corner',
    7,
    {},
    { at: 5, way: 'card' },
    { ...known, way: 'wall' },
    { ...known, at: 'x'.repeat(200) },
  ])
    expect(readReadCode(other)).toBe(undefined)
})
