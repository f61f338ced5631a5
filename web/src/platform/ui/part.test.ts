import { describe, expect, it, vi } from 'vitest'
import { type Absence, createPart } from './part.ts'

const world = (why: Absence = 'offline') => ({
  whyAbsent: vi.fn(async () => why),
  mendStyles: vi.fn(async () => {}),
})

describe('a part of the application', () => {
  it('[U4] is fetched once, however many ask for it', async () => {
    const fetchContent = vi.fn(async () => 'content')
    const part = createPart(fetchContent, world())
    expect(part.state()).toEqual({ status: 'loading' })
    await Promise.all([part.load(), part.load()])
    await part.load()
    expect(part.state()).toEqual({ status: 'here', content: 'content' })
    expect(fetchContent).toHaveBeenCalledTimes(1)
  })

  it.each(['offline', 'replaced', 'failed'] as const)(
    '[U4] that cannot be had says why: %s, and is here once it can',
    async (why) => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      const answers = [Promise.reject(new Error('no network')), Promise.resolve('content')]
      const surroundings = world(why)
      const part = createPart(() => answers.shift() ?? Promise.reject(new Error('asked too often')), surroundings)
      const seen: unknown[] = []
      part.onChange(() => seen.push(part.state()))
      await part.load()
      expect(seen).toEqual([{ status: 'absent', why }])
      expect(surroundings.mendStyles).not.toHaveBeenCalled()
      await part.load()
      expect(surroundings.mendStyles).toHaveBeenCalledTimes(1)
      expect(seen.slice(1)).toEqual([{ status: 'here', content: 'content' }])
    },
  )

  it('[U4] tells nobody who has gone', async () => {
    const part = createPart(async () => 'content', world())
    const listener = vi.fn()
    part.onChange(listener)()
    await part.load()
    expect(listener).not.toHaveBeenCalled()
  })

  it('X6 is given up after 120 seconds', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.useFakeTimers()
    const part = createPart(() => new Promise<string>(() => {}), world('failed'))
    const loading = part.load()
    await vi.advanceTimersByTimeAsync(119_999)
    expect(part.state().status).toBe('loading')
    await vi.advanceTimersByTimeAsync(1)
    await loading
    expect(part.state()).toEqual({ status: 'absent', why: 'failed' })
    vi.useRealTimers()
  })
})
