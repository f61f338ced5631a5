import type { DisplayKey } from '@placard/contract'
import { useEffect, useRef } from 'react'
import { codeOf } from '../../api/api-error.ts'
import { takeOwnChange } from '../../api/own-changes.ts'
import { useUndoChange } from '../../api/undo.ts'
import { focusWhenDrawn } from '../../ui/focus-when-drawn.ts'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { useNotice } from '../../ui/notices.ts'

/** Ctrl+Z, or Cmd+Z, undoes the newest change that was made on this page, then the one before. Text fields keep their own. */
export function useUndoKey(display: DisplayKey): void {
  const { t } = useI18n()
  const notice = useNotice()
  const undoChange = useUndoChange(display)
  const undo = useRef(async () => {})
  undo.current = async () => {
    const own = takeOwnChange(display)
    if (!own) return
    try {
      await undoChange(own.revision)
      notice('success', t('activity.undone'))
      if (own.change.type === 'item-removed') focusWhenDrawn('item', own.change.id)
      if (own.change.type === 'items-removed' && own.change.ids[0]) focusWhenDrawn('item', own.change.ids[0])
      if (own.change.type === 'line-removed') focusWhenDrawn('line', own.change.id)
    } catch (error) {
      console.error('undoing failed', error)
      notice('error', t('activity.not-undone', { reason: t(`error.${codeOf(error)}`) }))
    }
  }

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      const { target } = event
      if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], dialog')) return
      event.preventDefault()
      void undo.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
