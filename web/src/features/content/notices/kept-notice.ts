import { Item, type ProgrammeKey, programmeIdOf } from '@placard/contract'
import { z } from 'zod'
import { NoticeDraft } from './notice-draft.ts'

const Kept = z.object({
  /** Email of the author: the next user of a shared computer must not see it. */
  owner: z.string(),
  draft: NoticeDraft,
  /** The edited notice, as it was when editing began. */
  base: Item.optional(),
})
export type Kept = z.infer<typeof Kept>

/** Identifies a form: the form for new notices, or for the item or line with this id. */
type Of = { programmeKey: ProgrammeKey; of: string }

const keyOf = ({ programmeKey, of }: Of) => `placard-notice-${programmeIdOf(programmeKey)}-${of}`

/** Keeps the typed text until the tab is closed, so that closing the form loses nothing. */
export function keepNotice(form: Of, kept: Kept): void {
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(kept))
  } catch {
    // Without storage the text is lost with the form.
  }
}

export function forgetNotice(form: Of): void {
  try {
    sessionStorage.removeItem(keyOf(form))
  } catch {
    // Without storage nothing was kept.
  }
}

/** The unsaved notice that the same user typed into the same form. */
export function findNotice(form: Of, owner: string): Kept | undefined {
  try {
    const kept = Kept.parse(JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null'))
    return kept.owner === owner ? kept : undefined
  } catch {
    return undefined
  }
}
