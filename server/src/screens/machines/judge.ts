import type { AgentVitals } from '@placard/contract'

/** `between`: nothing changes, so that a value at the limit does not come and go. */
export type Judged = 'wrong' | 'well' | 'between'

const HOT_C = { from: 80, until: 75 }
const FULL_PERCENT = { from: 90, until: 87 }

function judge(value: number, { from, until }: { from: number; until: number }): Judged {
  if (value >= from) return 'wrong'
  return value < until ? 'well' : 'between'
}

/** Wrong if the machine is hot, or is slowed down. Undefined: not reported. */
export function heatOf({ temperatureC, throttled }: AgentVitals): Judged | undefined {
  if (throttled === 'now') return 'wrong'
  if (temperatureC !== undefined) return judge(temperatureC, HOT_C)
  return throttled === undefined ? undefined : 'well'
}

/** Wrong if its storage is nearly full. Undefined: not reported. */
export function storageOf({ diskMb }: AgentVitals): Judged | undefined {
  return diskMb && diskMb.of > 0 ? judge((diskMb.used / diskMb.of) * 100, FULL_PERCENT) : undefined
}

/** Wrong if its panel is in standby or off. Undefined: not reported, or it does not answer. */
export function panelOf({ panel }: AgentVitals): Exclude<Judged, 'between'> | undefined {
  if (!panel || panel.power === 'unknown') return undefined
  return panel.power === 'on' ? 'well' : 'wrong'
}
