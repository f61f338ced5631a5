import { describe, expect, it } from 'vitest'
import { hasAlready } from './entity-tag.ts'

describe('a version that the client already has', () => {
  it.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", W/"a"', true],
    ['"b","a"', true],
    [' * ', true],
    ['"b"', false],
    ['"b,a"', false],
    ['"xa"', false],
    ['a', false],
    ['', false],
    [undefined, false],
  ])('[S22] If-None-Match %s', (header, has) => {
    expect(hasAlready(header, '"a"')).toBe(has)
    expect(hasAlready(header, 'W/"a"')).toBe(has)
  })
})
