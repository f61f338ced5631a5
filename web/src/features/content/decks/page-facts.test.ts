import { MAX_PAGE_TEXT_CHARACTERS } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { lackingLetters, legibilityOf, smallestLetter, type TextRun, wordsOf } from './page-facts.ts'

const run = (str: string, size = 12, more: Partial<TextRun> = {}): TextRun => ({
  str,
  transform: [size, 0, 0, size, 0, 0],
  fontName: 'f1',
  hasEOL: false,
  ...more,
})
const A4 = { width: 595, height: 842 }

describe('[CT8] the facts about a page', () => {
  it('has its words in lines, without what nobody reads, and no more than is kept', () => {
    const runs = [
      run('Soup', 12, { hasEOL: true }),
      run('\u0000of '),
      run('  the day', 12, { hasEOL: true }),
      run('\n'),
    ]
    expect(wordsOf(runs)).toBe('Soup\nof the day')
    expect(wordsOf([run('😀'.repeat(MAX_PAGE_TEXT_CHARACTERS))])).toHaveLength(MAX_PAGE_TEXT_CHARACTERS)
    expect(wordsOf([run(`x${'😀'.repeat(MAX_PAGE_TEXT_CHARACTERS)}`)]).isWellFormed()).toBe(true)
  })

  it('counts the smallest letters that somebody reads: not a mark in a corner, nor blanks', () => {
    expect(smallestLetter([run('x'.repeat(100), 20), run('1', 4), run('   ', 2)])).toBe(20)
    expect(smallestLetter([run('x'.repeat(60), 20), run('x'.repeat(40), 9)])).toBe(9)
    expect(smallestLetter([])).toBeNull()
  })

  it('reckons how they will be read from a lying and an upright screen, and says nothing of large ones', () => {
    expect(legibilityOf([{ ...A4, smallest: 11 }])).toEqual({ px: 14, uprightPx: 20, metres: 1.3, points: 35 })
    expect(legibilityOf([{ width: 960, height: 540, smallest: 23 }])).toBeUndefined()
    expect(legibilityOf([{ ...A4, smallest: null }])).toBeUndefined()
    expect(
      legibilityOf([
        { ...A4, smallest: 20 },
        { ...A4, smallest: 10 },
      ])?.px,
    ).toBe(13)
  })

  it.each([
    ['漢字', true],
    ['한글', true],
    ['عربي', true],
    ['Ångström, Ελλάδα, Москва – „1 € ≈ 2“ • → 😀', false],
  ])('letters of a font that does not come with it: %s', (words, lacks) => {
    expect(lackingLetters([run(words)], () => true)).toBe(lacks)
    expect(lackingLetters([run(words)], () => false)).toBe(false)
  })
})
