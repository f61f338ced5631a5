import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ROUTES } from '../route.ts'
import { ScreenName } from '../screens/screen.ts'
import { LineText, Name, PlainText, Title } from './text.ts'
import { z } from './zod.ts'

const codeOf = (schema: typeof Title, text: unknown) => schema.safeParse(text).error?.issues[0]?.message

const PAINTS_NOTHING = ['\u3164', '\u115f', '\u1160', '\uffa0', '\u2800', '\u034f', '\u180e', '\u{e0020}', '\ufe0f']

describe('[S26] text that paints nothing', () => {
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

describe('[S45] a text of which nothing is visible', () => {
  const INVISIBLE = [
    '\ufffc',
    '\ufffc\ufe0f\ufffc',
    '\ufe0f\ufe0e',
    '\u{e0001}\u{e0041}\u{e007f}',
    '\u{e0100}',
    '\u3164\u115f\u1160\uffa0',
    '\u2800\u2800',
    '\u200c\u200d\u2060\u061c\u200e\u200f',
    '\ufff9\ufffa\ufffb',
    '\ufffe\uffff',
    '\ufdd0',
    '\u{1fffe}',
    '\u{13441}\u{13442}',
    '\u{16fe4}',
    '\u{1d159}',
    '\u{1d173}\u{1d17a}',
    '\u{1bca0}',
    '\u17b4\u17b5',
  ]

  it.each(INVISIBLE)('%j is no title, no name, no line, and an empty text', (text) => {
    expect(codeOf(Title, text)).toBe('title-missing')
    expect(codeOf(Name, text)).toBe('name-missing')
    expect(codeOf(LineText, text)).toBe('text-missing')
    expect(PlainText.parse(text)).toBe('')
  })

  it.each(['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', '👨‍👩‍👧', 'می‌خواهم', 'क्‍ष', 'ക്‍', '한ᅠ글', 'a\ufffc', '\u00ad-', '1️⃣'])('%j stays as it is', (text) =>
    expect(Title.parse(text)).toBe(text),
  )

  /** Fields of a body that are not text for people, so they may contain any characters. */
  const NO_WORDS: ReadonlySet<string> = new Set([
    ...['password', 'current', 'secret', 'path', 'key', 'url', 'timeZone', 'references'],
    // Compared with the digest of a code.
    'enterScreen.enrol.code',
    // Compared with the names of columns at an address.
    'setTableSource.columns.from',
    // Addresses.
    ...['page', 'film', 'picture'].map((name) => `raiseInsert.${name}`),
    // Extracted from a document by a program.
    ...['createDeck.pages.text', 'propose.content.pages.text', 'sendProposal.content.pages.text'],
    // Read from CAP; the door makes a notice of it, which is one of these fields.
    ...['heading', 'body', 'byline'].map((name) => `raiseTakeOver.cap.info.${name}`),
  ])

  type Field = { name: string; schema: z.ZodType }
  function fieldsOf(schema: z.ZodType, name: string): Field[] {
    if (schema instanceof z.ZodObject) {
      return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, of]) =>
        fieldsOf(of, `${name}.${key}`),
      )
    }
    if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => fieldsOf(one as z.ZodType, name))
    if (schema instanceof z.ZodArray) return fieldsOf(schema.element as z.ZodType, name)
    if (schema instanceof z.ZodPipe && (schema.in instanceof z.ZodObject || schema.in instanceof z.ZodArray))
      return fieldsOf(schema.in as z.ZodType, name)
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
      return fieldsOf(schema.unwrap() as z.ZodType, name)
    }
    return accepts(schema, 'words') && accepts(schema, 'Three words, again!') ? [{ name, schema }] : []
  }
  const lastOf = (name: string) => name.slice(name.lastIndexOf('.') + 1)
  const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

  it('is one in every field of every call that takes words', () => {
    const fields = Object.entries(ROUTES).flatMap(([name, route]) => {
      const body = 'body' in route && typeof route.body === 'object' ? (route.body as z.ZodType) : undefined
      return body ? fieldsOf(body, name) : []
    })
    const isWords = ({ name }: Field) => !NO_WORDS.has(name) && !NO_WORDS.has(lastOf(name))
    const words = fields.filter(isWords)
    const names = new Set(words.map(({ name }) => lastOf(name)))
    for (const name of ['title', 'name', 'text', 'heading', 'body', 'byline', 'labels', 'alternativeText', 'place']) {
      expect(names).toContain(name)
    }
    const wrong = words.flatMap(({ name, schema }) => {
      const empty = schema.safeParse('')
      const isAsEmpty = (text: string) => {
        const got = schema.safeParse(text)
        return got.success === empty.success && got.data === empty.data
      }
      return INVISIBLE.every(isAsEmpty) ? [] : [name]
    })
    expect(wrong).toEqual([])
  })
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

describe('[B48] text that cannot be stored', () => {
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

it('accepted text is accepted again, unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const once = LineText.safeParse(text)
      if (once.success) expect(LineText.parse(once.data)).toBe(once.data)
    }),
    { numRuns: 1_000 },
  )
})
