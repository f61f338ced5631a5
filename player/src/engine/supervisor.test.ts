import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ABSENT_MS, CARD_MS, isRight, type Remedy, type Seen, STALLED_MS, supervise, watch } from './supervisor.ts'

const film: Seen = { due: 'a', shown: 'a', painted: true, position: 3, signs: 1 }
const picture: Seen = { ...film, position: undefined }

/** The remedies by second, with what `look` returns for each second. */
function run(seconds: number, look: (second: number) => Seen): [number, Remedy][] {
  let state = watch(0)
  const done: [number, Remedy][] = []
  for (let second = 1; second <= seconds; second += 1) {
    const { watch: next, remedy } = supervise(state, look(second), second * 1_000)
    state = next
    if (remedy) done.push([second, remedy])
  }
  return done
}

describe('the supervisor', () => {
  it('a picture that stands, a film that moves, and an empty screen are well', () => {
    expect(run(600, () => picture)).toEqual([])
    expect(run(600, (second) => ({ ...film, position: second / 3 }))).toEqual([])
    expect(run(600, () => ({ ...picture, due: undefined, shown: undefined, painted: false }))).toEqual([])
  })

  it('a film that stands still is started, built again, skipped; then the page is reloaded, then the card shows', () => {
    const done = run(30, () => film)
    expect(done.map(([, remedy]) => remedy)).toEqual(['play', 'remount', 'skip', 'reload', 'card'])
    expect(done[0]?.[0]).toBeLessThanOrEqual(STALLED_MS / 1_000 + 1)
  })

  it('a remedy that works ends the fault, and the next fault begins with the first remedy', () => {
    const look = (second: number) => ({ ...film, position: second > 8 && second < 40 ? second : 3 })
    expect(run(47, look).map(([, remedy]) => remedy)).toEqual(['play', 'play'])
  })

  it('[F21] when one film after the other stands still, skipping is not tried for ever', () => {
    // After a film is skipped, the next is due and shown at once, but stands still as well.
    let item = 0
    let state = watch(0)
    const done: Remedy[] = []
    for (let second = 1; second <= 40; second += 1) {
      const id = String(item)
      const { watch: next, remedy } = supervise(state, { ...film, due: id, shown: id, signs: item }, second * 1_000)
      state = next
      if (remedy) done.push(remedy)
      if (remedy === 'skip') item += 1
    }
    expect(done).toContain('reload')
    expect(done.filter((remedy) => remedy === 'skip').length).toBe(1)
  })

  it('X7 a stage that stops reporting is built again after its own deadlines, never started', () => {
    const done = run(30, () => ({ ...picture, shown: undefined, painted: false, signs: 0 }))
    expect(done[0]).toEqual([ABSENT_MS / 1_000, 'remount'])
    expect(done.map(([, remedy]) => remedy)).not.toContain('play')
  })

  it('[F20] a stage that goes from one broken item to the next is at work', () => {
    const look = (second: number) => ({ ...picture, shown: undefined, signs: Math.floor(second / 10) })
    expect(run(600, look)).toEqual([])
  })

  it('an empty screen is seen as well where no item stays for longer than it takes to notice', () => {
    const item = (second: number) => `item ${Math.floor(second / 2) % 2}`
    const look = (second: number) => ({ ...picture, due: item(second), shown: item(second), painted: false })
    expect(run(30, look).map(([, remedy]) => remedy)).toEqual(['remount', 'skip', 'reload', 'card'])
  })

  it('the card is not for ever: after a minute everything is tried from the start', () => {
    const done = run(24 + CARD_MS / 1_000 + 2, () => film)
    expect(done.map(([, remedy]) => remedy)).toContain('uncard')
  })

  it('[Q8] whatever is seen, remedies come no faster than one in two seconds', () => {
    const seen = fc.record({
      due: fc.constantFrom('a', 'b', undefined),
      shown: fc.constantFrom('a', 'b', undefined),
      painted: fc.boolean(),
      position: fc.constantFrom(undefined, 1, 2),
      signs: fc.nat({ max: 3 }),
    })
    fc.assert(
      fc.property(fc.array(seen, { maxLength: 120 }), (sights) => {
        const done = run(sights.length, (second) => sights[second - 1] as Seen).map(([second]) => second)
        for (const [index, second] of done.entries())
          if (index > 0) expect(second - (done[index - 1] ?? 0)).toBeGreaterThanOrEqual(2)
      }),
    )
  })
})

describe('[F64] evidence that the screen shows the right content', () => {
  /** The seconds at which a check proved it. */
  function rightAt(seconds: number, look: (second: number) => Seen): number[] {
    let state = watch(0)
    const right: number[] = []
    for (let second = 1; second <= seconds; second += 1) {
      const seen = look(second)
      if (isRight(state, seen)) right.push(second)
      state = supervise(state, seen, second * 1_000).watch
    }
    return right
  }
  const empty: Seen = { due: undefined, shown: undefined, painted: false, position: undefined, signs: 0 }

  it('a picture that stands, a film that moves, an empty screen: at every look', () => {
    // The first check has nothing to compare with.
    expect(rightAt(60, () => picture)).toHaveLength(59)
    expect(rightAt(60, (second) => ({ ...film, position: second / 3 }))).toHaveLength(59)
    expect(rightAt(60, () => empty)).toHaveLength(60)
  })

  it('not a screen that is blank, a film that stands still, another item than the one that is due', () => {
    expect(rightAt(600, () => ({ ...picture, painted: false }))).toEqual([])
    expect(rightAt(600, () => film)).toEqual([])
    expect(rightAt(600, () => ({ ...picture, due: 'b' }))).toEqual([])
    expect(rightAt(600, () => ({ ...picture, shown: undefined }))).toEqual([])
  })

  it('not a stage that fails at one item after the other, however busy it is', () => {
    expect(rightAt(600, (second) => ({ ...empty, due: `item ${second}`, signs: second }))).toEqual([])
  })

  it('a loop of items so short that each look comes before the one that is due', () => {
    const behind = (second: number) => ({
      ...picture,
      due: `${second % 3}`,
      shown: `${(second + 2) % 3}`,
      signs: second,
    })
    expect(rightAt(60, behind)).toHaveLength(59)
  })

  it('nothing while the card stands in for it', () => {
    const taken = (second: number): Seen => (second < 30 ? { ...picture, painted: false } : picture)
    expect(rightAt(60, taken).every((second) => second >= 30)).toBe(true)
  })
})
