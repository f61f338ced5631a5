import { expect, it, vi } from 'vitest'
import { isInTurn } from './dialects.ts'

it('every suite has PostgreSQL in one of two rounds, and each time where nobody counts them', () => {
  for (const name of ['lines', 'items']) {
    const inTurn = ['6', '7'].filter((round) => {
      vi.stubEnv('TEST_ROUND', round)
      return isInTurn(name)
    })
    expect(inTurn).toHaveLength(1)
    vi.stubEnv('TEST_ROUND', undefined)
    expect(isInTurn(name)).toBe(true)
  }
  vi.unstubAllEnvs()
})
