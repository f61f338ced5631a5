import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ScreenName } from './screen.ts'
import { LineText, Name, Title } from './text.ts'

const codeOf = (schema: typeof Title, text: unknown) => schema.safeParse(text).error?.issues[0]?.message

const PAINTS_NOTHING = ['\u3164', '\u115f', '\u1160', '\uffa0', '\u2800', '\u034f', '\u180e', '\u{e0020}', '\ufe0f']

describe('[S26] what paints nothing', () => {
  it.each(PAINTS_NOTHING)('%j alone is no title, no name and no text', (text) => {
    expect(codeOf(Title, text)).toBe('title-missing')
    expect(codeOf(Name, ` ${text}${text} `)).toBe('name-missing')
    expect(codeOf(LineText, `${text}\u200b`)).toBe('text-missing')
    expect(ScreenName.parse(text)).toBe('')
  })

  it.each(['한글', '⠁', 'ا', 'e\u0301', '👩‍💻', '.', '٪'])('%j is something', (text) =>
    expect(Title.parse(text)).toBe(text),
  )
})

describe('[B40] a title', () => {
  it.each(['', ' ', '\u00a0', '\u200b', '\u200b\u00a0 \u2060', '\n\t', '\u00ad', '\ufeff', '\u202e\u202c'])(
    '%j is none',
    (text) => expect(codeOf(Title, text)).toBe('title-missing'),
  )

  it('has at most 200 characters', () => {
    expect(Title.parse('a'.repeat(200))).toHaveLength(200)
    expect(codeOf(Title, 'a'.repeat(201))).toBe('too-long')
  })

  it('is counted without the blanks at its ends', () => {
    expect(Title.parse(`  ${'a'.repeat(200)}  `)).toHaveLength(200)
  })
})

describe('a line', () => {
  it.each(['', '   ', '\u200b'])('%j is none', (text) => expect(codeOf(LineText, text)).toBe('text-missing'))

  it('[B47] has at most 500 characters', () => {
    expect(LineText.parse('a'.repeat(500))).toHaveLength(500)
    expect(codeOf(LineText, 'a'.repeat(501))).toBe('too-long')
    expect(codeOf(LineText, `a${'\u0301'.repeat(100_000)}`)).toBe('too-long')
  })
})

describe('[B46] marks that turn the direction of writing', () => {
  it.each(['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'])(
    '%j are removed',
    (mark) => expect(LineText.parse(`Exam${mark} results`)).toBe('Exam results'),
  )
})

describe('[B48] what cannot be stored', () => {
  it.each([
    '\u0000',
    '\u0001',
    '\u0008',
    '\u000b',
    '\u001f',
    '\u007f',
    '\u0080',
    '\u009f',
    '\ud800',
    '\udc00',
    '\udc00\ud800',
  ])('%j is refused', (bad) => {
    expect(codeOf(Title, `a${bad}b`)).toBe('text-not-well-formed')
    expect(codeOf(LineText, `a${bad}b`)).toBe('text-not-well-formed')
  })
})

describe('[B49] every writing system', () => {
  it.each(['👩‍👩‍👧‍👦 welcome', 'أهلا وسهلا', '欢迎', 'ברוכים הבאים', 'ఈసీఈ విభాగం', 'e\u0301', '\u200eLTR\u200f'])(
    '%s stays as it is',
    (text) => expect(LineText.parse(text)).toBe(text),
  )

  it.each([
    ['one\ntwo', 'one two'],
    ['one\r\n\r\ntwo', 'one two'],
    ['one\ttwo', 'one two'],
    ['one\u2028two', 'one two'],
    ['  one  ', 'one'],
  ])('%j becomes one line', (text, tidy) => expect(LineText.parse(text)).toBe(tidy))
})

it('what was accepted once is accepted again, unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const once = LineText.safeParse(text)
      if (once.success) expect(LineText.parse(once.data)).toBe(once.data)
    }),
    { numRuns: 1_000 },
  )
})
