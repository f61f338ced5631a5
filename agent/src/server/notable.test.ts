import type { AgentVitals } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { isNotable } from './notable.ts'

const QUIET: AgentVitals = {
  ...{ temperatureC: 52, throttled: 'no', loadPercent: 14, upSeconds: 300_000, browserUpSeconds: 100_000 },
  ...{ memoryMb: { used: 1_300, of: 4_000 }, diskMb: { used: 9_000, of: 29_000 }, clockOffsetMs: 12 },
  ...{ network: { by: 'wifi', signalDbm: -52 }, panel: { power: 'on', input: 'HDMI 1', by: 'cec' }, volumePercent: 40 },
}

describe('PX5 the vital signs that a server gets at once', () => {
  it.each<[string, Partial<AgentVitals>]>([
    ['the panel', { panel: { power: 'standby', input: 'HDMI 1', by: 'cec' } }],
    ['the input of the panel', { panel: { power: 'on', input: 'HDMI 2', by: 'cec' } }],
    ['throttling', { throttled: 'before' }],
    ['five degrees more', { temperatureC: 57 }],
    ['five degrees less', { temperatureC: 47 }],
    ['a percent of the disk', { diskMb: { used: 9_290, of: 29_000 } }],
    ['another network', { network: { by: 'wire' } }],
    ['a weak signal', { network: { by: 'wifi', signalDbm: -63 } }],
    ['ten percent of the memory', { memoryMb: { used: 1_700, of: 4_000 } }],
    ['a clock that was set', { clockOffsetMs: -1_000 }],
    ['the volume', { volumePercent: 41 }],
    ['a browser that was started again', { browserUpSeconds: 3 }],
  ])('%s', (_, change) => {
    expect(isNotable(QUIET, { ...QUIET, ...change })).toBe(true)
  })

  it('a value that is there now, or is gone', () => {
    const { panel: _, ...without } = QUIET
    expect(isNotable(without, QUIET)).toBe(true)
    expect(isNotable(QUIET, without)).toBe(true)
  })

  it('each value near the limits of an alert, and the first one below', () => {
    const at = (temperatureC: number): AgentVitals => ({ ...QUIET, temperatureC })
    expect(isNotable(at(76), at(76))).toBe(true)
    expect(isNotable(at(75.5), at(74.5))).toBe(true)
    expect(isNotable(at(74.5), at(74))).toBe(false)
    const slow: AgentVitals = { ...QUIET, throttled: 'now' }
    expect(isNotable(slow, slow)).toBe(true)
  })

  it('nothing else', () => {
    const later: Partial<AgentVitals> = {
      ...{ temperatureC: 55.9, loadPercent: 90, upSeconds: 300_060, browserUpSeconds: 100_060, clockOffsetMs: 400 },
      ...{ memoryMb: { used: 1_600, of: 4_000 }, network: { by: 'wifi', signalDbm: -60 } },
    }
    expect(isNotable(QUIET, { ...QUIET, ...later })).toBe(false)
    expect(isNotable({ upSeconds: 1 }, { upSeconds: 61 })).toBe(false)
  })
})
