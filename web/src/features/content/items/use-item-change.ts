import { Item, type ProgrammeKey, type UpdateItem } from '@placard/contract'
import { useState } from 'react'
import { ApiError, codeOf } from '../../../platform/api/api-error.ts'
import { findWhoChanged } from '../../../platform/api/who-changed.ts'
import { isClash } from './item-draft.ts'
import { useItemCommand } from './use-items.ts'

type Options = {
  programmeKey: ProgrammeKey
  /** As it was seen when the form was opened. */
  item: Item
  /** The same item as it is saved now; undefined once it is gone. */
  saved: Item | undefined
  /** The fields of the form in which an item differs from what it was. */
  differenceOf: (now: Item, before: Item) => UpdateItem
}

/** T4: saves what a form changes of an item, and never over what somebody else has changed meanwhile without asking. */
export function useItemChange({ programmeKey, item, saved, differenceOf }: Options) {
  const { mutateAsync, isPending } = useItemCommand(programmeKey)
  /** The item that the form is held against: as it was opened, or as somebody else has left it meanwhile. */
  const [base, setBase] = useState(item)
  const [theirs, setTheirs] = useState<{ item: Item; who: string | undefined }>()

  /** @param held what the change is held against; `revision` of it */
  const send = async (change: UpdateItem, held: Item, revision: number): Promise<boolean> => {
    try {
      if (Object.keys(change).length > 0) await mutateAsync({ type: 'update', id: held.id, change, revision })
      return true
    } catch (error) {
      const current = error instanceof ApiError ? Item.safeParse(error.current) : undefined
      if (codeOf(error) !== 'changed-meanwhile' || !current?.success) throw error
      // Changes of two people in different fields are both kept; the same field is for whoever saves to decide.
      const left = current.data
      if (!isClash(change, differenceOf(left, held))) return send(change, left, left.revision)
      setTheirs({ item: left, who: await findWhoChanged(programmeKey, 'item', left.title) })
      return false
    }
  }

  /**
   * The item that the save is compared with. A change of our own that was still under way when the form opened has raised the
   * revision since; as long as the item says the same, that is no conflict.
   */
  const revisionOf = (held: Item) =>
    saved && Object.keys(differenceOf(held, saved)).length === 0 ? saved.revision : held.revision

  return {
    base,
    /** Somebody else's version that has to be decided on; undefined: there is none. */
    theirs,
    isPending,
    /** @returns false where `theirs` has to be decided on first @throws ApiError */
    save: (change: UpdateItem) => send(change, base, revisionOf(base)),
    /** Nothing is decided: the next save asks again. */
    putOff: () => setTheirs(undefined),
    /** Either way the next save is held against what they left, so nothing is overwritten unseen. */
    settle: (taken: Item) => {
      setBase(taken)
      setTheirs(undefined)
    },
  }
}
