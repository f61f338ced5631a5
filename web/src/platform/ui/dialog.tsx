import { CloseButton } from '@mantine/core'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import styles from './dialog.module.css'
import { useI18n } from './i18n/i18n.tsx'

type Props = {
  title: string
  onClose: () => void
  children: ReactNode
  /** `wide`: as `large`, and with room for something beside it. */
  size?: 'small' | 'medium' | 'large' | 'wide'
  /** For questions and alerts: a screen reader reads the text at once. */
  role?: 'dialog' | 'alertdialog'
  describedBy?: string
  /** False when there is no way back. */
  closable?: boolean
  /** Hides what is behind: it is not for whoever sits here now. */
  veiled?: boolean
}

/**
 * A modal, open while it is mounted: the browser's own `<dialog>`, which makes the page behind it inert, keeps the focus
 * and stacks with others. The focus goes to the element marked `data-autofocus`, and back to where it came from.
 */
export function Dialog({
  title,
  onClose,
  children,
  size = 'medium',
  role = 'dialog',
  describedBy,
  closable = true,
  veiled = false,
}: Props) {
  const { t } = useI18n()
  const titleId = useId()
  const element = useRef<HTMLDialogElement>(null)

  // Before the paint, and undone before a dialog that replaces this one opens: so that the last one still gives the focus
  // back to the button that opened the first.
  useLayoutEffect(() => {
    const dialog = element.current
    if (!dialog) return
    const before = document.activeElement
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])

  useLayoutEffect(holdPage, [])

  // Some browsers close a dialog at the second Escape whatever the page says.
  useEffect(() => {
    const dialog = element.current
    const reopen = () => {
      if (dialog?.isConnected && !dialog.open) dialog.showModal()
    }
    dialog?.addEventListener('close', reopen)
    return () => dialog?.removeEventListener('close', reopen)
  }, [])

  return (
    <dialog
      ref={element}
      className={styles.dialog}
      data-size={size}
      data-veiled={veiled || undefined}
      role={role}
      aria-modal="true"
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={(event) => {
        // Not of a file field or another dialog inside.
        if (event.target !== element.current) return
        event.preventDefault()
        if (closable) onClose()
      }}
    >
      <div className={styles.heading}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {closable && <CloseButton size="lg" aria-label={t('action.close')} onClick={onClose} />}
      </div>
      {children}
    </dialog>
  )
}

/** The buttons at a dialog's end, the one that goes on last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

let held = 0

/** Keeps the page behind from scrolling, without a jump where its scroll bar was. */
function holdPage(): () => void {
  const { style, clientWidth } = document.documentElement
  if (held === 0) {
    style.setProperty('--scrollbar', `${window.innerWidth - clientWidth}px`)
    document.documentElement.dataset.held = ''
  }
  held += 1
  return () => {
    held -= 1
    if (held === 0) delete document.documentElement.dataset.held
  }
}
