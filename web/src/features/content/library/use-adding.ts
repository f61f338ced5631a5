import type { OrganisationId } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { addingOf } from './adding.ts'
import { askLibraryAnew } from './use-library.ts'

/** @param owner email of the signed-in user */
export function useAdding(owner: string, organisationId: OrganisationId) {
  const client = useQueryClient()
  const [{ subscribe, state, add, cancel }] = useState(() =>
    addingOf(owner, organisationId, () => void askLibraryAnew(client, organisationId)),
  )
  return { adding: useSyncExternalStore(subscribe, state), add, cancel }
}
