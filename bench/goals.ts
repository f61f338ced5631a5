/** A figure that the server is held to: at most `limit`. */
export type Goal = {
  /** The figure, with what it was measured at. */
  what: string
  /** Undefined when it was not measured at the size that the goal is for. */
  value: number | undefined
  limit: number
  unit:
    | 'ms'
    | 's'
    | 'a second'
    | 'KiB'
    | 'MiB'
    | 'bytes an edit'
    | '× plain'
    | '× tuned'
    | '× without'
    | '× one display'
    | '× few'
    | 'in all'
    | '% of a core'
    | 'bytes a showing'
  /** Others had a say in it, so its verdict says nothing. */
  noisy: boolean
}

export type Verdict = 'met' | 'missed' | 'not measured'

/** Judges the figure as it is shown, so that the page agrees with itself. */
export function verdictOf({ value, limit }: Goal): Verdict {
  if (value === undefined) return 'not measured'
  return Number(shown(value)) <= limit ? 'met' : 'missed'
}

/** A figure of a goal as people read it. */
export function shown(value: number): string {
  return value.toFixed(2)
}

/** The goal as people read it, for instance "≤ 0.15 × plain". */
export function barOf({ limit, unit }: Goal): string {
  return `≤ ${limit} ${unit}`
}
