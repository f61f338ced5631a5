const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** The time since an instant, in words: "5 minutes ago", "yesterday". @param language a BCP 47 tag */
export function timeAgo(instant: number, now: number, language: string): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const ago = Math.max(0, now - instant)
  for (const [unit, ms] of UNITS) {
    if (ago >= ms) return words.format(-Math.floor(ago / ms), unit)
  }
  return words.format(0, 'second')
}
