import { describe, expect, it } from 'vitest'
import { type Column, count, markdownTable, terminalTable } from './table.ts'

const COLUMNS: Column<{ name: string; size: number }>[] = [
  { title: 'name', isText: true, of: ({ name }) => name },
  { title: 'size', of: ({ size }) => count(size) },
]
const ROWS = [
  { name: 'one', size: 7 },
  { name: 'another', size: 12_345 },
]

describe('a table', () => {
  it('puts words at the left and numbers at the right', () => {
    expect(terminalTable(COLUMNS, ROWS)).toBe('name       size\none           7\nanother  12,345')
  })

  it('has the same cells as Markdown', () => {
    expect(markdownTable(COLUMNS, ROWS)).toBe('| name | size |\n| --- | ---: |\n| one | 7 |\n| another | 12,345 |')
  })
})
