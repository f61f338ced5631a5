import type { DisplayKey } from '@placard/contract'
import type { ProgrammeChange } from './programme.ts'
import { createSignal } from './signal.ts'

/** A change that was made on this page. */
type OwnChange = { display: DisplayKey; revision: number; change: ProgrammeChange }

const made: OwnChange[] = []
/** As far back as anybody remembers what they did. */
const MOST = 50

export function noteOwnChange(change: OwnChange): void {
  made.push(change)
  if (made.length > MOST) made.shift()
  noteSaved(change.display, change.revision)
}

/** By display: the newest revision that somebody at this page has brought about. */
const saved = new Map<string, number>()
const savedChanged = createSignal()
const nameOf = ({ organisationId, displayId }: DisplayKey) => `${organisationId}/${displayId}`

export function noteSaved(display: DisplayKey, revision: number): void {
  saved.set(nameOf(display), Math.max(revision, saved.get(nameOf(display)) ?? 0))
  savedChanged.announce()
}

/** Undefined while nothing of the display was changed here. */
export const savedRevision = (display: DisplayKey): number | undefined => saved.get(nameOf(display))
export const onSaved = savedChanged.on

/** Takes the newest change of a display out of the list: each is undone once. */
export function takeOwnChange({ organisationId, displayId }: DisplayKey): OwnChange | undefined {
  const at = made.findLastIndex(
    ({ display }) => display.organisationId === organisationId && display.displayId === displayId,
  )
  return at < 0 ? undefined : made.splice(at, 1)[0]
}

/** It is undone in another way, by the button of its notice. */
export function forgetOwnChange(revision: number): void {
  const at = made.findLastIndex((one) => one.revision === revision)
  if (at >= 0) made.splice(at, 1)
}
