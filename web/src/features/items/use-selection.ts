import { useState } from 'react'
import { NOTHING_SELECTED, type Selection, selectedOf, selectionOf, withToggled } from './selection.ts'

/**
 * The things of a list that are selected, for one command on all of them. Off until somebody begins.
 *
 * @param order the ids as they are seen
 */
export function useSelection<Id>(order: readonly Id[]) {
  const [selection, setSelection] = useState<Selection<Id>>()
  return {
    isOn: selection !== undefined,
    /** In the order in which they are seen. */
    ids: selection ? selectedOf(selection, order) : [],
    toggle: (id: Id, isRange: boolean) =>
      setSelection((before = NOTHING_SELECTED) => withToggled(before, order, id, isRange)),
    /** Turns it on as well. */
    select: (ids: readonly Id[]) => setSelection(selectionOf(ids)),
    end: () => setSelection(undefined),
  }
}
