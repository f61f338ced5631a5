import fc from 'fast-check'
import { expect, it } from 'vitest'
import { writeRow } from './csv.ts'

it.each([
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '  =1',
  '\u200b=1',
  '\u202e=1',
  '＝1',
  '＠SUM(1)',
  '|calc',
  '%0A=1',
])('[B97] what begins like a formula is text: %j', (cell) => {
  expect(writeRow([cell])).toMatch(/^"?'/)
})

it('[B97] no text of anybody breaks out of its cell', () => {
  const cells = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(cells, (row) => {
      expect(read(writeRow(row)).map((cell) => cell.replace(/^'/, ''))).toEqual(
        row.map((cell) => cell.replace(/^'/, '')),
      )
    }),
  )
})

it('[PP2] plain words and numbers stay as they are', () => {
  expect(writeRow(['Lobby', 'Say "hi", twice', -1, 2.5, ''])).toBe('Lobby,"Say ""hi"", twice",-1,2.5,\r\n')
})

/** Parses one line of RFC 4180. */
function read(line: string): string[] {
  const cells: string[] = []
  let rest = line.slice(0, -2)
  for (;;) {
    const [whole = '', quoted, plain] = /^(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/.exec(rest) ?? []
    cells.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    const hasMore = whole.endsWith(',')
    rest = rest.slice(whole.length)
    if (!hasMore) return cells
  }
}
