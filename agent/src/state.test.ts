import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openState } from './state.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-state-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('PX2 the secret is kept for the next start, in a file that only its user can read', () => {
  openState(folder, () => {}).set({ origin: 'https://s.example', secret: 'S' })
  expect(openState(folder, () => {}).get()).toEqual({ begun: [], origin: 'https://s.example', secret: 'S' })
  expect(statSync(join(folder, 'state.json')).mode & 0o777).toBe(0o600)
})

it('[F104] a disk that takes nothing is reported, and the agent goes on with what it knows', () => {
  const failures: string[] = []
  const state = openState(join(folder, 'absent'), (reason) => failures.push(reason))
  state.set({ panelBy: 'cec' })
  expect(state.get().panelBy).toBe('cec')
  expect(failures).toHaveLength(1)
})

it('[F104] a file that a power cut has cut off is as none', () => {
  writeFileSync(join(folder, 'state.json'), '{"begun":[{"id":')
  expect(openState(folder, () => {}).get()).toEqual({ begun: [] })
})
