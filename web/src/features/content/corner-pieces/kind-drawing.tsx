import type { CornerKind } from '@placard/contract'
import { weatherSymbol } from '@placard/playback'

/** A screen in small with a piece of one kind in its corner. */
export function KindDrawing({ kind }: { kind: CornerKind }) {
  return (
    <svg viewBox="0 0 96 60" aria-hidden="true" fill="none" stroke="currentColor">
      <rect x="1.5" y="1.5" width="93" height="57" rx="6" strokeWidth="2" opacity="0.45" />
      {kind === 'logo' && (
        <g strokeWidth="3">
          <circle cx="73" cy="22" r="11" />
          <path d="M67 25l6-8 6 8z" fill="currentColor" strokeLinejoin="round" />
        </g>
      )}
      {kind === 'clock' && (
        <g strokeWidth="3" strokeLinecap="round">
          <circle cx="73" cy="22" r="12" />
          <path d="M73 15v7l5 3" />
        </g>
      )}
      {kind === 'words' && (
        <g strokeWidth="4" strokeLinecap="round">
          <path d="M52 16h32M52 26h22" />
        </g>
      )}
      {kind === 'weather' && (
        <g transform="translate(56 5) scale(0.55)" fill="currentColor" stroke="none">
          {weatherSymbol('fair', false).map(({ role, d, width }) =>
            width === undefined ? (
              <path key={d} d={d} opacity={role === 'cloud' ? 1 : 0.7} />
            ) : (
              <path key={d} d={d} fill="none" stroke="currentColor" strokeWidth={width} strokeLinecap="round" />
            ),
          )}
        </g>
      )}
      {kind === 'qr' && (
        <g strokeWidth="3">
          <path d="M60 10h9v9h-9zM77 10h9v9h-9zM60 27h9v9h-9z" />
          <path d="M77 27h4v4h-4zM84 33h3v3h-3z" fill="currentColor" strokeWidth="1" />
        </g>
      )}
    </svg>
  )
}

export function ClockDrawing({ face }: { face: 'digits' | 'hands' }) {
  return (
    <svg viewBox="0 0 40 28" width="40" height="28" aria-hidden="true" fill="none" stroke="currentColor">
      {face === 'hands' ? (
        <g strokeWidth="2.2" strokeLinecap="round">
          <circle cx="20" cy="14" r="11.5" />
          <path d="M20 7.5V14l4.5 3" />
        </g>
      ) : (
        <text x="20" y="20" textAnchor="middle" fontSize="16" fontWeight="700" fill="currentColor" stroke="none">
          9:41
        </text>
      )}
    </svg>
  )
}
