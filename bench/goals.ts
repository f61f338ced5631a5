/** A limit for a figure of the server: at most `limit`. */
export type Goal = {
  /** The figure and the load at which it was measured. */
  what: string
  /** Undefined when it was not measured at the load that the goal is for. */
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
    | '× without abuse'
    | '× one display'
    | '× short list'
    | 'in all'
    | '% of a core'
    | 'bytes a showing'
  /** Other programs affected the figure, so its verdict is not valid. */
  noisy: boolean
}

export type Verdict = 'met' | 'missed' | 'not measured'

/** Judges the rounded figure, so that verdict and figure on the page agree. */
export function verdictOf({ value, limit }: Goal): Verdict {
  if (value === undefined) return 'not measured'
  return Number(shown(value)) <= limit ? 'met' : 'missed'
}

/** The figure of a goal as it is shown. */
export function shown(value: number): string {
  return value.toFixed(2)
}

/** The goal as it is shown, for instance "≤ 0.15 × plain". */
export function barOf({ limit, unit }: Goal): string {
  return `≤ ${limit} ${unit}`
}
