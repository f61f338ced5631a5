import { Button } from '@mantine/core'
import styles from './notice-action.module.css'
import type { NoticeAction } from './notices.ts'

/** A notice's words with a button behind them. */
export function withAction(message: string, action: NoticeAction, close: () => void) {
  return (
    <span className={styles.notice}>
      <span>{message}</span>
      <Button
        size="compact-sm"
        variant="light"
        onClick={() => {
          close()
          action.run()
        }}
      >
        {action.label}
      </Button>
    </span>
  )
}
