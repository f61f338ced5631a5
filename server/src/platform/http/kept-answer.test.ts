import { expect, it } from 'vitest'
import { encodingFor } from './kept-answer.ts'

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['BR; Q=0.001', 'br'],
  ['*', 'br'],
  ['*;q=0, gzip', 'gzip'],
  ['identity', undefined],
  ['gzip;q=0', undefined],
  ['gzip;q=x', undefined],
  ['deflate, zstd', undefined],
  ['', undefined],
  [undefined, undefined],
])('[S44] of "%s" the smallest that is allowed is %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding)
})
