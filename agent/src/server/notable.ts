import type { AgentVitals } from '@placard/contract'

/** Changes of a value that people should see before the next quiet report. */
const NOTABLE = { degrees: 5, memoryPoints: 10, signalDbm: 10, clockMs: 1_000 }
/** From here on each value counts: the server reports a machine that is a little hotter. */
const WARM_C = 75

/**
 * True if vital signs differ so much from those that the server has that it should get them now. The load is left out: it changes all the
 * time.
 */
export function isNotable(known: AgentVitals, now: AgentVitals): boolean {
  return (
    isWarm(now) ||
    JSON.stringify(kindsOf(known)) !== JSON.stringify(kindsOf(now)) ||
    isApart(known.temperatureC, now.temperatureC, NOTABLE.degrees) ||
    isApart(percentOf(known.memoryMb), percentOf(now.memoryMb), NOTABLE.memoryPoints) ||
    isApart(known.network?.signalDbm, now.network?.signalDbm, NOTABLE.signalDbm) ||
    isApart(known.clockOffsetMs, now.clockOffsetMs, NOTABLE.clockMs) ||
    // Started again meanwhile.
    (now.browserUpSeconds ?? 0) < (known.browserUpSeconds ?? 0)
  )
}

const isWarm = ({ temperatureC, throttled }: AgentVitals) => throttled === 'now' || (temperatureC ?? 0) >= WARM_C

/** Values of which each change counts, and the values that are absent. */
function kindsOf(vitals: AgentVitals): unknown[] {
  const { throttled, diskMb, network, panel, volumePercent } = vitals
  const disk = percentOf(diskMb)
  return [
    Object.keys(vitals).sort(),
    isWarm(vitals),
    throttled,
    disk === undefined ? undefined : Math.trunc(disk),
    network?.by,
    panel,
    volumePercent,
  ]
}

/** Also if one of them is absent. */
function isApart(one: number | undefined, other: number | undefined, by: number): boolean {
  if (one === undefined || other === undefined) return one !== other
  return Math.abs(one - other) >= by
}

function percentOf(share: { used: number; of: number } | undefined): number | undefined {
  return share && share.of > 0 ? (100 * share.used) / share.of : undefined
}
