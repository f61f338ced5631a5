import { ItemType, type ProgrammeKey, programmeIdOf, type Session } from '@placard/contract'
import { z } from 'zod'
import { EMPTY_DRAFT, type ItemDraft } from '../../../features/content/items/item-draft.ts'

/** The values of the form that were not sent yet. */
export type Typed = { draft: ItemDraft; durationChosen: boolean; file: File | undefined }

const Kept = z.object({
  /** Email of the author: the next user of a shared computer must not see it. */
  owner: z.string(),
  /** Id of the display or playlist. */
  programme: z.string(),
  draft: z.object({
    title: z.string(),
    type: ItemType,
    address: z.string(),
    duration: z.number(),
    visible: z.boolean(),
  }),
  durationChosen: z.boolean(),
  fileName: z.string().nullable(),
})

const KEY = 'placard-draft'

/** The file itself, which is lost when the page is reloaded. */
let file: File | undefined

// A user who opens the address starts with an empty form. After a reload, or when going back, the draft is restored.
const [navigation] = performance.getEntriesByType('navigation')
if (navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate') forgetDraft()

/** Keeps the values of the form until the tab is closed, so that leaving the page loses nothing. */
export function keepDraft(session: Session, key: ProgrammeKey, typed: Typed): void {
  if (!typed.file && JSON.stringify(typed.draft) === JSON.stringify(EMPTY_DRAFT)) {
    forgetDraft()
    return
  }
  file = typed.file
  const { title, type, address, duration, visible } = typed.draft
  const kept: z.infer<typeof Kept> = {
    owner: session.email,
    programme: programmeIdOf(key),
    draft: { title, type, address, duration: duration ?? 0, visible },
    durationChosen: typed.durationChosen,
    fileName: file?.name ?? null,
  }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Without storage the values are lost with the form.
  }
}

export function forgetDraft(): void {
  file = undefined
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Without storage nothing was kept.
  }
}

/** The draft of the same user for the same display or playlist. `fileName` without a `file`: the page was reloaded since. */
export function findDraft(session: Session, key: ProgrammeKey): (Typed & { fileName: string | null }) | undefined {
  const read = Kept.safeParse(readStored())
  if (!read.success || read.data.owner !== session.email || read.data.programme !== programmeIdOf(key)) return undefined
  const { draft, durationChosen, fileName } = read.data
  return { draft: { ...EMPTY_DRAFT, ...draft }, durationChosen, fileName, file: fileName === null ? undefined : file }
}

function readStored(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
  } catch {
    return undefined
  }
}

/** Checks that a file chosen earlier still exists on the disk. */
export async function isStillThere(chosen: File): Promise<boolean> {
  try {
    await chosen.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
