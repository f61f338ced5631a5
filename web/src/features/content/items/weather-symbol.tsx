import type { WeatherCondition } from '@placard/contract'
import { SYMBOL_SIDE, weatherSymbol } from '@placard/playback'
import styles from './weather-symbol.module.css'

/** The symbol of a condition, as screens draw it. Without colours it has that of the text around it. */
export function WeatherSymbol({ condition, isNight = false }: { condition: WeatherCondition; isNight?: boolean }) {
  return (
    <svg className={styles.symbol} viewBox={`0 0 ${SYMBOL_SIDE} ${SYMBOL_SIDE}`} aria-hidden="true">
      {weatherSymbol(condition, isNight).map(({ role, d, width }) => (
        <path key={d} d={d} data-role={role} data-line={width !== undefined || undefined} strokeWidth={width} />
      ))}
    </svg>
  )
}
