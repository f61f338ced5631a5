import { describe, expect, it } from 'vitest'
import {
  findUnprovedRows,
  findUnprovedThreats,
  findUntoldIds,
  idsToldIn,
  readRows,
  readThreatPages,
  readThreats,
  rowsProvedIn,
  threatsProvedIn,
} from './rows.ts'

/** These numbers were never given. */
const WAITING = new Set(['S32', 'S37', 'S40', 'S41'])

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

  it('reads faults and attacks from the heads of their rows, and those that wait from their own sections', () => {
    const page = [
      '## Faults\n| # | Fault |\n| F1 | as F2 |\n| F34 | x |',
      '### Data\n| F41 | a process, B9 |',
      '## Attacks\n| B1 | F3 |\n| B104 | x |',
      '## Attacks on what is not there yet\n| B1, B104 | no B7 |',
      '## Faults of what is not there yet\n| F34 | x |',
    ]
    expect(readThreats(page.join('\n\n'))).toEqual({
      ids: ['F1', 'F34', 'F41', 'B1', 'B104'],
      waiting: ['B1', 'B104', 'F34'],
    })
  })

  it.each([
    [`test('[F1] [M12] it plays on', f)`, ['F1']],
    [`it.each([1])('D7 [F8] [F29] %s', f)`, ['F8', 'F29']],
    [`describe('[B90] the headers', f)`, ['B90']],
    [`it('survives [F3]', f)`, []],
    [`it('B5 without its brackets', f)`, []],
  ])('%s', (source, threats) => {
    expect(threatsProvedIn('a.test.ts', source)).toEqual(threats)
  })

  it('every fault and attack has a test whose name starts with its id, or waits for what it is about', () => {
    expect(findUnprovedThreats()).toEqual({ unproved: [], waitingInVain: [] })
  })

  it.each([
    ['F', 144],
    ['B', 229],
    ['S', 46],
    ['G', 9],
    ['U', 22],
    ['R', 6],
    ['HS', 31],
  ])('none of %s, 1 to %i, has been lost on the way', (letters, last) => {
    const { ids } = readThreats(readThreatPages())
    const numbers = ids.flatMap((id) => (id.replace(/\d+$/, '') === letters ? [Number(id.slice(letters.length))] : []))
    const all = Array.from({ length: last }, (_, index) => index + 1)
    expect([...new Set(numbers)].sort((one, other) => one - other)).toEqual(
      all.filter((number) => !WAITING.has(letters + number)),
    )
  })

  it('reads the ids that a page tells of, in spans too', () => {
    expect([...idsToldIn('- **CT1** as F2, SP3 to SP5; not a4, x9 or ABCD7')]).toEqual([
      'CT1',
      'F2',
      'SP3',
      'SP5',
      'SP4',
    ])
  })

  it('every id at the beginning of a test name is on a page below docs/', () => {
    expect(findUntoldIds()).toEqual([])
  })
})
