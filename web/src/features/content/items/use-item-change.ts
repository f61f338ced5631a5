import { type CreateItem, Item, type ProgrammeKey, type UpdateItem } from '@placard/contract'
import { useState } from 'react'
import { ApiError, codeOf } from '../../../platform/api/api-error.ts'
import { createCommandKey } from '../../../platform/api/command-key.ts'
import { findWhoChanged } from '../../../platform/api/who-changed.ts'
import { focusWhenDrawn } from '../../../platform/ui/focus-when-drawn.ts'
import { useNotice } from '../../../platform/ui/notices.ts'
import { isClash } from './item-draft.ts'
import { useCreateItem, useItemCommand } from './use-items.ts'

type Options = {
  programmeKey: ProgrammeKey
  /** The item as it was when the form opened. */
  item: Item
  /** The same item as it is saved now; undefined once it is deleted. */
  saved: Item | undefined
  /** The fields of the form in which two versions of an item differ. */
  differenceOf: (now: Item, before: Item) => UpdateItem
}

/** T4: saves a form's changes of an item. Never overwrites another user's change without asking. */
export function useItemChange({ programmeKey, item, saved, differenceOf }: Options) {
  const { mutateAsync, isPending } = useItemCommand(programmeKey)
  /** The item that the form is compared with: as it was opened, or as another user has left it meanwhile. */
  const [base, setBase] = useState(item)
  const [theirs, setTheirs] = useState<{ item: Item; who: string | undefined }>()

  /** @param held the item that the change is compared with, and its `revision` */
  const send = async (change: UpdateItem, held: Item, revision: number): Promise<boolean> => {
    try {
      if (Object.keys(change).length > 0) await mutateAsync({ type: 'update', id: held.id, change, revision })
      return true
    } catch (error) {
      const current = error instanceof ApiError ? Item.safeParse(error.current) : undefined
      if (codeOf(error) !== 'changed-meanwhile' || !current?.success) throw error
      // Changes of two users in different fields are both kept. For the same field, the user who saves decides.
      const left = current.data
      if (!isClash(change, differenceOf(left, held))) return send(change, left, left.revision)
      setTheirs({ item: left, who: await findWhoChanged(programmeKey, 'item', left.title) })
      return false
    }
  }

  /**
   * The revision of the item that the save is compared with. A change of our own that was still in progress when the form opened has
   * raised the revision since. As long as the fields are equal, that is no conflict.
   */
  const revisionOf = (held: Item) =>
    saved && Object.keys(differenceOf(held, saved)).length === 0 ? saved.revision : held.revision

  return {
    base,
    /** Another user's version that has to be decided on; undefined: none. */
    theirs,
    isPending,
    /** @returns false if `theirs` has to be decided on first @throws ApiError */
    save: (change: UpdateItem) => send(change, base, revisionOf(base)),
    /** Postpones the decision: the next save asks again. */
    putOff: () => setTheirs(undefined),
    /** Either way the next save is compared with their version, so nothing is overwritten unseen. */
    settle: (taken: Item) => {
      setBase(taken)
      setTheirs(undefined)
    },
  }
}

/**
 * @returns a function that adds the item of a form, closes the form, shows `told` and moves the focus to the item. A second try
 *   with the same item is the same command.
 */
export function useAddItem(programmeKey: ProgrammeKey, onClose: () => void) {
  const notice = useNotice()
  const { mutateAsync: createItem } = useCreateItem(programmeKey)
  const [commandKey] = useState(createCommandKey)
  return async (item: CreateItem, told: string) => {
    const { id } = await createItem({ item, idempotencyKey: commandKey.keyFor(item) })
    notice('success', told)
    onClose()
    focusWhenDrawn('item', id)
  }
}
