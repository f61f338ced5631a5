import {
  MAX_DISPLAYS_PER_ORGANISATION,
  MAX_PLAYLISTS_PER_ORGANISATION,
  MAX_TABLES_PER_ORGANISATION,
} from '../platform/constants.ts'
import { DisplayId, PlaylistId, ProgrammeId, TableId } from '../platform/id.ts'
import { RequiredStep } from '../platform/required-step.ts'
import { Role } from '../platform/role.ts'
import { z } from '../platform/zod.ts'
import { ItemType, UpdateItem } from './item.ts'

/** Every kind of entry: first those of displays and playlists, then those of the organisation. */
export const ACTIVITY_KINDS = [
  'item-added',
  'item-changed',
  'item-shown',
  'item-hidden',
  'item-moved',
  'item-removed',
  /** Several at once; `count` is the number. */
  'items-added',
  'items-changed',
  'items-shown',
  'items-hidden',
  'items-moved',
  'items-removed',
  /** Copied from another display, or from the same one. */
  'items-copied',
  'line-added',
  'line-changed',
  'line-moved',
  'line-removed',
  'lines-changed',
  'lines-moved',
  'lines-removed',
  'lines-copied',
  'layout-changed',
  /** The display has no layout from then on. */
  'layout-removed',
  'corner-piece-added',
  'corner-piece-changed',
  'corner-piece-moved',
  'corner-piece-removed',
  /** Cells of one row. */
  'row-changed',
  /** By the source of the table; `count` is the number of rows. */
  'rows-updated',
  /** Several rows at once, by `changeRows` or `createRows`; `count` is the number. */
  'rows-changed',
  'rows-added',
  'rows-removed',
  'rows-moved',
  'rows-sorted',
  'column-added',
  'column-changed',
  'column-removed',
  'table-added',
  /** Its name, its language or its key. */
  'table-changed',
  /** The table follows an address from then on, or follows it otherwise. */
  'table-source-set',
  'table-source-removed',
  'table-removed',
  'table-brought-back',
  'display-added',
  'display-changed',
  'display-removed',
  'playlist-added',
  'playlist-changed',
  'playlist-removed',
  /** With all its content, and on the displays that included it. */
  'playlist-brought-back',
  /** Imported from elsewhere in one step; `count` is the number of things. */
  'imported',
  /** One entry was undone. */
  'undone',
  /** The display was restored to its state at `restoredTo`. */
  'restored',
  /** A refused command; `command` and `code` tell which one and the reason. */
  'refused',
  /** The organisation's colour or logo was changed, which redraws its notices. */
  'brand-changed',
  'take-over-started',
  'take-over-prolonged',
  'take-over-ended',
  /** Its end was reverted. */
  'take-over-resumed',
  /** It ended by itself: its time was over, or its sender fell silent. The actor is the one who started it. */
  'take-over-over',
  'take-over-prepared',
  'take-over-changed',
  'take-over-removed',
  'insert-started',
  'insert-prolonged',
  /** A program repeated its call with other content. */
  'insert-changed',
  'insert-ended',
  /** Its end was reverted. */
  'insert-resumed',
  /** It ended by itself, as a take-over does. */
  'insert-over',
  'signed-in',
  'signed-out',
  /** `code` is the reason. */
  'sign-in-refused',
  'password-changed',
  'second-factor-on',
  'second-factor-off',
  'passkey-added',
  'passkey-removed',
  'screen-paired',
  /** Renamed, or moved to another display. */
  'screen-changed',
  'screen-let-go',
  /** `command` is the command, `count` the number of screens. */
  'screen-commanded',
  /** New versions of the agent are installed automatically or not, were paused or continued. */
  'updates-changed',
  /** The version before came back on a screen, so no more screens are updated. The actor is the one who has begun, if somebody has. */
  'updates-stopped',
  /** Its cells or its measurements were changed, or it was made. */
  'wall-changed',
  /** Each of its screens shows the whole picture from then on. */
  'wall-removed',
  /** A code with which screens pair themselves. */
  'enrolment-made',
  'enrolment-withdrawn',
  /** A screen paired itself with the code of the actor. */
  'screen-enrolled',
  'token-made',
  'token-revoked',
  /** Revoked automatically: the actor, who made it, is no longer an owner. */
  'token-ended',
  'webhook-made',
  /** Its address or its events were changed, or it was switched off or on. */
  'webhook-changed',
  'webhook-secret-changed',
  /** Ended automatically: its receiver asked for it, or it failed for three days. The actor is the one who made it. */
  'webhook-ended',
  'webhook-removed',
  /** A link for people without an account to propose something for a display or a playlist. */
  'proposal-link-made',
  'proposal-link-withdrawn',
  /** `proposedBy` is the name that the proposer gave. Published items get `item-added` entries with the same name. */
  'proposal-made',
  'proposal-refused',
  /** By its proposer. */
  'proposal-taken-back',
  /** True: a contributor's own approval counts. */
  'proposals-chosen',
  /** The report of an import was removed. The imported content stays. */
  'move-in-removed',
  /** A link that admits one person, who is not known yet. */
  'invitation-made',
  'invitation-withdrawn',
  /** The actor is a member of the organisation from then on. */
  'invitation-accepted',
  'member-changed',
  'member-removed',
  'member-left',
  /** The way in which members must sign in. `settings` tells which. */
  'sign-in-rule-changed',
  /** By the provider, in its console or by its command line. So are the kinds below. */
  'organisation-made',
  /** `settings` tells what. */
  'organisation-changed',
  /** Unsubscribed: nobody can manage it any more. */
  'organisation-suspended',
  'organisation-resumed',
  'subscription-made',
  /** `settings` or the rights tell what. */
  'subscription-changed',
  'subscription-ended',
  'account-made',
  'account-disabled',
  'account-enabled',
  'account-password-set',
  /** A link with which the account's owner chooses a new password. */
  'account-reset-link-made',
  'account-second-factor-off',
  /** All of the account. */
  'account-passkeys-removed',
  /** The next person who signs in with this address at the identity provider is linked to the account. */
  'account-unlinked',
  /** `count` further entries that were not recorded one by one, because there were too many. */
  'more',
  /** The stored entry cannot be read: it is damaged, or was written by a newer version. */
  'unreadable',
] as const
export const ActivityKind = z.enum(ACTIVITY_KINDS)
export type ActivityKind = z.infer<typeof ActivityKind>

