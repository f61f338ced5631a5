import { describe, expect, it } from 'vitest'
import { resultsPage } from './page.ts'
import type { Section } from './part.ts'

const section = (goals: Section['goals']): Section => ({ markdown: '## A measurement', terminal: '', goals })
const GOAL = { what: 'p99', limit: 0.15, unit: '× plain', noisy: false } as const

describe('the page of results', () => {
  it('judges by the figures', () => {
    const goals = [
      { ...GOAL, value: 0.1 },
      { ...GOAL, value: 0.2 },
      { ...GOAL, value: undefined },
      { ...GOAL, value: 0.15, noisy: true },
    ]
    const page = resultsPage([section(goals)], [])
    expect(page).toContain('| p99 | 0.10 × plain | ≤ 0.15 × plain | met |')
    expect(page).toContain('| p99 | 0.20 × plain | ≤ 0.15 × plain | missed |')
    expect(page).toContain('| p99 | — | ≤ 0.15 × plain | not measured |')
    expect(page).toContain('| p99 | 0.15 × plain | ≤ 0.15 × plain | met, noisy |')
    expect(page).not.toContain('Not measured yet')
  })

  it('has every section, and says where the figures of others are from', () => {
    const page = resultsPage([section([]), section([])], ['storm', 'start'])
    expect(page.match(/^## A measurement$/gm)).toHaveLength(2)
    expect(page).toContain('Not measured yet: storm, start.')
    expect(page).toContain('from another machine')
    expect(page).toContain('| socket.io | nothing | 14.6 | 24.9 / 51.8 | 193 / 295 | 1.11 | 0.9 / 2.4 |')
  })
})
