import type { WeatherLook } from '@placard/contract'
import { weatherSymbol } from '@placard/playback'

/** A screen in small with the weather in one look. */
export function LookDrawing({ look }: { look: WeatherLook }) {
  return (
    <svg viewBox="0 0 96 60" aria-hidden="true" fill="currentColor" stroke="none">
      <rect
        x="1.5"
        y="1.5"
        width="93"
        height="57"
        rx="6"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        opacity="0.45"
      />
      {look === 'now' && (
        <>
          <Sky x={10} y={12} side={36} />
          <Words x={74} y={38} size={24} text="21°" />
        </>
      )}
      {look === 'today' && (
        <>
          <Sky x={12} y={8} side={22} />
          <Words x={54} y={26} size={18} text="21°" />
          {[20, 48, 76].map((x) => (
            <g key={x}>
              <circle cx={x} cy={42} r={5} opacity="0.8" />
              <rect x={x - 7} y={50} width="14" height="3" rx="1.5" opacity="0.45" />
            </g>
          ))}
        </>
      )}
      {look === 'days' &&
        [18, 48, 78].map((x, index) => (
          <g key={x}>
            <rect x={x - 8} y={11} width="16" height="3.5" rx="1.75" opacity="0.45" />
            <Sky x={x - 10} y={17} side={20} condition={(['clear', 'showers', 'cloudy'] as const)[index]} />
            <Words x={x} y={50} size={11} text={['24°', '19°', '17°'][index] ?? ''} />
          </g>
        ))}
    </svg>
  )
}

type SkyProps = { x: number; y: number; side: number; condition?: 'clear' | 'showers' | 'cloudy' | undefined }

function Sky({ x, y, side, condition }: SkyProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(${side / 64})`}>
      {weatherSymbol(condition ?? 'fair', false).map(({ role, d, width }) =>
        width === undefined ? (
          <path key={d} d={d} opacity={role === 'cloud' ? 1 : 0.75} />
        ) : (
          <path
            key={d}
            d={d}
            fill="none"
            stroke="currentColor"
            strokeWidth={width}
            strokeLinecap="round"
            opacity="0.75"
          />
        ),
      )}
    </g>
  )
}

function Words({ x, y, size, text }: { x: number; y: number; size: number; text: string }) {
  return (
    <text x={x} y={y} textAnchor="middle" fontSize={size} fontWeight="800">
      {text}
    </text>
  )
}
