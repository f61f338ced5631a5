import { useState } from 'react'
import { NOTHING_SELECTED, type Selection, selectedOf, selectionOf, withToggled } from './selection.ts'

/**
 * The selected entries of a list, for one command on all of them.
 *
 * @param order the ids in the displayed order
 * @param isOn true in selection mode
 */
export function useSelection<Id>(order: readonly Id[], isOn: boolean, turn: (isOn: boolean) => void) {
  const [selection, setSelection] = useState<Selection<Id>>(NOTHING_SELECTED)
  return {
    /** In the displayed order. */
    ids: isOn ? selectedOf(selection, order) : [],
    toggle: (id: Id, isRange: boolean) => setSelection((before) => withToggled(before, order, id, isRange)),
    /** Also turns selection mode on. */
    select: (ids: readonly Id[]) => {
      setSelection(selectionOf(ids))
      turn(true)
    },
    end: () => turn(false),
  }
}
