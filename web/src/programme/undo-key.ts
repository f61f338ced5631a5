import type { ProgrammeKey } from '@placard/contract'
import { useEffect, useRef } from 'react'
import { useTakeBack, useTakeBackTogether } from '../features/content/entries/use-take-back.ts'
import { takeOwnChange } from '../platform/api/own-changes.ts'
import { focusWhenDrawn } from '../platform/ui/focus-when-drawn.ts'

/** Ctrl+Z or Cmd+Z undoes the newest change made on this page, then the one before. Text fields keep their own undo. */
export default function UndoKey({ programmeKey }: { programmeKey: ProgrammeKey }): null {
  const takeBack = useTakeBack(programmeKey)
  const takeBackTogether = useTakeBackTogether(programmeKey.organisationId)
  const undo = useRef(async () => {})
  undo.current = async () => {
    const halves = takeOwnChange(programmeKey)
    const together = halves[0]?.together
    if (together) await takeBackTogether(together)
    if (together || halves.length === 0) return
    if (!(await takeBack(...halves.map(({ revision }) => revision)))) return
    for (const { change } of halves) {
      const [back] = 'removed' in change ? change.removed : []
      if (back !== undefined) focusWhenDrawn(change.list === 'items' ? 'item' : 'line', back)
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

  return null
}
