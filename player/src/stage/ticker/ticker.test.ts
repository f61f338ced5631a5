import type { LineId, ManifestLine } from '@placard/contract'
import { directionOf } from '@placard/playback'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fontSize, pace } from './pace.ts'
import { split, WIDEST_PIECE_PX } from './split.ts'
import { entering, gapAfterLast, lay, passage, type Setting, splice, startTape, type Tape, trim } from './tape.ts'
import { tapeDirection } from './tape-direction.ts'

const line = (id: string, text = id): ManifestLine => ({ id: id as LineId, text })
const lines = [line('a'), line('b'), line('c')]
const setting: Setting = { widths: [[900], [1_200], [700]], windowPx: 1_920, gapPx: 64, blankPx: 11 }
const places = (tape: Tape) => tape.pieces.map((piece) => [piece.lineId, piece.left])

describe('pace', () => {
  it('[TK1] P4 is 305.9 px/s ± 1 % at 1080 px, and grows with the height as the letters do', () => {
    expect(pace(1_080) * 1_000).toBeCloseTo(305.88, 2)
    expect(fontSize(1_080)).toBe(40)
    for (const height of [720, 1_080, 1_440, 1_920, 2_160]) {
      expect(pace(height) / fontSize(height)).toBeCloseTo(pace(1_080) / 40, 9)
    }
  })
})

