import type { WeatherCondition } from '@placard/contract'
import { SYMBOL_SIDE, type SymbolRole, weatherSymbol } from '@placard/playback'

/** The colour of each role. Without the variable a symbol has the colour of the text around it. */
const COLOURS: Record<SymbolRole, string> = {
  sun: 'var(--sun, currentColor)',
  moon: 'var(--moon, currentColor)',
  cloud: 'var(--cloud, currentColor)',
  'far-cloud': 'var(--far-cloud, currentColor)',
  water: 'var(--water, currentColor)',
  ice: 'var(--ice, currentColor)',
  bolt: 'var(--sun, currentColor)',
  fog: 'var(--cloud, currentColor)',
}

/** The symbol of a condition. Its name is told beside it. `--gap` is the colour around a cloud in front of something. */
export function WeatherSymbol({ condition, isNight }: { condition: WeatherCondition; isNight: boolean }) {
  return (
    <svg
      className="weather-symbol"
      width="1.25em"
      height="1.25em"
      viewBox={`0 0 ${SYMBOL_SIDE} ${SYMBOL_SIDE}`}
      aria-hidden="true"
    >
      {weatherSymbol(condition, isNight).map(({ role, d, width }) =>
        width === undefined ? (
          <path
            key={d}
            d={d}
            fill={COLOURS[role]}
            style={
              role === 'cloud' || role === 'bolt' ? { stroke: 'var(--gap)', strokeWidth: 3, paintOrder: 'stroke' } : {}
            }
          />
        ) : (
          <path key={d} d={d} fill="none" stroke={COLOURS[role]} strokeWidth={width} strokeLinecap="round" />
        ),
      )}
    </svg>
  )
}
