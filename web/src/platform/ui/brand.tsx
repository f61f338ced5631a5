/** The logo: a screen with a line of text below. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#0b6e78" />
      <rect x="6" y="7.5" width="20" height="12.5" rx="2.5" fill="#fff" />
      <rect x="6" y="22.5" width="13" height="3" rx="1.5" fill="#8fdde0" />
    </svg>
  )
}
