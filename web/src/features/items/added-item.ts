import type { DisplayKey, ItemId } from '@placard/contract'
import { useEffect, useState } from 'react'
import { createSignal } from '../../api/signal.ts'

type Added = { display: DisplayKey; id: ItemId; at: number }

const added = createSignal<Added>()
/** Added on a page that shows no list, for the next one that does. */
let unseen: Added | undefined
/** Later it is nobody's news any more. */
const FRESH_MS = 2 * 60_000

export function noteAddedItem(display: DisplayKey, id: ItemId): void {
  unseen = { display, id, at: performance.now() }
  added.announce(unseen)
}

/** The item that somebody at this page added last, here or just before on the page they come from. */
export function useAddedItem({ organisationId, displayId }: DisplayKey): ItemId | undefined {
  const isOurs = ({ display }: Added) => display.organisationId === organisationId && display.displayId === displayId
  const [id, setId] = useState(() =>
    unseen && isOurs(unseen) && performance.now() - unseen.at < FRESH_MS ? unseen.id : undefined,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `isOurs` is of the two
  useEffect(() => {
    unseen = undefined
    return added.on((item) => {
      unseen = undefined
      if (isOurs(item)) setId(item.id)
    })
  }, [organisationId, displayId])
  return id
}
