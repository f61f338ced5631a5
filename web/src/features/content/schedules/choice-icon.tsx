import type { ReactNode } from 'react'
import type { Choice } from './draft.ts'

/** Small drawings of the quick choices, on a clock face or a calendar sheet. */
export function ChoiceIcon({ choice }: { choice: Choice }) {
  return (
    <svg
      width={26}
      height={26}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {DRAWINGS[choice]}
    </svg>
  )
}

const face = <circle cx={12} cy={12} r={8.5} />
const sheet = (
  <>
    <rect x={3.5} y={5} width={17} height={15.5} rx={3} />
    <path d="M3.5 10h17M8 3v3.5M16 3v3.5" />
  </>
)
/** A sector of the clock face. */
const piece = (path: string) => <path d={path} fill="currentColor" fillOpacity={0.35} stroke="none" />

const DRAWINGS: Record<Choice, ReactNode> = {
  always: (
    <>
      <circle cx={12} cy={12} r={8.5} fill="currentColor" fillOpacity={0.35} />
      <path d="M8.5 12.2l2.5 2.5 4.7-5" />
    </>
  ),
  until: (
    <>
      {sheet}
      <path d="M7.5 15.2h6.5M11.5 12.7l2.5 2.5-2.5 2.5M17 12.7v5" />
    </>
  ),
  weekdays: (
    <>
      {sheet}
      <path d="M6.9 13.2v4.2M9.2 13.2v4.2M11.5 13.2v4.2M13.8 13.2v4.2M16.1 13.2v4.2" strokeWidth={1.5} />
    </>
  ),
  school: (
    <>
      {piece('M12 12 L4.64 16.25 A8.5 8.5 0 1 1 19.36 16.25 Z')}
      {face}
      <path d="M12 12L7.2 14.8M12 12l4.8 2.8" />
    </>
  ),
  today: (
    <>
      {sheet}
      <circle cx={12} cy={15.2} r={2.2} fill="currentColor" />
    </>
  ),
  own: (
    <>
      <path d="M4 7.5h8.5M17.5 7.5H20M4 16.5h3.5M12.5 16.5H20" />
      <circle cx={15} cy={7.5} r={2.4} />
      <circle cx={10} cy={16.5} r={2.4} />
    </>
  ),
}
