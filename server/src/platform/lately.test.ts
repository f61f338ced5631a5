import { expect, it } from 'vitest'
import { createLately } from './lately.ts'

function asking({ ms = 1_000, most = 10 } = {}) {
  const clock = { now: 1_000_000 }
  const lately = createLately({ ms, most }, () => clock.now)
  const asked: string[] = []
  const isSo = (name: string, answer = true) =>
    lately(name, async () => {
      asked.push(name)
      return answer
    })
  return { clock, asked, isSo }
}

it('a positive answer is used for a while, and then looked up again', async () => {
  const { clock, asked, isSo } = asking()
  expect(await isSo('a')).toBe(true)
  clock.now += 999
  expect(await isSo('a', false)).toBe(true)
  expect(asked).toEqual(['a'])
  clock.now += 1
  expect(await isSo('a', false)).toBe(false)
  expect(asked).toEqual(['a', 'a'])
})

it('a negative answer is looked up each time', async () => {
  const { asked, isSo } = asking()
  expect(await isSo('a', false)).toBe(false)
  expect(await isSo('a')).toBe(true)
  expect(asked).toEqual(['a', 'a'])
})

it('a clock that is put back makes nothing believed for longer', async () => {
  const { clock, isSo } = asking()
  await isSo('a')
  clock.now -= 1_000
  expect(await isSo('a', false)).toBe(false)
})

it('beyond the limit of names, the first one is forgotten', async () => {
  const { asked, isSo } = asking({ most: 2 })
  for (const name of ['a', 'b', 'c', 'b', 'c', 'a']) await isSo(name)
  expect(asked).toEqual(['a', 'b', 'c', 'a'])
})
