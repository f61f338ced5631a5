import { describe, expect, it } from 'vitest'
import { acceptedLanguage, knownLanguage, LANGUAGES, type UiLanguage } from './languages.ts'

const TAGS = Object.keys(LANGUAGES) as UiLanguage[]

describe('[WD1] the language of a request', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['ar', 'ar'],
    ['AR-eg', 'ar'],
    ['xx-FR,ar-EG;q=0.8,en;q=0.9', 'en'],
    ['nl, ar;q=0.1', 'ar'],
    ['ar;q=0', 'en'],
    ['ar ; q=0.2, en ; q=0.1', 'ar'],
    [';;;,,q=,', 'en'],
    ['*', 'en'],
    ['__proto__, constructor;q=1, toString', 'en'],
  ])('%s is %s', (accepted, language) => {
    expect(acceptedLanguage(accepted)).toBe(language)
  })

  it('a header of 8 kB is read like any other', () => {
    expect(acceptedLanguage(`${'xx-YY;q=0.3,'.repeat(680)}ar;q=0.1`)).toBe('ar')
    expect(acceptedLanguage('a-'.repeat(4_096))).toBe('en')
  })
})

describe('[WD1] each language', () => {
  it.each(TAGS)('%s is known by its tag, and by another country or script of it', (tag) => {
    const [first = ''] = tag.split('-')
    expect([tag, first, `${first}-XX`, `${first.toUpperCase()}-Latn-XX`].map((one) => knownLanguage([one]))).toEqual([
      tag,
      tag,
      tag,
      tag,
    ])
  })

  it.each(TAGS)('%s is a tag in its usual spelling, with dates, numbers, lists and plurals of its own', (tag) => {
    expect(Intl.getCanonicalLocales(tag)).toEqual([tag])
    const supported = [
      Intl.DateTimeFormat.supportedLocalesOf(tag),
      Intl.NumberFormat.supportedLocalesOf(tag),
      Intl.PluralRules.supportedLocalesOf(tag),
      Intl.ListFormat.supportedLocalesOf(tag),
      Intl.RelativeTimeFormat.supportedLocalesOf(tag),
    ]
    expect(new Set(supported.flat())).toEqual(new Set([tag]))
    expect(supported.flat()).toHaveLength(5)
  })

  it('no two are known by the same first part', () => {
    const firsts = TAGS.map((tag) => tag.split('-')[0])
    expect(new Set(firsts).size).toBe(TAGS.length)
  })
})
