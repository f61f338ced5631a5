import type { Session } from '@placard/contract'
import { type ReactNode, useEffect, useState } from 'react'
import { lazyDialog } from '../platform/ui/lazy-dialog.tsx'

/** Only loaded when a user presses the keys. */
const WHEN_ASKED = { quiet: true, ahead: false }
const Palette = lazyDialog(() => import('./palette.tsx'), WHEN_ASKED)
const Keys = lazyDialog(() => import('./keys.tsx'), WHEN_ASKED)

/** Ctrl+K or Cmd+K opens the palette, `?` the list of shortcuts. Ignored over a dialog; `?` is also ignored while typing. */
export function usePalette(session: Session): ReactNode {
  const [open, setOpen] = useState<'palette' | 'keys'>()

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target } = event
      const isPalette =
        key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]')
      // A dialog that is still loading counts as open.
      if (open || (!isPalette && (key !== '?' || isTyping)) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      setOpen(isPalette ? 'palette' : 'keys')
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [open])

  const close = () => setOpen(undefined)
  if (open === 'palette') return <Palette session={session} onKeys={() => setOpen('keys')} onClose={close} />
  return open && <Keys onClose={close} />
}
