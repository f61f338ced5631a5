import { useState } from 'react'
import { NOTHING_SELECTED, type Selection, selectedOf, selectionOf, withToggled } from './selection.ts'

/**
 * The entries of a list that are selected, for one command on all of them.
 *
 * @param order the ids as they are seen
 * @param isOn false until somebody begins
 */
export function useSelection<Id>(order: readonly Id[], isOn: boolean, turn: (isOn: boolean) => void) {
  const [selection, setSelection] = useState<Selection<Id>>(NOTHING_SELECTED)
  return {
    /** In the order in which they are seen. */
    ids: isOn ? selectedOf(selection, order) : [],
    toggle: (id: Id, isRange: boolean) => setSelection((before) => withToggled(before, order, id, isRange)),
    /** Turns it on as well. */
    select: (ids: readonly Id[]) => {
      setSelection(selectionOf(ids))
      turn(true)
    },
    end: () => turn(false),
  }
}