/** The entries about an account of a member. */
export type AccountEventKind = Extract<
  ActivityKind,
  | `signed-${'in' | 'out'}`
  | 'sign-in-refused'
  | 'password-changed'
  | `second-factor-${'on' | 'off'}`
  | `passkey-${'added' | 'removed'}`
>

/** The groups to filter the list by. */
export const ActivityGroup = z.enum(['changes', 'refusals', 'people', 'accounts', 'provider'])
export type ActivityGroup = z.infer<typeof ActivityGroup>

export const ActivityId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'activity-not-found')
  .brand<'ActivityId'>()
export type ActivityId = z.infer<typeof ActivityId>

/** A change of the focus is listed as a change of `fit`: both concern how an item fills its area. */
const isTold = (field: keyof UpdateItem) => field !== 'focus'
const itemFields = (Object.keys(UpdateItem.shape) as (keyof UpdateItem)[]).filter(isTold)

/** The fields that can differ, by their names in the contract. `position` is the place in the order. */
export const ChangedField = z.enum([...itemFields, 'position', 'text', 'layout', 'corner-piece', 'cells', 'column'])
export type ChangedField = z.infer<typeof ChangedField>

/** The former and the present value of a field, for fields whose values are short. */
export const ChangedValue = z.discriminatedUnion('field', [
  z.object({
    field: z.literal('duration'),
    /** Seconds; null: decided by the player. */
    former: z.int().nullable(),
    present: z.int().nullable(),
  }),
  z.object({ field: z.literal('type'), former: ItemType, present: ItemType }),
  z.object({
    field: z.literal('cells'),
    /** The name of the column at that time. */
    column: z.string(),
    /** Texts as people read them, cut if they are long. Empty for an empty cell. */
    former: z.string(),
    present: z.string(),
  }),
])
export type ChangedValue = z.infer<typeof ChangedValue>

