import { type ItemId, type ProgrammeKey, programmeIdOf } from '@placard/contract'
import { useEffect, useState } from 'react'
import { createSignal } from '../../../platform/signal/signal.ts'

type Added = { key: ProgrammeKey; id: ItemId; at: number }

const added = createSignal<Added>()
/** An item that was added on a page without a list, for the next page with one. */
let unseen: Added | undefined
/** After this time the item is no longer marked as new. */
const FRESH_MS = 2 * 60_000

export function noteAddedItem(key: ProgrammeKey, id: ItemId): void {
  unseen = { key, id, at: performance.now() }
  added.announce(unseen)
}

/** The item that was last added in this tab, on this page or the one just before. */
export function useAddedItem(key: ProgrammeKey): ItemId | undefined {
  const { organisationId } = key
  const programmeId = programmeIdOf(key)
  const isOurs = ({ key }: Added) => key.organisationId === organisationId && programmeIdOf(key) === programmeId
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
  }, [organisationId, programmeId])
  return id
}
