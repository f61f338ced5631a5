import { Notice } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { readingSeconds } from './reading.ts'

const AT = Date.UTC(2026, 10, 23, 12)
const PLACE = { zoneOffsets: undefined, language: 'en' }
const noticeOf = (words: Partial<Notice>) => Notice.parse({ look: 'paper', ...words })
const seconds = (words: Partial<Notice>) => readingSeconds(noticeOf(words), AT, PLACE)

describe('[CT12] how long it takes to read', () => {
  it('is 2 s and 0.4 s for each word, and never below 5 s', () => {
    expect(seconds({ heading: 'Exam' })).toBe(5)
    expect(seconds({ heading: 'Ten words', body: '- take some\n- seconds to read\n\nfor those **who** pass' })).toBe(7)
    expect(seconds({ heading: 'One two three', byline: 'four five six seven eight nine ten' })).toBe(6)
  })

  it('counts words as people write them, with blanks or without', () => {
    expect(seconds({ body: '图书馆今天关闭，请明天再来。'.repeat(4) })).toBeGreaterThan(9)
    expect(seconds({ body: 'ห้องสมุดปิดวันนี้กรุณามาใหม่พรุ่งนี้ '.repeat(4) })).toBeGreaterThan(9)
  })

  it('counts live words as they are read', () => {
    const filler = 'word '.repeat(8)
    expect(seconds({ body: `${filler}{days until 2026-12-18}` })).toBe(seconds({ body: `${filler}25 days` }))
  })
})
