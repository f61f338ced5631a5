import { type ProgrammeKey, programmeIdOf } from '@placard/contract'
import type { ProgrammeChange } from './programme.ts'
import { createSignal } from './signal.ts'

/** A change that was made on this page. */
type OwnChange = { key: ProgrammeKey; revision: number; change: ProgrammeChange }

const made: OwnChange[] = []
/** As far back as anybody remembers what they did. */
const MOST = 50

export function noteOwnChange(change: OwnChange): void {
  made.push(change)
  if (made.length > MOST) made.shift()
  noteSaved(change.key, change.revision)
}

/** By programme: the newest revision that somebody at this page has brought about. */
const saved = new Map<string, number>()
const savedChanged = createSignal()
const nameOf = (key: ProgrammeKey) => `${key.organisationId}/${programmeIdOf(key)}`

export function noteSaved(key: ProgrammeKey, revision: number): void {
  saved.set(nameOf(key), Math.max(revision, saved.get(nameOf(key)) ?? 0))
  savedChanged.announce()
}

/** Undefined while nothing of the programme was changed here. */
export const savedRevision = (key: ProgrammeKey): number | undefined => saved.get(nameOf(key))
export const onSaved = savedChanged.on

/** Takes the newest change of a programme out of the list: each is undone once. */
export function takeOwnChange(key: ProgrammeKey): OwnChange | undefined {
  const at = made.findLastIndex((one) => nameOf(one.key) === nameOf(key))
  return at < 0 ? undefined : made.splice(at, 1)[0]
}

/** It is undone in another way, by the button of its notice. */
export function forgetOwnChange(revision: number): void {
  const at = made.findLastIndex((one) => one.revision === revision)
  if (at >= 0) made.splice(at, 1)
}
