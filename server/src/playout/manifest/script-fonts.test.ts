import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findFont, fontsFor } from './script-fonts.ts'

const familiesOf = (text: string, language: string | null = null) => [
  ...new Set(fontsFor(text, language).map(({ url }) => /noto-sans-([a-z]+)/.exec(url)?.[1])),
]
const rangesHave = (fonts: { range: string }[], letter: string) => {
  const point = letter.codePointAt(0) as number
  return fonts.some(({ range }) =>
    range.split(',').some((part) => {
      const [from = '', to = from] = part.slice(2).split('-')
      return point >= Number.parseInt(from, 16) && point <= Number.parseInt(to, 16)
    }),
  )
}

describe('fonts of scripts', () => {
  it('WD3 a text in letters that every device has needs none', () => {
    expect(fontsFor('Zürich “Αθήνα” Київ — 25 € … 🍲 ½', null)).toEqual([])
    expect(fontsFor('Lunch', 'de')).toEqual([])
  })

  it('WD3 each script gets its font, and one of the two for Han letters', () => {
    expect(familiesOf('पुस्तकालय')).toEqual(['devanagari'])
    expect(familiesOf('గ్రంథాలయం')).toEqual(['telugu'])
    expect(familiesOf('مكتبة')).toEqual(['arabic'])
    expect(familiesOf('图书馆')).toEqual(['sc'])
    expect(familiesOf('図書館は休み')).toEqual(['jp'])
    expect(familiesOf('図書館', 'ja')).toEqual(['jp'])
    expect(familiesOf('図書館は休み', 'zh-Hans-CN')).toEqual(['sc'])
    expect(familiesOf('పుస్తకాలు और 图书')).toEqual(['devanagari', 'sc', 'telugu'])
  })

  it('WD3 each of the other scripts with a font gets its own', () => {
    for (const [family, text] of [
      ['bengali', 'গ্রন্থাগার'],
      ['tamil', 'நூலகம்'],
      ['thai', 'ห้องสมุด'],
      ['hebrew', 'ספרייה'],
      ['kr', '도서관'],
    ] as const) {
      expect(familiesOf(text)).toEqual([family])
      for (const letter of text) expect([letter, rangesHave(fontsFor(text, null), letter)]).toEqual([letter, true])
    }
  })

  it('WD3 Han letters are in the family of the display’s language, or of the letters beside them', () => {
    for (const language of ['zh-TW', 'zh-Hant', 'zh-Hant-HK', 'zh-HK', 'zh-MO', 'yue'])
      expect([language, familiesOf('圖書館', language)]).toEqual([language, ['tc']])
    for (const language of ['zh', 'zh-CN', 'zh-Hans', 'zh-SG']) expect(familiesOf('圖書館', language)).toEqual(['sc'])
    expect(familiesOf('圖書館', 'ko')).toEqual(['kr'])
    expect(familiesOf('도서관 圖書館')).toEqual(['kr'])
    expect(familiesOf('도서관 図書館は', 'ja').sort()).toEqual(['jp', 'kr'])
    // A letter that two of the families have is sent once.
    const both = fontsFor('도서관 図書館', 'ja')
    const [han] = '図'
    expect(both.filter((font) => rangesHave([font], han as string)).length).toBe(1)
  })

  it('WD3 the files have every letter of the text, and no others are sent', () => {
    const text = '図書館は火曜日の午後に休館します。「読書の秋」：八百五十円、カレー'
    const fonts = fontsFor(text, null)
    for (const letter of text) expect([letter, rangesHave(fonts, letter)]).toEqual([letter, true])
    for (const font of fonts) expect([...text].some((letter) => rangesHave([font], letter))).toBe(true)
    expect(fonts.length).toBeLessThan(25)
  })

  it('WD3 Latin letters and punctuation keep their own font', () => {
    for (const text of ['पुस्तक', 'పుస్తక', 'كتاب', '図書館は', '图书馆']) {
      const fonts = fontsFor(text, null)
      for (const letter of 'Aaé0.,-“”…€ ') expect([letter, rangesHave(fonts, letter)]).toEqual([letter, false])
    }
    // A syllable is set in one font.
    expect(rangesHave(fontsFor('क्‍ष', null), '\u200d')).toBe(true)
  })

  it('WD3 the words that a screen writes in its language have their letters too', () => {
    for (const [language, words] of [
      ['te', 'శుక్రవారం జనవరి'],
      ['hi', 'शुक्रवार जनवरी'],
      ['ja', '月火水木金土日曜年'],
      ['zh-Hans', '星期一二三四五六日年月上午'],
    ] as const) {
      const fonts = fontsFor('', language)
      for (const letter of words.replaceAll(' ', ''))
        expect([letter, rangesHave(fonts, letter)]).toEqual([letter, true])
    }
  })

  it('WD3 any tag of a language counts by its first part, valid or not', () => {
    for (const tag of ['te-IN', 'te-x-anything', 'te-']) expect(fontsFor('', tag)).toEqual(fontsFor('', 'te'))
  })

  it('WD3 an address names a file by its content', () => {
    const [font] = fontsFor('పుస్తకం', null)
    const found = findFont(font?.url ?? '')
    expect(found).toMatchObject(font ?? {})
    const bytes = readFileSync(found?.path ?? '')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(font?.sha256)
    expect(bytes.length).toBe(font?.sizeBytes)
    for (const url of [
      '/fonts/noto-sans-telugu-telugu-00000000.woff2',
      '/fonts/noto-sans-klingon-a-00000000.woff2',
      '/fonts/../package.json',
      `${font?.url}?x`,
    ])
      expect(findFont(url)).toBe(undefined)
  })

  it('WD3 a text that changes its words but not its letters keeps its fonts in their order', () => {
    expect(fontsFor('図書館は休み', null)).toEqual(fontsFor('休みは館書図', null))
  })
})
