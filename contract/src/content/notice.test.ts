import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { problemOf } from '../platform/error.ts'
import { ManifestNotice } from './manifest-notice.ts'
import { Notice, NoticeLink, tidyLines } from './notice.ts'
import { NOTICE_LOOKS } from './notice-looks.ts'
import { readBrand, readNotice } from './read-notice.ts'

const WORDS = { look: 'paper', heading: 'Closed', body: '', byline: '' } as const

/** The field of the first problem, and its code. */
function faultOf(value: unknown): string | undefined {
  const { error } = Notice.safeParse(value)
  const { code, field } = error ? problemOf(error) : {}
  return code && `${field}: ${code}`
}

describe('[CT10] a notice', () => {
  it('[CT10] has a heading or a body, and empty words for the rest', () => {
    expect(Notice.parse({ look: 'night', heading: 'Closed' })).toEqual({ ...WORDS, look: 'night' })
    expect(Notice.parse({ look: 'paper', body: 'Back soon' })).toEqual({ ...WORDS, heading: '', body: 'Back soon' })
    for (const look of NOTICE_LOOKS) expect(Notice.parse({ ...WORDS, look }).look).toBe(look)
  })

  it.each([
    ['no words', { look: 'paper' }, 'heading: notice-empty'],
    ['a byline alone', { look: 'paper', byline: 'The office' }, 'heading: notice-empty'],
    ['blanks', { look: 'paper', heading: ' \u00a0\u200b', body: '\n\t\u2063\n' }, 'heading: notice-empty'],
    ['letters that are never painted', { look: 'paper', heading: '\u3164', body: '\u2800' }, 'heading: notice-empty'],
    ['bold blanks', { look: 'paper', body: '** **' }, 'heading: notice-empty'],
    ['a list of nothing that is seen', { look: 'paper', body: '- \u200b\n- \u2060' }, 'heading: notice-empty'],
    ['a look that there is not', { ...WORDS, look: 'neon' }, 'look: invalid-field'],
    ['a prototype for a look', { ...WORDS, look: '__proto__' }, 'look: invalid-field'],
    ['no look', { heading: 'Closed' }, 'look: invalid-field'],
    ['a number for a heading', { ...WORDS, heading: 1 }, 'heading: invalid-field'],
    ['null for a body', { ...WORDS, body: null }, 'body: invalid-field'],
    ['NUL', { ...WORDS, heading: 'a\u0000' }, 'heading: text-not-well-formed'],
    ['a control in a body', { ...WORDS, body: 'a\u000b' }, 'body: text-not-well-formed'],
    ['half a letter', { ...WORDS, body: 'a\ud83d' }, 'body: text-not-well-formed'],
    ['the other half', { ...WORDS, byline: '\ude00' }, 'byline: text-not-well-formed'],
    ['a long heading', { ...WORDS, heading: 'x'.repeat(121) }, 'heading: too-long'],
    ['a long body', { ...WORDS, body: 'x'.repeat(1_001) }, 'body: too-long'],
    ['a million stars', { ...WORDS, body: '*'.repeat(2 ** 20) }, 'body: too-long'],
    [
      'a million breaks between two letters',
      { ...WORDS, body: `${'x'.repeat(999)}${'\n'.repeat(2 ** 20)}x` },
      'body: too-long',
    ],
    ['a long byline', { ...WORDS, byline: 'x'.repeat(121) }, 'byline: too-long'],
    ['a long address', { ...WORDS, link: `https://example.org/${'x'.repeat(300)}` }, 'link: too-long'],
    ['an address that is none', { ...WORDS, link: 'menu' }, 'link: link-not-valid'],
    ['no address', { ...WORDS, link: null }, 'link: invalid-field'],
    ['a field of another kind', { ...WORDS, html: '' }, 'html: unknown-field'],
    ['text', 'Closed', 'undefined: invalid-field'],
    ['null', null, 'undefined: invalid-field'],
    ['a list', [], 'undefined: invalid-field'],
  ])('[CT10] with %s is refused', (_what, value, problem) => {
    expect(faultOf(value)).toBe(problem)
  })

  it.each([
    [
      'as long as each may be',
      { look: 'paper', heading: 'x'.repeat(120), body: 'x'.repeat(1_000), byline: 'x'.repeat(120) },
    ],
    ['with stars that mark nothing', { ...WORDS, heading: '', body: '****' }],
    ['with letters of every script', { ...WORDS, heading: 'مغلق 字 😀 שלום', body: 'e\u0301\n- ١' }],
  ])('[CT10] %s is taken as it is', (_what, value) => {
    expect(Notice.parse(value)).toEqual({ ...WORDS, ...value })
  })

  it.each([
    ['breaks of every kind', 'a\r\nb\rc\u2028d\u2029e', 'a\nb\nc\nd\ne'],
    ['blanks at both ends of lines', '  a \t\n\t b  ', 'a\nb'],
    ['more than one empty line', 'a\n\n\n \n\u202a\nb\n\n\n', 'a\n\nb'],
    ['direction marks', '\u202ea\u202c\n\u2066b\u2069', 'a\nb'],
    ['tabs within', 'a\tb', 'a b'],
    ['a mark of a single letter’s direction, which cannot turn others', 'a\u200e\u061cb', 'a\u200e\u061cb'],
    ['joiners, which letters need', 'می\u200cخواهم', 'می\u200cخواهم'],
  ])('[CT10] a body with %s is tidied', (_what, typed, kept) => {
    expect(tidyLines(typed)).toBe(kept)
    expect(Notice.parse({ look: 'paper', body: typed }).body).toBe(kept)
  })

  it('[CT10] tidied words stay as they are, and reading returns what was stored', () => {
    const piece = fc.constantFrom('a', ' ', '\n', '\r', '\t', '\u2028', '\u202e', '\u200b', '**', '- ', '😀', 'ا')
    const text = fc.oneof(
      fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
      fc.string(),
    )
    const parts = { heading: text, body: text, byline: text, link: fc.constantFrom('https://example.org/a') }
    const arbitrary = fc.record({ look: fc.constantFrom(...NOTICE_LOOKS), ...parts }, { requiredKeys: ['look'] })
    fc.assert(
      fc.property(arbitrary, (typed) => {
        const { data: kept } = Notice.safeParse(typed)
        if (!kept) return
        expect(Notice.parse(kept)).toEqual(kept)
        expect(readNotice(JSON.parse(JSON.stringify(kept)))).toEqual(kept)
        expect(ManifestNotice.parse(kept)).toEqual(kept)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('[CT10] the address of a notice', () => {
  it.each([
    'https://example.org',
    'http://example.org/menu?day=mon#soup',
    'HTTPS://EXAMPLE.ORG/',
    'https://bücher.example/ärger',
    'http://192.168.1.5:3000/',
    'http://[fd00::9]/',
    `https://example.org/${'x'.repeat(280)}`,
  ])('[CT10] %s is taken', (link) => {
    expect(NoticeLink.safeParse(link).data).toBe(link)
  })

  it.each([
    '',
    'example.org/menu',
    'menu',
    '/media/a.jpg',
    '//example.org',
    'https:example.org',
    'https:/example.org',
    'https:///example.org',
    'https:\\\\example.org',
    'https://example.org\\menu',
    'javascript:alert(1)',
    'JavaScript://example.org/%0aalert(1)',
    ' https://example.org',
    'https://example.org/a b',
    'https://example.org/\n',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'mailto:a@example.org',
    'tel:123',
    'about:blank',
    'https://user@example.org/',
    'https://user:word@example.org/',
    'https://:word@example.org/',
    'https://bank.example@evil.example/',
    'https://example.org/\u0000',
    'https://example.org/\ud800',
    'https://example.org/\u202egpj.exe',
    'https://exam\u200bple.org/',
    'https://',
    'https://exa mple.org',
    'https://example.org:99999/',
  ])('[CT10] %j is refused', (link) => {
    expect(NoticeLink.safeParse(link).error?.issues[0]?.message).toBe('link-not-valid')
  })
})

describe('[CT10] the notice of a manifest', () => {
  it.each([
    undefined,
    null,
    '',
    'Closed',
    1,
    true,
    [],
    {},
    { heading: '', body: '' },
    { heading: 1, body: [] },
    { byline: 'x' },
  ])('[CT10] of %j is none', (value) => {
    expect(readNotice(value)).toBeUndefined()
    expect(ManifestNotice.parse(value)).toBeUndefined()
  })

  it.each([
    ['a look of a newer version', { ...WORDS, look: 'hologram' }, WORDS],
    ['a look that is one of every object', { ...WORDS, look: 'constructor' }, WORDS],
    ['no look', { heading: 'Closed' }, WORDS],
    ['parts that are no text', { ...WORDS, body: 7, byline: { a: 1 }, link: ['https://example.org'] }, WORDS],
    ['an address that is none', { ...WORDS, link: 'javascript:alert(1)' }, WORDS],
    ['more than this one knows', { ...WORDS, tilt: 3 }, WORDS],
    ['an address', { ...WORDS, link: 'https://example.org' }, { ...WORDS, link: 'https://example.org' }],
  ])('[CT10] with %s is read for the rest of it', (_what, value, read) => {
    expect(readNotice(value)).toEqual(read)
    expect(ManifestNotice.parse(value)).toEqual(read)
  })
})

describe('[CT11] the brand of a manifest', () => {
  const logo = { url: '/media/a.jpg', sha256: 'ab', sizeBytes: 3 }

  it.each([
    ['both', { colour: '#1a5fb4', logo }, { colour: '#1a5fb4', logo }],
    ['a colour', { colour: '#1a5fb4' }, { colour: '#1a5fb4' }],
    ['a logo', { colour: null, logo }, { logo }],
    ['a colour that would be markup', { colour: '#1a5fb4;}', logo }, { logo }],
    ['a colour in capitals', { colour: '#1A5FB4', logo }, { logo }],
    ['a logo without its size', { colour: '#1a5fb4', logo: { ...logo, sizeBytes: undefined } }, { colour: '#1a5fb4' }],
    ['a logo of half a byte', { colour: '#1a5fb4', logo: { ...logo, sizeBytes: 1.5 } }, { colour: '#1a5fb4' }],
    ['a logo that is text', { colour: '#1a5fb4', logo: '/media/a.jpg' }, { colour: '#1a5fb4' }],
    ['more', { colour: '#1a5fb4', font: 'x', logo: { ...logo, width: 3 } }, { colour: '#1a5fb4', logo }],
    ['nothing of it', { colour: 'red', logo: null }, undefined],
    ['no brand', 'red', undefined],
    ['null', null, undefined],
    ['a list', [], undefined],
  ])('[CT11] with %s', (_what, value, read) => {
    expect(readBrand(value)).toEqual(read)
  })
})
