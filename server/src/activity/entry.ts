import type { ActivityKind, DisplayId, OrganisationId, Role, SettingChange } from '@placard/contract'

/** Something on a display at one moment, whole: all that it takes to make it again. Its feature knows the other fields. */
export type ThingState = { id: string; revision: number; position: string }

/** One thing before and after. Not there before: it was added; not there after: it was removed. */
export type Change = {
  thing: 'item' | 'line'
  before: ThingState | null
  after: ThingState | null
}

/** What a command did, in the words of the log. */
export type Activity = {
  kind: ActivityKind
  /** Everything that it changed of items and lines: restoring a display relies on it. */
  changes: Change[]
  /** The one thing that it is about. Left out for more than one. */
  subject?: Subject
  details?: Details
}

export type Subject = {
  type: 'item' | 'line' | 'display' | 'token' | 'invitation' | 'member' | 'organisation'
  id: string
  title: string
  formerTitle?: string
}

/** What somebody may do; `displays` by name, null: all of the organisation. */
export type NamedRights = { role: Role; displays: string[] | null }

/** What some kinds of entries say beside. Never a password, a token, or anything else that lets somebody in. */
export type Details = {
  formerTitle?: string
  count?: number
  command?: string
  code?: string
  undoes?: { kind: ActivityKind; at: number }
  restoredTo?: { revision: number; at: number | null }
  rights?: NamedRights
  formerRights?: NamedRights
  settings?: SettingChange[]
}

export type Actor =
  | { kind: 'person'; id: string | null; email: string }
  /** A program; `email` is the name of its token. */
  | { kind: 'token'; id: string; email: string }
  | Provider
  /** Somebody who was not signed in and gave this address. */
  | { kind: 'unknown'; id: null; email: string }

/**
 * Whoever acts for the provider: at the server itself, or one of its people in the console. The `id` is that person's, for the
 * provider's own questions; an organisation is told no more than that it was the provider.
 */
export type Provider = { kind: 'provider' | 'command-line'; id: string; email: '' }

/** The provider, at the server itself. */
export const COMMAND_LINE: Provider = { kind: 'command-line', id: 'command-line', email: '' }

export type NewEntry = {
  organisationId: OrganisationId
  displayId: DisplayId | null
  at: number
  actor: Actor
  /** Undefined where nothing on a display changed. */
  revisions?: { before: number; after: number }
  activity: Activity
  requestId?: string | undefined
}

export type StoredEntry = NewEntry & { id: number }
