import { describe, expect, it } from 'vitest'
import { findUnprovedRows, readRows, rowsProvedIn } from './rows.ts'

describe('rows and the tests that prove them', () => {
  it('reads the ids of a page, several in a line too', () => {
    expect(
      readRows('# D · Dashboard\n- D1 heading (see D2).\n- R2 `/login` public. R3 `/register` public.\ntext - D9 no\n'),
    ).toEqual(['D1', 'R2', 'R3'])
  })

  it.each([
    [`it('D7 deleting an item asks first', f)`, ['D7']],
    [`test('R4 R5 leads to sign-in', f)`, ['R4', 'R5']],
    [`it.each([1])('A3 [B14] U2 lasts %s', f)`, ['A3', 'U2']],
    [`describe(\`P9 \${1} restarts\`, f)`, ['P9']],
    [`it('[F52] a command that proves D7 in passing', f)`, []],
    [`it('does D7', f)`, []],
    [`say('D7 is not a test')`, []],
  ])('%s', (source, rows) => {
    expect(rowsProvedIn('a.test.ts', source)).toEqual(rows)
  })

  it('every row has a test whose name starts with its id', () => {
    expect(findUnprovedRows()).toEqual([])
  })
})
