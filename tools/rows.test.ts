import { describe, expect, it } from 'vitest'
import { faultsProvedIn, findUnprovedFaults, findUnprovedRows, readFaults, readRows, rowsProvedIn } from './rows.ts'

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

  it('reads the faults of a screen from the heads of their rows', () => {
    expect(readFaults('| # | Fault |\n| F1 | as F2 |\n| F34 | x |\n| F35 | a process |\n| B1 | F3 |')).toEqual([
      'F1',
      'F34',
    ])
  })

  it.each([
    [`test('[F1] [M12] it plays on', f)`, ['F1']],
    [`it.each([1])('D7 [F8] [F29] %s', f)`, ['F8', 'F29']],
    [`it('survives [F3]', f)`, []],
  ])('%s', (source, faults) => {
    expect(faultsProvedIn('a.test.ts', source)).toEqual(faults)
  })

  it('every fault that a screen must survive has a test whose name starts with its id', () => {
    expect(findUnprovedFaults()).toEqual([])
  })
})
