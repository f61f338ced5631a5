import { MAX_HEADING_CHARACTERS, MAX_LINE_CHARACTERS } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { lineOf, metresOf, titleOf, wordsOfLine } from './words.ts'

describe('[CT12] the name of a notice', () => {
  it('is its heading, without live words and stars', () => {
    expect(titleOf({ heading: '**Exam** on {weekday}', body: 'Hall B' })).toBe('Exam on')
    expect(titleOf({ heading: 'Holidays: {days until 2026-12-18}', body: '' })).toBe('Holidays')
    expect(titleOf({ heading: 'A'.repeat(MAX_HEADING_CHARACTERS), body: '' })).toHaveLength(MAX_HEADING_CHARACTERS)
  })

  it('is the first words of its text where it has no heading, cut behind a word', () => {
    expect(titleOf({ heading: '', body: '- **Soup** of the day\n- Bread' })).toBe('Soup of the day')
    expect(titleOf({ heading: '{time}', body: '{date}\n\nDoors open' })).toBe('Doors open')
    const title = titleOf({
      heading: '',
      body: 'The library is closed on the second floor while the windows are mended.',
    })
    expect(title).toBe('The library is closed on the second floor while the windows…')
    expect(titleOf({ heading: '', body: '图'.repeat(80) })).toBe(`${'图'.repeat(59)}…`)
    expect(titleOf({ heading: '', body: '𝒜'.repeat(80) }).isWellFormed()).toBe(true)
  })

  it('is nothing where live words are all it has', () => {
    expect(titleOf({ heading: '{time}', body: '{weekday}, {date}' })).toBe('')
  })
})

describe('[CT14] a notice and a line', () => {
  it('puts heading and text into one line, with live words and without stars and dashes', () => {
    expect(lineOf({ heading: 'Canteen', body: '**Today** {weekday}:\n\n- soup\n- bread' })).toBe(
      'Canteen – Today {weekday}: · soup · bread',
    )
    expect(lineOf({ heading: '', body: 'Only this' })).toBe('Only this')
  })

  it('is no line where it is longer than one may be', () => {
    expect(lineOf({ heading: '', body: 'a'.repeat(MAX_LINE_CHARACTERS) })).toHaveLength(MAX_LINE_CHARACTERS)
    expect(lineOf({ heading: '', body: 'a'.repeat(MAX_LINE_CHARACTERS + 1) })).toBeUndefined()
  })

  it('makes a heading of a short line and a text of a long one', () => {
    expect(wordsOfLine('Exam on Monday')).toEqual({ heading: 'Exam on Monday', body: '' })
    const long = 'The exam of Monday takes place in hall B, because the windows of hall A are mended.'
    expect(wordsOfLine(long)).toEqual({ heading: '', body: long })
  })
})

it('[CT12] letters read well from so far, on a large screen from further', () => {
  // The table of heights and distances at 1,080 lines.
  expect([38, 54, 65, 108].map((height) => metresOf(height / 1_080, 55))).toEqual([2.5, 3, 4, 7])
  expect(metresOf(108 / 1_080, 86)).toBe(11)
})
