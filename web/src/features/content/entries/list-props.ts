import type { Programme, ProgrammeKey } from '@placard/contract'
import type { ReactNode } from 'react'
import type { Selecting } from './use-ordered-list.tsx'

/** The props that the list of items and the list of lines have in common. */
export type ListProps = {
  programmeKey: ProgrammeKey
  programme: Programme
  /** False for users who may only view. */
  canEdit: boolean
  /** False for users who are limited to some displays. */
  mayEditPlaylists: boolean
  selecting: Selecting
  /** The button that adds the first entry. */
  emptyAction: ReactNode
}
