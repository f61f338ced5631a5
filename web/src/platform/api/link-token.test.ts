import { expect, it } from 'vitest'
import { tokenIn } from './link-token.ts'

const TOKEN = 'AbC-_'.padEnd(43, 'x')

it('[B11] takes the token from behind the #, and nothing else for one', () => {
  expect(tokenIn(`#${TOKEN}`)).toBe(TOKEN)
  for (const hash of [
    '',
    '#',
    TOKEN,
    `#${TOKEN}x`,
    `#${TOKEN.slice(1)}`,
    `#token=${TOKEN}`,
    `#${TOKEN}\n`,
    '#content',
  ]) {
    expect(tokenIn(hash)).toBeUndefined()
  }
})
