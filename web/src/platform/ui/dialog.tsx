import { CloseButton } from '@mantine/core'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import styles from './dialog.module.css'
import { useI18n } from './i18n/i18n.tsx'

type Props = {
  title: string
  onClose: () => void
  children: ReactNode
  /** `wide`: like `large`, with space for something beside the content. */
  size?: 'small' | 'medium' | 'large' | 'wide'
  /** `alertdialog` is for questions and alerts: screen readers read their text at once. */
  role?: 'dialog' | 'alertdialog'
  describedBy?: string
  /** False if the dialog cannot be dismissed. */
  closable?: boolean
  /** Hides the page behind it, which the current user must not see. */
  veiled?: boolean
}

/**
 * A modal dialog, open while it is mounted. It is the browser's own `<dialog>`, which makes the page behind it inert, keeps the focus
 * and stacks with others. The element marked `data-autofocus` gets the focus, which returns to its origin afterwards.
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

  // A layout effect runs before paint and is undone before a dialog that replaces this one opens, so that the last dialog
  // still returns the focus to the button that opened the first.
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

  // Some browsers close a dialog at the second Escape even if the page prevents it.
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
        // Ignores the event from a file field or another dialog inside.
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

/** The buttons at the end of a dialog, the main one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

let held = 0

/** Prevents the page behind from scrolling, without a shift when its scroll bar disappears. */
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