describe('the tape', () => {
  it('[TK3] the lines follow each other with one gap, and the first follows the last', () => {
    const tape = lay(startTape(0, 0.3), lines, setting, 5_000)
    expect(places(tape)).toEqual([
      ['a', 0],
      ['b', 964],
      ['c', 2_228],
      ['a', 2_992],
      ['b', 3_956],
    ])
    expect(tape.end).toBe(5_220)
  })

  it('[TK4] lines that do not fill the window come round when their beginning has crossed it: none is seen twice', () => {
    const short: Setting = { ...setting, widths: [[300]] }
    const tape = lay(startTape(0, 0.3), [line('a')], short, 4_000)
    expect(gapAfterLast(short)).toBe(1_620)
    expect(places(tape)).toEqual([
      ['a', 0],
      ['a', 1_920],
      ['a', 3_840],
    ])
  })

  it('[TK2] a piece enters at the edge when its place does, and is on its way until its last px has left', () => {
    const tape = lay(startTape(1_000, 0.5), lines, setting, 2_000)
    const second = tape.pieces[1]
    if (!second) throw new Error('two pieces at least')
    expect(passage(tape, second, 1_920)).toEqual({ entersAt: 1_000 + 964 / 0.5, durationMs: (1_920 + 1_200) / 0.5 })
    expect(entering(tape, 1_000 + 964 / 0.5)).toBe(964)
  })

  it('[TK3] whatever the widths: no overlap, one gap, the order kept, and enough of it', () => {
    const widths = fc.array(fc.array(fc.integer({ min: 0, max: 4_096 }), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(
        widths,
        fc.integer({ min: 320, max: 8_000 }),
        fc.integer({ min: 0, max: 40_000 }),
        (all, windowPx, until) => {
          const own = all.map((_, index) => line(`l${index}`))
          const tape = lay(startTape(0, 0.3), own, { widths: all, windowPx, gapPx: 60, blankPx: 10 }, until)
          expect(tape.end).toBeGreaterThan(until)
          tape.pieces.forEach((piece, index) => {
            const before = tape.pieces[index - 1]
            if (!before) return
            const gap = piece.left - before.left - before.width
            if (piece.part > 0) expect(gap).toBe(10)
            else if (piece.line > 0) expect(gap).toBe(60)
            else expect(gap).toBeGreaterThanOrEqual(60)
            expect(piece.part > 0 ? piece.line : (before.line + 1) % own.length).toBe(piece.line)
          })
        },
      ),
    )
  })

  it('[TK7] lines that have left the window are removed, lines in it stay', () => {
    const tape = lay(startTape(0, 1), lines, setting, 5_000)
    expect(places(trim(tape, 900 + 1_920, 1_920))).toEqual(places(tape).slice(1))
    expect(places(trim(tape, 899 + 1_920, 1_920))).toEqual(places(tape))
  })

  it('[TK5] P9 an edit moves nothing that is on the screen; the changed line is the next to enter', () => {
    const tape = lay(startTape(0, 0.3), lines, setting, 5_000)
    const edited = [line('a'), line('b'), line('c'), line('d'), line('a2')]
    const spliced = splice(tape, lines, edited, 1_000, 64)
    expect(spliced.pieces).toEqual(tape.pieces.slice(0, 2))
    expect(spliced.pieces[0]).toBe(tape.pieces[0])
    expect(spliced.end).toBe(964 + 1_200 + 64)
    expect(spliced.next).toEqual({ line: 3, part: 0 })
    expect(splice(tape, lines, [line('a', 'other'), line('b'), line('c')], 1_000, 64).next.line).toBe(0)
  })

  it('[TK5] P9 without a changed line it goes on behind the last one on the screen, in the new order', () => {
    const tape = lay(startTape(0, 0.3), lines, setting, 5_000)
    expect(splice(tape, lines, [line('b'), line('c'), line('a')], 1_000, 64).next.line).toBe(1)
    expect(splice(tape, lines, [line('a'), line('c')], 1_000, 64).next.line).toBe(1)
    expect(splice(tape, lines, [line('a')], 1_000, 64).next.line).toBe(0)
  })

  it('[TK5] a line that has begun to enter is finished', () => {
    const long: Setting = { ...setting, widths: [[4_000, 4_000, 500], [300]] }
    const two = [line('a'), line('b')]
    const tape = lay(startTape(0, 0.3), two, long, 10_000)
    const spliced = splice(tape, two, [line('b')], 100, 64)
    expect(spliced.pieces.map((piece) => [piece.lineId, piece.part])).toEqual([
      ['a', 0],
      ['a', 1],
      ['a', 2],
    ])
  })

  it('[TK5] with nothing on the screen the new lines enter at the edge', () => {
    expect(splice(startTape(0, 0.3), [], lines, 5_000, 64)).toMatchObject({
      pieces: [],
      end: 5_000,
      next: { line: 0, part: 0 },
    })
  })
})

describe('split', () => {
  const measure = (text: string) => Array.from(text).length * 20

  it('[TK6] no piece is wider than a layer may be, and nothing of the text is lost', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, maxLength: 30 }), { maxLength: 60 }), (words) => {
        const text = words.join(' ').replace(/\s+/g, ' ').trim()
        const pieces = split(text, measure, 2_000)
        for (const piece of pieces) expect(measure(piece)).toBeLessThanOrEqual(2_000)
        expect(pieces.join('').replace(/ /g, '')).toBe(text.replace(/ /g, ''))
      }),
    )
  })

  it('[TK6] it cuts between words, and a text that fits stays whole', () => {
    expect(split('one two three', measure, WIDEST_PIECE_PX)).toEqual(['one two three'])
    expect(split('one two three', measure, 160)).toEqual(['one two', 'three'])
    expect(split('one two three', measure, 200)).toEqual(['one two', 'three'])
  })

  it('[TK6] a script without blanks is cut between letters, marks and joined emoji left whole', () => {
    expect(split('学生食堂は九時', measure, 60)).toEqual(['学生食', '堂は九', '時'])
    // WD3: a syllable of several consonants stays in one piece.
    for (const syllable of ['क्ष', 'ద్ధ', 'স্ত']) {
      for (const piece of split(syllable.repeat(9), measure, 100)) expect(piece.replaceAll(syllable, '')).toBe('')
    }
    const family = '👩‍👩‍👧'
    for (const piece of split(`e\u0301${family}e\u0301${family}`, measure, 100)) {
      expect(['e\u0301', family, `e\u0301${family}`]).toContain(piece)
    }
  })
})

describe('direction', () => {
  it('[TK8] is that of the first letter, as dir="auto" has it', () => {
    expect(directionOf('Welcome مرحبا')).toBe('ltr')
    expect(directionOf('22:00 مرحبا Welcome')).toBe('rtl')
    expect(directionOf('שלום')).toBe('rtl')
    expect(directionOf('123 — !')).toBe('ltr')
    expect(directionOf('🎉 学生')).toBe('ltr')
  })

  it('[TK8] the tape runs to the right only when every line is read from the right', () => {
    expect(tapeDirection(['مرحبا', 'שלום'])).toBe('rtl')
    expect(tapeDirection(['مرحبا', 'Welcome'])).toBe('ltr')
    expect(tapeDirection([])).toBe('ltr')
  })
})
