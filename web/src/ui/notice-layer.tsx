import { Notifications, useNotifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import styles from './notice-layer.module.css'

/**
 * X2: where notices appear, top right. A modal dialog lies in the browser's top layer, above everything that a z-index can
 * reach: the notices lie there too, and come to its front whenever one appears or a dialog opens.
 */
export function NoticeLayer({ closeAfterMs }: { closeAfterMs: number }) {
  const layer = useRef<HTMLDivElement>(null)
  const { notifications } = useNotifications()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another notice is what it waits for
  useEffect(() => raise(layer.current), [notifications])
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
      <Notifications position="top-right" autoClose={closeAfterMs} withinPortal={false} />
    </div>
  )
}

/** Takes it out of the top layer and puts it in again: the last one in is in front. */
function raise(layer: HTMLElement | null): void {
  // A browser that has no such layer shows notices all the same, behind dialogs.
  if (!layer || typeof layer.showPopover !== 'function') return
  if (layer.matches(':popover-open')) layer.hidePopover()
  layer.showPopover()
}
