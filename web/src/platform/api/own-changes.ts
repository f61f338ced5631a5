import { type ProgrammeKey, programmeIdOf, type UndoTogether } from '@placard/contract'
import { createSignal } from '../signal/signal.ts'
import type { ProgrammeChange } from './programme.ts'

/** A change that was made on this page. */
type OwnChange = {
  key: ProgrammeKey
  revision: number
  change: ProgrammeChange
  /** It is undone together with the one before it. */
  isSecondHalf?: boolean
  /** Itself and the changes of other programmes that are undone together with it. */
  together?: UndoTogether['changes']
}

const made: OwnChange[] = []
/** The number of changes that are remembered for undo. */
const MOST = 50

export function noteOwnChange(change: OwnChange): void {
  made.push(change)
  if (made.length > MOST) made.shift()
  noteSaved(change.key, change.revision)
}

/** By programme: the newest revision that was created on this page. */
const saved = new Map<string, number>()
const savedChanged = createSignal()
const nameOf = (key: ProgrammeKey) => `${key.organisationId}/${programmeIdOf(key)}`

export function noteSaved(key: ProgrammeKey, revision: number): void {
  saved.set(nameOf(key), Math.max(revision, saved.get(nameOf(key)) ?? 0))
  savedChanged.announce()
}

/** Undefined while nothing of the programme was changed on this page. */
export const savedRevision = (key: ProgrammeKey): number | undefined => saved.get(nameOf(key))
export const onSaved = savedChanged.on

/** Removes the newest change of a programme from the list and returns it, both halves newest first, so that each is undone once. */
export function takeOwnChange(key: ProgrammeKey): OwnChange[] {
  const at = made.findLastIndex((one) => nameOf(one.key) === nameOf(key))
  const [newest] = at < 0 ? [] : made.splice(at, 1)
  if (!newest) return []
  return newest.isSecondHalf ? [newest, ...takeOwnChange(key)] : [newest]
}

/** The changes of a programme that can be undone, the newest last. */
export const ownChangesOf = (key: ProgrammeKey): OwnChange[] => made.filter((one) => nameOf(one.key) === nameOf(key))

/** Forgets a change that is undone by the button of its notice. */
export function forgetOwnChange(revision: number): void {
  const at = made.findLastIndex((one) => one.revision === revision)
  if (at >= 0) made.splice(at, 1)
}
