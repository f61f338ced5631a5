import type {
  ActivityKind,
  ChangedField,
  ChangedValue,
  OrganisationId,
  ProgrammeId,
  Role,
  SettingChange,
} from '@placard/contract'

/** Something in a programme at one moment, whole: all that it takes to make it again. Its feature knows the other fields. */
export type ThingState = { id: string; revision: number; position: string }

/** One thing before and after. Not there before: it was added; not there after: it was removed. */
export type Change = {
  thing: 'item' | 'line'
  before: ThingState | null
  after: ThingState | null
}

/** The effect of a command, in the words of the log. */
export type Activity = {
  kind: ActivityKind
  /** Everything that it changed of items and lines. */
  changes: Change[]
  /**
   * How the log tells that, where it knows most of it already: by an earlier revision of the programme, and what differs from
   * how things were there. Left out: by `changes`, from the revision before.
   */
  base?: Base
  /** The one thing that it is about. Left out for more than one. */
  subject?: Subject
  details?: Details
}

export type Base = { revision: number; changes: Change[] }

/** A thing that an entry changed: whether it was there before, and the revision that it then had; null: it was gone. */
export type Touched = { thing: Change['thing']; id: string; wasThere: boolean; revision: number | null }

export type Subject = {
  type:
    | 'item'
    | 'line'
    | 'display'
    | 'playlist'
    | 'screen'
    | 'token'
    | 'webhook'
    | 'invitation'
    | 'member'
    | 'organisation'
    | 'take-over'
    | 'proposal'
    | 'move-in'
  id: string
  title: string
  formerTitle?: string
}

/** A person's rights; `displays` by name, null: all of the organisation. */
export type NamedRights = { role: Role; displays: string[] | null }

/** Details of some kinds of entries. Never a password, a token, or anything else that lets somebody in. */
export type Details = {
  formerTitle?: string
  /** The name that a proposer gave. */
  proposedBy?: string
  count?: number
  /** The same in each entry of a command that touched several programmes. */
  together?: string
  command?: string
  code?: string
  undoes?: { kind: ActivityKind; at: number }
  restoredTo?: { revision: number; at: number | null }
  rights?: NamedRights
  formerRights?: NamedRights
  settings?: SettingChange[]
  /** Of a change of one thing: what of it differs, and from what to what where that can be told in a word. */
  fields?: ChangedField[]
  values?: ChangedValue[]
}

export type Actor =
  | { kind: 'person'; id: string | null; email: string }
  /** A program; `email` is the name of its token. */
  | { kind: 'token'; id: string; email: string }
  | Provider
  /** Somebody who was not signed in and gave this address. */
  | { kind: 'unknown'; id: null; email: string }

/**
 * Somebody who acts for the provider: at the server itself, or one of its people in the console. The `id` is that person's, for
 * the provider's own questions; an organisation is told no more than that it was the provider.
 */
export type Provider = { kind: 'provider' | 'command-line'; id: string; email: '' }

/** The provider, at the server itself. */
export const COMMAND_LINE: Provider = { kind: 'command-line', id: 'command-line', email: '' }

export type NewEntry = {
  organisationId: OrganisationId
  /** Null: of the organisation. */
  programmeId: ProgrammeId | null
  at: number
  actor: Actor
  /** The one that it found its contents at, and the one that it made. Undefined where nothing in a programme changed. */
  revisions?: { before: number; after: number }
  activity: Activity
  requestId?: string | undefined
}

/** As lists read it: without the states of what it changed. */
export type StoredEntry = Omit<NewEntry, 'activity'> & { id: number; activity: Omit<Activity, 'changes' | 'base'> }

/** How a programme came to a revision. */
export type RevisionStep = {
  id: number
  at: number
  /** The revision that it led to. */
  revision: number
  /** The revision that its states are told by; undefined: they were not kept, or there was no programme before. */
  base: number | undefined
  /** Of its states. */
  sizeBytes: number
}
