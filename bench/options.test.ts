import { describe, expect, it } from 'vitest'
import { BenchError } from './bench-error.ts'
import { readOptions } from './options.ts'

describe('the options', () => {
  it('has a whole measurement without any', () => {
    expect(readOptions([])).toEqual({ listeners: [1_000, 5_000], rounds: 30, passes: 2, port: 4_500 })
  })

  it('reads what was asked for', () => {
    const args = ['--listeners', '100,200,300', '--rounds', '5', '--passes=1', '--port', '4510']
    expect(readOptions(args)).toEqual({ listeners: [100, 200, 300], rounds: 5, passes: 1, port: 4_510 })
  })

  it.each([
    [['--listeners', '100,'], '--listeners'],
    [['--listeners', '1'], '--listeners'],
    [['--rounds', '1e3'], '--rounds'],
    [['--passes', '0'], '--passes'],
    [['--port', '80'], '--port'],
    [['--speed', '1'], '--speed'],
    [['fast'], 'fast'],
  ])('refuses %j by name', (args, name) => {
    expect(() => readOptions(args)).toThrow(BenchError)
    expect(() => readOptions(args)).toThrow(name)
  })
})
