import { Button, Notification } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useI18n } from './i18n/i18n.tsx'
import styles from './notice-layer.module.css'
import { closeNotice, type Notice, type NoticeKind, useNotices } from './notices.ts'

const COLOURS = { success: 'green', warning: 'yellow', error: 'red' } as const satisfies Record<NoticeKind, string>

/**
 * X2: the notices, top right. A modal dialog is in the browser's top layer, above every z-index. The notices are in that layer
 * too, and are moved to its front whenever one appears or a dialog opens.
 */
export function NoticeLayer({ closeAfterMs }: { closeAfterMs: number }) {
  const layer = useRef<HTMLDivElement>(null)
  const notices = useNotices()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another notice is what it waits for
  useEffect(() => raise(layer.current), [notices])
  useEffect(() => {
    const raiseOverDialog = (event: Event) => {
      if (event.target instanceof HTMLDialogElement && event.target.open) raise(layer.current)
    }
    // Toggle events do not bubble.
    document.addEventListener('toggle', raiseOverDialog, true)
    return () => document.removeEventListener('toggle', raiseOverDialog, true)
  }, [])

  return (
    <div ref={layer} className={styles.layer} popover="manual">
      {notices.map((notice) => (
        <Toast key={notice.id} notice={notice} closeAfterMs={closeAfterMs} />
      ))}
    </div>
  )
}

/**
 * One notice. It stays while its button has the focus, and while a pointer that was moved onto it stays there, even without moving.
 * A pointer that already was at its place only keeps it once it moves, or the notice would never close.
 */
function Toast({ notice, closeAfterMs }: { notice: Notice; closeAfterMs: number }) {
  const { t } = useI18n()
  const { id, kind, message, action } = notice
  const [isFocused, setIsFocused] = useState(false)
  const [isPointedAt, setIsPointedAt] = useState(false)

  useEffect(() => {
    if (isFocused || isPointedAt) return
    const timer = setTimeout(() => closeNotice(id), closeAfterMs)
    return () => clearTimeout(timer)
  }, [id, closeAfterMs, isFocused, isPointedAt])

  return (
    <Notification
      className={styles.notice}
      color={COLOURS[kind]}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      onClose={() => closeNotice(id)}
      onPointerMove={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      {action ? (
        <span className={styles.words}>
          <span>{message}</span>
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => {
              closeNotice(id)
              action.run()
            }}
          >
            {action.label}
          </Button>
        </span>
      ) : (
        message
      )}
    </Notification>
  )
}

/** Moves the notices to the front of the top layer by removing and adding them. */
function raise(layer: HTMLElement | null): void {
  // Browsers without the top layer show notices behind dialogs.
  if (!layer || typeof layer.showPopover !== 'function') return
  if (layer.matches(':popover-open')) layer.hidePopover()
  layer.showPopover()
}
