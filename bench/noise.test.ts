import { describe, expect, it } from 'vitest'
import { leastOf, NOISY_PERCENT, quietTurns } from './noise.ts'

const turn = (othersCpuPercent: number, ms: number) => ({ othersCpuPercent, ms })

describe('noise', () => {
  it('leaves out the turns that others disturbed', () => {
    const turns = [turn(NOISY_PERCENT + 1, 1), turn(NOISY_PERCENT, 3), turn(0, 2)]
    expect(quietTurns(turns)).toEqual({ turns: turns.slice(1), wasQuiet: true })
    expect(leastOf(quietTurns(turns).turns, ({ ms }) => ms)).toBe(2)
  })

  it('takes all of them when none was quiet, and says so', () => {
    const turns = [turn(50, 1), turn(90, 3)]
    expect(quietTurns(turns)).toEqual({ turns, wasQuiet: false })
  })
})
