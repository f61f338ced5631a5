import type {
  ActivityKind,
  ChangedField,
  ChangedValue,
  OrganisationId,
  ProgrammeId,
  Role,
  SettingChange,
  TableId,
} from '@placard/contract'

/** The complete state of an item, a line, a layout or a corner piece at one moment, enough to create it again. The other fields depend on its feature. */
export type ThingState = { id: string; revision: number; position: string }

/** The kinds of things that a programme holds. */
export type ProgrammeThing = 'item' | 'line' | 'layout' | 'corner-piece'
/** The kinds of things that a table holds. */
export type TableThing = 'row' | 'column'
type AnyThing = ProgrammeThing | TableThing

/** A thing before and after a change. `before` null: it was added. `after` null: it was removed. */
export type Change<Of extends AnyThing = ProgrammeThing> = {
  thing: Of
  before: ThingState | null
  after: ThingState | null
}

/** The effect of a command, in the words of the log. */
export type Activity<Of extends AnyThing = ProgrammeThing> = {
  kind: ActivityKind
  /** All things that the command changed. */
  changes: Change<Of>[]
  /**
   * Set when the log already holds most of this change: the earlier revision of the programme that it refers to, and the
   * differences from that. Left out: the log refers to the revision before, and `changes` holds the differences.
   */
  base?: Base
  /** The single thing that the entry is about. Left out if there are several. */
  subject?: Subject
  details?: Details
}

export type Base = { revision: number; changes: Change[] }

/**
 * An item or a line that an entry changed. `wasThere`: it existed before. `revision`: the one that it then had; null if it was
 * removed.
 */
export type Touched<Of extends AnyThing = ProgrammeThing> = {
  thing: Of
  id: string
  wasThere: boolean
  revision: number | null
}

export type Subject = {
  type:
    | 'item'
    | 'line'
    | 'layout'
    | 'corner-piece'
    | 'row'
    | 'column'
    | 'table'
    | 'display'
    | 'playlist'
    | 'screen'
    | 'wall'
    | 'enrolment'
    | 'token'
    | 'webhook'
    | 'invitation'
    | 'member'
    | 'organisation'
    | 'take-over'
    | 'insert'
    | 'proposal'
    | 'move-in'
  id: string
  title: string
  formerTitle?: string
}

/** A person's rights, with names. `displays` null: all displays of the organisation. `tables` absent: not limited to tables. */
export type NamedRights = { role: Role; displays: string[] | null; tables?: string[] }

/** Details of some kinds of entries. Never contains a password, a token, or anything else that grants access. */
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
  /** For a change of one thing: the fields that differ, and the old and new values of those that are short enough. */
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
 * Somebody who acts for the provider: at the server itself, or through the console. `id` is for the provider's own use; an
 * organisation is only told that the provider acted.
 */
export type Provider = { kind: 'provider' | 'command-line'; id: string; email: '' }

/** The provider, at the server itself. */
export const COMMAND_LINE: Provider = { kind: 'command-line', id: 'command-line', email: '' }

export type NewEntry = {
  organisationId: OrganisationId
  /** The programme or table. Null: the entry is about the organisation. */
  programmeId: ProgrammeId | TableId | null
  at: number
  actor: Actor
  /** The programme's revisions before and after the command. Undefined if no programme changed. */
  revisions?: { before: number; after: number }
  activity: Activity | Activity<TableThing>
  requestId?: string | undefined
}

/** An entry as lists read it, without the states of the things that it changed. */
export type StoredEntry = Omit<NewEntry, 'activity'> & { id: number; activity: Omit<Activity, 'changes' | 'base'> }

/** The step that brought a programme to a revision. */
export type RevisionStep = {
  id: number
  at: number
  /** The resulting revision. */
  revision: number
  /** The revision that the stored states refer to. Undefined: the states were not kept, or the programme did not exist before. */
  base: number | undefined
  /** Size of the stored states. */
  sizeBytes: number
}
