import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type NoticeBlock, noticeBlocks } from './notice-blocks.ts'

/** A short notation: the spans of a line joined, bold ones in brackets. */
const written = (blocks: NoticeBlock[]) =>
  blocks.map(({ kind, lines }) => [
    kind,
    ...lines.map((spans) => spans.map(({ text, isBold }) => (isBold ? `[${text}]` : text)).join('')),
  ])

it.each([
  ['', []],
  [' \n\n ', []],
  ['a', [['paragraph', 'a']]],
  ['a\nb', [['paragraph', 'a', 'b']]],
  [
    'a\n\nb',
    [
      ['paragraph', 'a'],
      ['paragraph', 'b'],
    ],
  ],
  ['- a\n- b', [['list', 'a', 'b']]],
  ['* a\n• b\n– c', [['list', 'a', 'b', 'c']]],
  [
    '- a\n\n- b',
    [
      ['list', 'a'],
      ['list', 'b'],
    ],
  ],
  [
    'a\n- b\nc',
    [
      ['paragraph', 'a'],
      ['list', 'b'],
      ['paragraph', 'c'],
    ],
  ],
  ['-a\n-', [['paragraph', '-a', '-']]],
  ['-5 °C', [['paragraph', '-5 °C']]],
  ['- **a** b', [['list', '[a] b']]],
  ['- - a', [['list', '- a']]],
  ['**a**', [['paragraph', '[a]']]],
  ['**a** b **c**', [['paragraph', '[a] b [c]']]],
  ['a **b', [['paragraph', 'a **b']]],
  ['**a** **b', [['paragraph', '[a] **b']]],
  ['**a\nb**', [['paragraph', '**a', 'b**']]],
  ['5 * 3 * 2', [['paragraph', '5 * 3 * 2']]],
  ['*a*', [['paragraph', '*a*']]],
  ['***', [['paragraph', '***']]],
  ['****', [['paragraph', '****']]],
  ['- ****', [['list', '****']]],
  ['<b>a</b> &amp; {time}', [['paragraph', '<b>a</b> &amp; {time}']]],
  [
    'مرحبا\n- **واحد**',
    [
      ['paragraph', 'مرحبا'],
      ['list', '[واحد]'],
    ],
  ],
])('[CT10] the body %j is read as people mean it', (body, blocks) => {
  expect(written(noticeBlocks(body))).toEqual(blocks)
})

it('[CT10] no block, no line and no span is ever empty, and no letter is lost but marks and blanks', () => {
  const piece = fc.constantFrom('a', 'ب', '*', '**', '- ', '• ', ' ', '\n', '\n\n', '{time}', '😀')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const body = pieces.join('')
      const blocks = noticeBlocks(body)
      let text = ''
      for (const { lines } of blocks) {
        expect(lines.length).toBeGreaterThan(0)
        for (const spans of lines) {
          expect(spans.length).toBeGreaterThan(0)
          for (const span of spans) {
            expect(span.text).not.toBe('')
            text += span.text
          }
        }
      }
      const letters = (of: string) => of.replace(/[\s*•-]/g, '')
      expect(letters(text)).toBe(letters(body))
    }),
    { numRuns: 2_000 },
  )
})

it.each([
  ['stars', '*', 2 ** 20],
  ['marks of lists', '- ', 2 ** 19],
  ['lines of lists', '- a\n', 2 ** 18],
  ['bold letters', '**a**', 2 ** 18],
  ['breaks', '\n', 2 ** 20],
  ['blanks', ' ', 2 ** 20],
])('[CT10] a million %s are read in one go', (_what, piece, count) => {
  const spans = noticeBlocks(piece.repeat(count)).flatMap(({ lines }) => lines.flat())
  expect(spans.length).toBeLessThanOrEqual(2 ** 19)
})
