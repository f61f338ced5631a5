import styles from './motion-button.module.css'
import type { Motion } from './use-motion.ts'
import type { Words } from './words.ts'

export function MotionButton({ t, motion }: { t: Words; motion: Motion }) {
  const words = t(motion.moving ? 'motion.pause' : 'motion.play')
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={words}
      title={words}
      onClick={() => motion.set(!motion.moving)}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true" focusable="false">
        {motion.moving ? <path d="M4 2.5h3v11H4zM9 2.5h3v11H9z" /> : <path d="M4 2.2v11.6L13.5 8z" />}
      </svg>
    </button>
  )
}
