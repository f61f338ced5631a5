import { afterEach, expect, it, vi } from 'vitest'
import { followPanel, type PanelFollower } from './want-panel.ts'

const PATIENCE = { timeout: 5_000, interval: 2 }

let follower: PanelFollower
afterEach(() => follower.close())

function start(outcome: () => boolean = () => true) {
  const set: boolean[] = []
  follower = followPanel(async (isOn) => {
    set.push(isOn)
    return outcome()
  }, 10)
  return set
}

it('PX4 the panel follows the opening hours, also without another word of the server', async () => {
  const set = start()
  follower.take({
    isOn: true,
    changes: [
      { inMs: 20, isOn: false },
      { inMs: 60, isOn: true },
    ],
  })
  await vi.waitUntil(() => set.length === 3, PATIENCE)
  expect(set).toEqual([true, false, true])
})

it('PX4 a word that wants the same leaves the panel alone, so that a command stands until the next change', async () => {
  const set = start()
  follower.take({ isOn: true, changes: [] })
  follower.take({ isOn: true, changes: [] })
  await new Promise((done) => setTimeout(done, 30))
  expect(set).toEqual([true])
  // A take-over.
  follower.take({ isOn: false, changes: [] })
  follower.take({ isOn: true, changes: [] })
  expect(set).toEqual([true, false, true])
})

it('PX4 a word without a wanted state ends what was due', async () => {
  const set = start()
  follower.take({ isOn: true, changes: [{ inMs: 20, isOn: false }] })
  follower.take(null)
  await new Promise((done) => setTimeout(done, 50))
  expect(set).toEqual([true])
})

it('PX4 a panel that does not answer is told again, a few times', async () => {
  const set = start(() => false)
  follower.take({ isOn: true, changes: [] })
  await new Promise((done) => setTimeout(done, 150))
  expect(set).toEqual([true, true, true, true, true])
})
