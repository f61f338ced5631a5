import { expect, it } from 'vitest'
import { createTranslate } from './translate.ts'

const first = {
  hello: 'Hello {name}',
  plain: 'Saved',
  pictures: { one: '{count} picture', other: '{count} pictures' },
} as const

it('D1 puts a name into a sentence, and leaves braces inside the name alone', () => {
  const t = createTranslate<typeof first>(first, 'en')
  expect(t('hello', { name: 'Department of ECE' })).toBe('Hello Department of ECE')
  expect(t('hello', { name: '{name}' })).toBe('Hello {name}')
})

it('D2 takes the plural form that the language asks for', () => {
  const t = createTranslate<typeof first>(first, 'en')
  expect([0, 1, 2].map((count) => t('pictures', { count }))).toEqual(['0 pictures', '1 picture', '2 pictures'])
})

it('D2 uses all six Arabic forms, and the general one for a form that is not written', () => {
  const forms = { zero: 'zero', one: 'one', two: 'two', few: 'few', many: 'many', other: 'other' }
  const t = createTranslate<typeof first>({ ...first, pictures: forms }, 'ar')
  expect([0, 1, 2, 5, 11, 100].map((count) => t('pictures', { count }))).toEqual(Object.values(forms))
  const sparse = createTranslate<typeof first>({ ...first, pictures: { other: 'other' } }, 'ar')
  expect(sparse('pictures', { count: 2 })).toBe('other')
})
