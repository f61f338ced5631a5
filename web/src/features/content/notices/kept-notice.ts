import { Item, type ProgrammeKey, programmeIdOf } from '@placard/contract'
import { z } from 'zod'
import { NoticeDraft } from './notice-draft.ts'

const Kept = z.object({
  /** Email of who typed it: on a shared computer the next one must not find it. */
  owner: z.string(),
  draft: NoticeDraft,
  /** The notice that was being changed, as it was then. */
  base: Item.optional(),
})
export type Kept = z.infer<typeof Kept>

/** A form: that of new notices, or of the item or line with this id. */
type Of = { programmeKey: ProgrammeKey; of: string }

const keyOf = ({ programmeKey, of }: Of) => `placard-notice-${programmeIdOf(programmeKey)}-${of}`

/** Keeps what was typed for as long as the tab, so that closing the form loses nothing. */
export function keepNotice(form: Of, kept: Kept): void {
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(kept))
  } catch {
    // Without storage what was typed lasts as long as the form.
  }
}

export function forgetNotice(form: Of): void {
  try {
    sessionStorage.removeItem(keyOf(form))
  } catch {
    // Nothing was kept.
  }
}

/** The notice that the same person typed into the same form and did not save. */
export function findNotice(form: Of, owner: string): Kept | undefined {
  try {
    const kept = Kept.parse(JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null'))
    return kept.owner === owner ? kept : undefined
  } catch {
    return undefined
  }
}
