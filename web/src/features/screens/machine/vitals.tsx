import { AGENT_QUIET_MS, AGENT_REPORT_MS, type ScreenMachine, type VitalsPoint } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ago, duration } from '../../../platform/ui/moments.ts'
import { Curve } from './curve.tsx'
import styles from './machine.module.css'

/** A clock that is off by less than this counts as right. */
const RIGHT_MS = 2_000
/** Vital signs that are older are shown with their age. */
const FRESH_MS = AGENT_QUIET_MS + AGENT_REPORT_MS

const CURVES = [
  { name: 'temperature', of: 'temperatureC', from: 20, to: 90, high: 80 },
  { name: 'load', of: 'loadPercent', from: 0, to: 100, high: 101 },
  { name: 'memory', of: 'memoryPercent', from: 0, to: 100, high: 95 },
  { name: 'disk', of: 'diskPercent', from: 0, to: 100, high: 90 },
] as const satisfies { name: string; of: keyof VitalsPoint; from: number; to: number; high: number }[]

type Values = { [Name in (typeof CURVES)[number]['of']]: number | undefined }

/** [PX5] The vital signs of a machine: one line, and small curves of a day. */
export function Vitals({ machine }: { machine: ScreenMachine }) {
  const { t, language } = useI18n()
  const { vitals, day, at } = machine
  if (!vitals) return null
  const values: Values = {
    temperatureC: vitals.temperatureC,
    loadPercent: vitals.loadPercent,
    memoryPercent: percentOf(vitals.memoryMb),
    diskPercent: percentOf(vitals.diskMb),
  }
  const write = (of: keyof Values, value: number) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: of === 'temperatureC' ? 'celsius' : 'percent',
      maximumFractionDigits: 0,
    }).format(value)
  return (
    <section className={styles.part} aria-label={t('machine.vitals')}>
      <h3 className={styles.heading}>{t('machine.vitals')}</h3>
      <p className={styles.line} data-testid="vitals">
        {factsOf().map((fact) => (
          <span key={fact}>
            <bdi>{fact}</bdi>
          </span>
        ))}
      </p>
      {vitals.throttled !== undefined && vitals.throttled !== 'no' && (
        <p className={styles.warning}>{t(`machine.throttled.${vitals.throttled}`)}</p>
      )}
      <ul className={styles.tiles}>
        {CURVES.map(({ name, of, from, to, high }) => {
          const value = values[of]
          if (value === undefined) return null
          const points = day.flatMap((point) => (point[of] === undefined ? [] : [{ at: point.at, value: point[of] }]))
          const all = points.map((point) => point.value)
          return (
            <li key={name} className={styles.tile} data-high={value >= high || undefined}>
              <span className={styles.label}>{t(`machine.${name}`)}</span>
              <strong>
                <bdi>{write(of, value)}</bdi>
              </strong>
              {points.length > 1 && (
                <Curve
                  points={points}
                  now={at}
                  from={from}
                  to={to}
                  label={t('machine.curve', {
                    name: t(`machine.${name}`),
                    least: write(of, Math.min(...all)),
                    most: write(of, Math.max(...all)),
                  })}
                />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )

  function factsOf(): string[] {
    if (!vitals) return []
    const { panel, network, upSeconds, clockOffsetMs } = vitals
    const signal = network?.signalDbm === undefined ? undefined : `${Math.round(network.signalDbm)} dBm`
    return [
      ...(panel ? [t(`machine.power.${panel.power}`)] : []),
      ...(panel?.input ? [t('machine.input', { input: panel.input })] : []),
      ...(network
        ? [network.by === 'wifi' && signal ? t('machine.signal', { signal }) : t(`machine.net.${network.by}`)]
        : []),
      ...(upSeconds === undefined ? [] : [t('machine.up', { duration: duration(upSeconds * 1_000, language) })]),
      ...(clockOffsetMs !== undefined && Math.abs(clockOffsetMs) >= RIGHT_MS
        ? [t('machine.clock', { duration: duration(Math.abs(clockOffsetMs), language) })]
        : []),
      ...(machine.agent ? [t('machine.agent', { version: machine.agent.version })] : []),
      ...(at - vitals.at > FRESH_MS ? [t('machine.as-of', { ago: ago(at - vitals.at, language) })] : []),
    ]
  }
}

function percentOf(share: { used: number; of: number } | undefined): number | undefined {
  return share && share.of > 0 ? Math.min(100, (share.used / share.of) * 100) : undefined
}
