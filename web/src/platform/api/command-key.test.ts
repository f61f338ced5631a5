import { expect, it } from 'vitest'
import { createCommandKey } from './command-key.ts'

it('X3 the same content tried again carries the same key', () => {
  const { keyFor } = createCommandKey()
  expect(keyFor({ title: 'a' })).toBe(keyFor({ title: 'a' }))
})

it('T4 other content, or another form, is another command', () => {
  const { keyFor } = createCommandKey()
  const first = keyFor({ title: 'a' })
  expect(keyFor({ title: 'b' })).not.toBe(first)
  expect(keyFor({ title: 'a' })).not.toBe(first)
  expect(createCommandKey().keyFor({ title: 'a' })).not.toBe(first)
})
