import type { ScreenPlan } from '@placard/playback'
import type { PlanAt } from './engine.ts'
import type { Planned } from './scene.ts'

/** Longer than any kind of item needs to begin before its turn. */
const SOON_MS = 20_000

/**
 * [LY3] The same plan, which in addition tells shortly before something comes on what it will be. A zone that is closed
 * prepares it, and opens at the right instant.
 */
export function withSoon(plan: PlanAt<ScreenPlan>): PlanAt<Planned> {
  return (manifest, now, canShow) => {
    const planned = plan(manifest, now, canShow)
    const { status, until } = planned
    if (status !== 'empty' || until === Number.POSITIVE_INFINITY) return planned
    if (now < until - SOON_MS) return { ...planned, until: until - SOON_MS }
    const then = plan(manifest, until, canShow)
    return then.status === 'playing' ? { ...planned, soon: then.current } : planned
  }
}
