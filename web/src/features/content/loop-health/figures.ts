/** "45 sec", "9 min", "1.5 hr": a single number, in the language's shortest form. */
export function span(ms: number, language: string): string {
  const [count, unit] =
    ms < 100_000 ? [ms / 1_000, 'second'] : ms < 6_000_000 ? [ms / 60_000, 'minute'] : [ms / 3_600_000, 'hour']
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: unit as string,
    unitDisplay: 'short',
    maximumFractionDigits: (count as number) < 10 ? 1 : 0,
  }).format(count as number)
}

/** "6%". Shows 0% and 100% only for exactly none and all. */
export function percent(share: number, language: string): string {
  const held = share <= 0 || share >= 1 ? share : Math.min(Math.max(share, 0.01), 0.99)
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(held)
}

/** "6.7", "120": the number of times something plays. */
export const times = (count: number, language: string) =>
  new Intl.NumberFormat(language, { maximumFractionDigits: count < 10 ? 1 : 0 }).format(count)