/**
 * A member's role and limits, by the names at that time. `displays` null: all displays of the organisation. `tables` null: not
 * limited to tables.
 */
const ActivityRights = z.object({
  role: Role,
  displays: z.array(z.string()).nullable(),
  tables: z.array(z.string()).nullable(),
})

/** A setting that the provider changed. */
export const SettingChange = z.discriminatedUnion('setting', [
  z.object({
    /**
     * `first-display`: the display that a member's dashboard opens with, by its name at that time. `message`: the provider's
     * message to a member.
     */
    setting: z.enum(['name', 'subscription-type', 'message', 'first-display']),
    former: z.string(),
    present: z.string(),
  }),
  z.object({
    setting: z.literal('sign-in-rule'),
    former: RequiredStep.nullable(),
    present: RequiredStep.nullable(),
  }),
  z.object({
    setting: z.literal('quota'),
    /** Bytes; null: the installation's default. */
    former: z.int().nullable(),
    present: z.int().nullable(),
  }),
])
export type SettingChange = z.infer<typeof SettingChange>

/** One recorded event. Entries are never changed. Instants: milliseconds since 1970. */
export const ActivityEntry = z.object({
  id: ActivityId,
  at: z.int(),
  kind: ActivityKind,
  actor: z.object({
    /**
     * `token`: a program. `provider`: somebody of the provider, in its console, without telling who. `command-line`: the
     * provider, on the server itself. `unknown`: somebody who was not signed in.
     */
    kind: z.enum(['person', 'token', 'provider', 'command-line', 'unknown']),
    /** Empty for the provider. For a `token`, the name of the token. */
    email: z.string(),
  }),
  /** All null: the entry concerns the organisation. */
  displayId: DisplayId.nullable(),
  playlistId: PlaylistId.nullable(),
  tableId: TableId.nullable(),
  /** The revision of the display, the playlist or the table after the event. null if it did not change. */
  revision: z.int().nullable(),
  /**
   * The one thing that the entry is about, with its title or text at that time: for an `invitation` the email address of the
   * one who made it, for a `member` their own, for an `organisation` its name. It is text that a user typed, never markup.
   */
  subject: z
    .object({
      type: z.enum([
        'item',
        'line',
        'layout',
        'corner-piece',
        'row',
        'column',
        'table',
        'display',
        'playlist',
        'screen',
        'wall',
        'enrolment',
        'token',
        'webhook',
        'invitation',
        'member',
        'organisation',
        'take-over',
        'insert',
        'proposal',
        'move-in',
      ]),
      title: z.string(),
      /** The title before it was renamed. */
      formerTitle: z.string().nullable(),
    })
    .nullable(),
  fields: z.array(ChangedField),
  /** The name that the proposer gave, if somebody without an account or a contributor proposed it. It is not verified. */
  proposedBy: z.string().nullable(),
  /** For some of the fields. */
  values: z.array(ChangedValue),
  /** The number of things that it changed, or that it stands for. */
  count: z.int(),
  /** With `refused`: a name of ROUTES. A later version may have other names. */
  command: z.string().nullable(),
  /** The reason for a refusal: a code of ERRORS. */
  code: z.string().nullable(),
  /** With `undone`: the entry that was undone. */
  undoes: z.object({ kind: ActivityKind, at: z.int() }).nullable(),
  /** With `restored`: the revision that it was restored to, and the start of that revision if known. */
  restoredTo: z.object({ revision: z.int(), at: z.int().nullable() }).nullable(),
  /** For invitations and members: the rights from then on. For something that is gone: the rights until then. */
  rights: ActivityRights.nullable(),
  /** With `member-changed` and `subscription-changed`: the rights before. */
  formerRights: ActivityRights.nullable(),
  /** With changes by the provider: each setting that differs. */
  settings: z.array(SettingChange),
  /**
   * The effect of `undoActivity` now. null: it cannot be undone, because it is too old, undone already, or superseded by a
   * later change.
   */
  undo: z.enum(['bring-back', 'put-back', 'take-away']).nullable(),
  /** True: the display can be restored to its state right after this entry. */
  restorable: z.boolean(),
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

/** An absent field does not filter the list. */
export const ActivityQuery = z.strictObject({
  /** Only entries older than this one. */
  before: ActivityId.optional(),
  kind: ActivityGroup.optional(),
  /** An email address, as in the entries. */
  person: z.string().max(320, 'too-long').optional(),
})
export type ActivityQuery = z.infer<typeof ActivityQuery>

/** Newest first. */
export const ActivityPage = z.object({
  entries: z.array(ActivityEntry),
  /** `before` for the next page. null: this is the last page. */
  next: ActivityId.nullable(),
  /** The email addresses of everybody in the whole log, for a filter. Only filled on the first page. */
  people: z.array(z.string()),
  /** The current names of these entries' actors who have one, by email address. */
  names: z.record(z.string(), z.string()),
})
export type ActivityPage = z.infer<typeof ActivityPage>

/** A past state of a display: by revision, or by an instant. */
export const RestorePoint = z.union([
  z.strictObject({ revision: z.int().min(0) }),
  z.strictObject({ at: z.int().min(0) }),
])
export type RestorePoint = z.infer<typeof RestorePoint>

/** The same as a query string. */
export const RestoreQuery = z.strictObject({
  revision: z
    .string()
    .regex(/^\d{1,15}$/, 'invalid-field')
    .transform(Number),
})

const Named = z.object({ type: z.enum(['item', 'line', 'layout', 'corner-piece']), id: z.string(), title: z.string() })

/** The effect of a restore on one item or line. */
export const RestoreDifference = Named.extend({
  effect: z.enum(['comes-back', 'goes-away', 'changes']),
  /** With `changes`. */
  fields: z.array(ChangedField),
  /** With `changes`: its visibility after the restore, if it differs. Otherwise null. */
  visible: z.boolean().nullable(),
})
export type RestoreDifference = z.infer<typeof RestoreDifference>

/** The full effect of a restore at this moment. */
export const RestorePreview = z.object({
  /**
   * The current revision of the display. Passing it to `restoreDisplay` (`If-Match`) makes sure that exactly this preview is
   * carried out.
   */
  revision: z.int(),
  /** The past revision. */
  to: z.int(),
  differences: z.array(RestoreDifference),
  /** Things whose file is not stored any more, or whose text cannot be read. They keep their present state. */
  missing: z.array(Named),
})
export type RestorePreview = z.infer<typeof RestorePreview>

export const Restored = z.object({ revision: z.int(), to: z.int(), missing: z.array(Named) })
export type Restored = z.infer<typeof Restored>

/** The changes that one command made to several programmes and tables, each identified by the revision that it created. */
export const UndoTogether = z
  .strictObject({
    changes: z
      .array(z.strictObject({ programmeId: ProgrammeId, revision: z.int().min(1) }))
      .max(MAX_DISPLAYS_PER_ORGANISATION + MAX_PLAYLISTS_PER_ORGANISATION),
    /** The tables that the command changed as well. */
    tables: z
      .array(z.strictObject({ tableId: TableId, revision: z.int().min(1) }))
      .max(MAX_TABLES_PER_ORGANISATION)
      .default([]),
  })
  .refine(({ changes, tables }) => changes.length + tables.length > 0, { error: 'invalid-field', path: ['changes'] })
export type UndoTogether = z.infer<typeof UndoTogether>

/** The new revision of each of them. */
export const UndoneTogether = z.object({
  changes: z.array(z.object({ programmeId: ProgrammeId, revision: z.int() })),
  tables: z.array(z.object({ tableId: TableId, revision: z.int() })),
})
export type UndoneTogether = z.infer<typeof UndoneTogether>
