import { expect, it } from 'vitest'
import { reachOf } from './reach.ts'

const answers = () => Promise.resolve()
const fails = () => Promise.reject(new TypeError('Failed to fetch'))

it('[ST12] nobody there counts only where somebody was before: a server may refuse the question and nothing else', async () => {
  const page = 'https://rota.example/'
  expect(await reachOf(page, fails)).toBe('unknown')
  expect(await reachOf(page, answers)).toBe('reached')
  expect(await reachOf(page, fails)).toBe('lost')
  expect(await reachOf('https://other.example/', fails)).toBe('unknown')
})
