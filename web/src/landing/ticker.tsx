import styles from './ticker.module.css'

/** Characters per second, comfortable for a passer-by. */
const PACE = 9

/** A line of text as on the product's displays. The same words are elsewhere on the page, so it is hidden from screen readers. */
export function Ticker({ lines, moving }: { lines: readonly string[]; moving: boolean }) {
  const length = lines.reduce((sum, line) => sum + line.length + 6, 0)
  // Repeated often enough to fill any screen.
  const often = Math.max(1, Math.ceil(140 / length))
  const strip = Array.from({ length: often }, () => lines).flat()
  return (
    <div className={styles.ticker} aria-hidden="true">
      <div
        className={styles.strips}
        style={{
          animationDuration: `${(length * often) / PACE}s`,
          animationPlayState: moving ? 'running' : 'paused',
        }}
      >
        {[0, 1].map((copy) => (
          <span key={copy} className={styles.strip}>
            {strip.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
              <b key={index} dir="auto">
                {line}
              </b>
            ))}
          </span>
        ))}
      </div>
    </div>
  )
}
