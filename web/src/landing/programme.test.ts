import { expect, it } from 'vitest'
import { begin, change } from './programme.ts'

const first = begin('Welcome')

it('L3 entries that are hidden or written in the trial are on its screens at once', () => {
  const hidden = change(first, { type: 'toggled', picture: 'symposium' })
  expect(hidden.shown.visible).toEqual(['welcome', 'hours'])
  expect(change(hidden, { type: 'toggled', picture: 'symposium' }).shown.visible).toEqual(first.shown.visible)
  expect(change(first, { type: 'line-written', line: 'Open day' }).shown.line).toBe('Open day')
})

it('L3 without a network the screens of the trial play on, and take over the newest once it is back', () => {
  const cut = change(first, { type: 'unplugged' })
  const written = change(change(cut, { type: 'line-written', line: 'One' }), { type: 'line-written', line: 'Two' })
  expect(written.shown).toBe(first.shown)
  expect(written.written.line).toBe('Two')
  expect(change(written, { type: 'plugged-in' }).shown.line).toBe('Two')
})
