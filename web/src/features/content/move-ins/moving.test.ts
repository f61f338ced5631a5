import { MediaId } from '@placard/contract'
import { expect, it } from 'vitest'
import { isOfThis } from './moving.ts'

const planned = (path: string, size: number) => ({ path, size, sort: 'picture' as const, name: path })
const here = (path: string, size: number) => ({
  thing: 'file' as const,
  path,
  size,
  outcome: 'came' as const,
  mediaId: MediaId.parse('m'),
})

it('[F97] a report is of the same when most of what came lies there as it was, whatever the folder is called', () => {
  const plan = { files: [planned('a', 1), planned('b', 2), planned('c', 3)] }
  expect(isOfThis(plan, [])).toBe(true)
  expect(isOfThis(plan, [here('a', 1), here('b', 2)])).toBe(true)
  // One was mended since.
  expect(isOfThis(plan, [here('a', 1), here('b', 9)])).toBe(true)
  expect(isOfThis(plan, [here('a', 7), here('b', 8), here('c', 3)])).toBe(false)
  expect(isOfThis(plan, [here('x', 1)])).toBe(false)
})
