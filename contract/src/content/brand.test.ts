import { expect, it } from 'vitest'
import { problemOf } from '../platform/error.ts'
import { Brand, UpdateBrand } from './brand.ts'
import { CreateDisplay } from './display.ts'
import { Language } from './language.ts'

function codeFor(value: unknown): string | undefined {
  const { error } = UpdateBrand.safeParse(value)
  return error && problemOf(error).code
}

it('[CT11] a brand has a colour, a logo, both or neither; an absent field stays', () => {
  expect(Brand.parse({ colour: null, logoUrl: null })).toEqual({ colour: null, logoUrl: null })
  expect(UpdateBrand.parse({})).toEqual({})
  expect(UpdateBrand.parse({ colour: '#ABCDEF' })).toEqual({ colour: '#abcdef' })
  expect(UpdateBrand.parse({ logoUrl: '/media/0f4d.jpg' })).toEqual({ logoUrl: '/media/0f4d.jpg' })
})

it.each(['', 'red', '#fff', '#1a5fb40', '1a5fb4', '#1a5fb4 ', '#1a5fbg', '#１a5fb4', 'var(--x)'])(
  '[CT11] %j is no colour',
  (colour) => {
    expect(codeFor({ colour })).toBe('colour-not-valid')
  },
)

it.each([
  '',
  '/media/a.mp4',
  '/media/../a.jpg',
  '/media/A.jpg',
  'https://example.org/media/a.jpg',
  'data:image/png,',
  '/media/a.jpg?x',
])('[CT11] %j is no stored picture', (logoUrl) => {
  expect(codeFor({ logoUrl })).toBe('media-not-found')
})

it('[CT11] nothing else can be set', () => {
  expect(codeFor({ font: 'x' })).toBe('unknown-field')
})

it.each(['de', 'ar-EG', 'zh-Hant-TW', 'en-GB-oxendict', 'ar-u-nu-latn', 'DE'])(
  '[CT13] %s is a language',
  (language) => {
    expect(Language.safeParse(language).data).toBe(language)
    expect(CreateDisplay.parse({ id: 'hall', name: 'Hall', language }).language).toBe(language)
  },
)

it.each(['', 'x', 'de_DE', 'de-', '../de', 'de DE', 'de\u0000', `de-${'x'.repeat(40)}`, 'not a language'])(
  '[CT13] %j is no language',
  (language) => {
    expect(Language.safeParse(language).error?.issues[0]?.message).toBe('invalid-language')
  },
)
