import { describe, expect, it } from 'vitest'
import { BenchError } from './bench-error.ts'
import { readOptions } from './options.ts'
import { PART_NAMES } from './part-names.ts'

const WHOLE = {
  only: [...PART_NAMES],
  listeners: [1_000, 5_000, 10_000],
  crowd: 5_000,
  displays: 2_000,
  rate: 200,
  seconds: 20,
  rounds: 30,
  passes: 2,
  port: 4_500,
  results: expect.stringMatching(/results$/),
}

describe('the options', () => {
  it('has a whole measurement without any', () => {
    expect(readOptions([])).toEqual(WHOLE)
  })

  it('reads the given options', () => {
    const args = ['--listeners', '100,200,300', '--rounds', '5', '--passes=1', '--port', '4510', '--crowd', '50']
    const asked = { listeners: [100, 200, 300], rounds: 5, passes: 1, port: 4_510, crowd: 50 }
    expect(readOptions(args)).toEqual({ ...WHOLE, ...asked })
  })

  it('measures in its own order what was named, or nothing', () => {
    expect(readOptions(['--only', 'start,crowded']).only).toEqual(['crowded', 'start'])
    expect(readOptions(['--only', 'page']).only).toEqual([])
  })

  it.each([
    [['--listeners', '100,'], '--listeners'],
    [['--listeners', '1'], '--listeners'],
    [['--rounds', '1e3'], '--rounds'],
    [['--passes', '0'], '--passes'],
    [['--port', '80'], '--port'],
    [['--speed', '1'], '--speed'],
    [['--only', 'fan-out,speed'], 'speed'],
    [['--only', ''], '--only'],
    [['--displays', '799'], '--displays 800'],
    [['fast'], 'fast'],
  ])('refuses %j by name', (args, name) => {
    expect(() => readOptions(args)).toThrow(BenchError)
    expect(() => readOptions(args)).toThrow(name)
  })
})
