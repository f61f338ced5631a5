import { MAX_DISPLAYS_PER_ORGANISATION, MAX_PLAYLISTS_PER_ORGANISATION } from '../platform/constants.ts'
import { DisplayId, PlaylistId, ProgrammeId } from '../platform/id.ts'
import { Role } from '../platform/role.ts'
import { z } from '../platform/zod.ts'
import { ItemType, UpdateItem } from './item.ts'

/** Every kind of entry: those of a display or a playlist first, then those of its organisation. */
export const ACTIVITY_KINDS = [
  'item-added',
  'item-changed',
  'item-shown',
  'item-hidden',
  'item-moved',
  'item-removed',
  /** Several at once; `count` says how many. */
  'items-added',
  'items-changed',
  'items-shown',
  'items-hidden',
  'items-moved',
  'items-removed',
  /** They came from another display, or from this one. */
  'items-copied',
  'line-added',
  'line-changed',
  'line-moved',
  'line-removed',
  'lines-changed',
  'lines-moved',
  'lines-removed',
  'lines-copied',
  'display-added',
  'display-changed',
  'display-removed',
  'playlist-added',
  'playlist-changed',
  'playlist-removed',
  /** With all that it held, and on the displays that included it. */
  'playlist-brought-back',
  /** Brought in from elsewhere at once; `count` says how many things. */
  'imported',
  /** One entry was undone. */
  'undone',
  /** The display went back to how it was at `restoredTo`. */
  'restored',
  /** A command that was not carried out; `command` and `code` say which and why. */
  'refused',
  /** The colour or the logo of the organisation: its notices are drawn anew. */
  'brand-changed',
  'take-over-started',
  'take-over-prolonged',
  'take-over-ended',
  /** Its end was taken back. */
  'take-over-resumed',
  /** By itself: its time was over, or its sender fell silent. The actor is who began it. */
  'take-over-over',
  'take-over-prepared',
  'take-over-changed',
  'take-over-removed',
  'signed-in',
  'signed-out',
  /** `code` says why. */
  'sign-in-refused',
  'password-changed',
  'second-factor-on',
  'second-factor-off',
  'screen-paired',
  /** Renamed, or moved to another display. */
  'screen-changed',
  'screen-let-go',
  /** `command` says to do what, `count` how many screens. */
  'screen-commanded',
  'token-made',
  'token-revoked',
  /** By itself: whoever made it, the actor, is no owner any more. */
  'token-ended',
  'webhook-made',
  /** Its address or its events; switched off, or on again. */
  'webhook-changed',
  'webhook-secret-changed',
  /** By itself: it wants nothing more, or failed for three days. The actor is who made it. */
  'webhook-ended',
  'webhook-removed',
  /** A link by which people without an account propose something for a display or a playlist. */
  'proposal-link-made',
  'proposal-link-withdrawn',
  /** `proposedBy` says who, as they say it. What goes on of it is `item-added`, with the same name. */
  'proposal-made',
  'proposal-refused',
  /** By whoever had proposed it. */
  'proposal-taken-back',
  /** True: a contributor's own approval counts. */
  'proposals-chosen',
  /** The report of what came from elsewhere; what came stays. */
  'move-in-removed',
  /** A link that lets one person in; who that will be is not known yet. */
  'invitation-made',
  'invitation-withdrawn',
  /** The actor belongs to the organisation from then on. */
  'invitation-accepted',
  'member-changed',
  'member-removed',
  'member-left',
  /** Of the provider, like those that follow: in its console or by its command line. */
  'organisation-made',
  /** `settings` says what. */
  'organisation-changed',
  /** Unsubscribed: nobody manages it any more. */
  'organisation-suspended',
  'organisation-resumed',
  'subscription-made',
  /** `settings` or the rights say what. */
  'subscription-changed',
  'subscription-ended',
  'account-made',
  'account-disabled',
  'account-enabled',
  'account-password-set',
  /** A link by which its owner chooses a new password. */
  'account-reset-link-made',
  'account-second-factor-off',
  /** The next person with this address at the identity provider is linked anew. */
  'account-unlinked',
  /** `count` more that were not written down one by one, because there were so many of them. */
  'more',
  /** Something is written down that cannot be read: it is damaged, or of a newer version. */
  'unreadable',
] as const
export const ActivityKind = z.enum(ACTIVITY_KINDS)
export type ActivityKind = z.infer<typeof ActivityKind>

/** The groups that a list can be narrowed to. */
export const ActivityGroup = z.enum(['changes', 'refusals', 'people', 'accounts', 'provider'])
export type ActivityGroup = z.infer<typeof ActivityGroup>

export const ActivityId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'activity-not-found')
  .brand<'ActivityId'>()
export type ActivityId = z.infer<typeof ActivityId>

/** The focus is told with `fit`: both say how an item takes its place. */
const isTold = (field: keyof UpdateItem) => field !== 'focus'
const itemFields = (Object.keys(UpdateItem.shape) as (keyof UpdateItem)[]).filter(isTold)

/** The fields that can differ, in the words of the contract; `position` is the place in the order. */
export const ChangedField = z.enum([...itemFields, 'position', 'text'])
export type ChangedField = z.infer<typeof ChangedField>

/** From what to what, of what can be told in a word. */
export const ChangedValue = z.discriminatedUnion('field', [
  z.object({
    field: z.literal('duration'),
    /** Seconds; null: as long as the player decides. */
    former: z.int().nullable(),
    present: z.int().nullable(),
  }),
  z.object({ field: z.literal('type'), former: ItemType, present: ItemType }),
])
export type ChangedValue = z.infer<typeof ChangedValue>

/** A person's role and displays, by the names of that time; null: all displays of the organisation. */
const ActivityRights = z.object({ role: Role, displays: z.array(z.string()).nullable() })

/** The provider's settings, before and after. */
export const SettingChange = z.discriminatedUnion('setting', [
  z.object({
    /**
     * `first-display`: the one that a member's dashboard opens with, by its name then. `message`: of the provider to a member.
     */
    setting: z.enum(['name', 'subscription-type', 'message', 'first-display']),
    former: z.string(),
    present: z.string(),
  }),
  z.object({
    setting: z.literal('quota'),
    /** Bytes; null: the installation's default. */
    former: z.int().nullable(),
    present: z.int().nullable(),
  }),
])
export type SettingChange = z.infer<typeof SettingChange>

/** One thing that happened. Entries are never changed. Instants: milliseconds since 1970. */
export const ActivityEntry = z.object({
  id: ActivityId,
  at: z.int(),
  kind: ActivityKind,
  actor: z.object({
    /**
     * `token`: a program. `provider`: one of the provider's people, in its console; who of them is the provider's affair.
     * `command-line`: the provider, at the server itself. `unknown`: somebody who was not signed in.
     */
    kind: z.enum(['person', 'token', 'provider', 'command-line', 'unknown']),
    /** Empty for the provider; of a `token`, the name that it was given. */
    email: z.string(),
  }),
  /** Both null: of the organisation. */
  displayId: DisplayId.nullable(),
  playlistId: PlaylistId.nullable(),
  /** Of the display or the playlist, after it; null where it stayed as it was. */
  revision: z.int().nullable(),
  /**
   * The one thing that it is about, with its title or text at that time: of an `invitation` the email of who made it, of a
   * `member` their own, of an `organisation` its name. It is what somebody typed: text, never markup.
   */
  subject: z
    .object({
      type: z.enum([
        'item',
        'line',
        'display',
        'playlist',
        'screen',
        'token',
        'webhook',
        'invitation',
        'member',
        'organisation',
        'take-over',
        'proposal',
        'move-in',
      ]),
      title: z.string(),
      /** Before it was given another. */
      formerTitle: z.string().nullable(),
    })
    .nullable(),
  fields: z.array(ChangedField),
  /** Somebody without an account, or a contributor, proposed it: the name that they gave, which nobody has checked. */
  proposedBy: z.string().nullable(),
  /** Of some of the fields. */
  values: z.array(ChangedValue),
  /** How many things it changed, or how many it stands for. */
  count: z.int(),
  /** Of `refused`: a name of ROUTES. A later version may have other ones. */
  command: z.string().nullable(),
  /** Why it was refused: a code of ERRORS. */
  code: z.string().nullable(),
  /** Of `undone`: what was undone. */
  undoes: z.object({ kind: ActivityKind, at: z.int() }).nullable(),
  /** Of `restored`: the revision that it went back to, and when that one began if that is known. */
  restoredTo: z.object({ revision: z.int(), at: z.int().nullable() }).nullable(),
  /** Of invitations and people: what they allow from then on; of what is gone, what it allowed until then. */
  rights: ActivityRights.nullable(),
  /** Of `member-changed` and `subscription-changed`: before it. */
  formerRights: ActivityRights.nullable(),
  /** Of what the provider changed: each setting that differs. */
  settings: z.array(SettingChange),
  /** The effect of `undoActivity` now; null: none, because the entry is too old, undone already, or changed since. */
  undo: z.enum(['bring-back', 'put-back', 'take-away']).nullable(),
  /** True: the display can go back to its state right after this entry. */
  restorable: z.boolean(),
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

/** An absent field does not narrow the list. */
export const ActivityQuery = z.strictObject({
  /** Older than this entry. */
  before: ActivityId.optional(),
  kind: ActivityGroup.optional(),
  /** An email address as an entry has it. */
  person: z.string().max(320, 'too-long').optional(),
})
export type ActivityQuery = z.infer<typeof ActivityQuery>

/** Newest first. */
export const ActivityPage = z.object({
  entries: z.array(ActivityEntry),
  /** `before` of the next page; null: these were the last. */
  next: ActivityId.nullable(),
  /** Email addresses of everybody who is in the whole of the log, for a choice. Only with the first page. */
  people: z.array(z.string()),
  /** Of those people who are the actors of these entries and have one: what they are called now, by email address. */
  names: z.record(z.string(), z.string()),
})
export type ActivityPage = z.infer<typeof ActivityPage>

/** A past state of a display: by its revision, or the one that it had at a moment. */
export const RestorePoint = z.union([
  z.strictObject({ revision: z.int().min(0) }),
  z.strictObject({ at: z.int().min(0) }),
])
export type RestorePoint = z.infer<typeof RestorePoint>

/** The same in an address. */
export const RestoreQuery = z.strictObject({
  revision: z
    .string()
    .regex(/^\d{1,15}$/, 'invalid-field')
    .transform(Number),
})

const Named = z.object({ type: z.enum(['item', 'line']), id: z.string(), title: z.string() })

/** The effect of going back on one item or line. */
export const RestoreDifference = Named.extend({
  effect: z.enum(['comes-back', 'goes-away', 'changes']),
  /** Of `changes`. */
  fields: z.array(ChangedField),
  /** Of `changes`: whether it would be visible, where that differs. */
  visible: z.boolean().nullable(),
})
export type RestoreDifference = z.infer<typeof RestoreDifference>

/** The whole effect of going back now. */
export const RestorePreview = z.object({
  /** Of the display as it is; `restoreDisplay` may name it (`If-Match`), so that what was shown is what happens. */
  revision: z.int(),
  /** The past revision. */
  to: z.int(),
  differences: z.array(RestoreDifference),
  /** Things whose file is not stored any more, or whose words cannot be read: they stay as they are now, or away. */
  missing: z.array(Named),
})
export type RestorePreview = z.infer<typeof RestorePreview>

export const Restored = z.object({ revision: z.int(), to: z.int(), missing: z.array(Named) })
export type Restored = z.infer<typeof Restored>

/** The changes that one command made on several programmes, each by the revision that it brought about. */
export const UndoTogether = z.strictObject({
  changes: z
    .array(z.strictObject({ programmeId: ProgrammeId, revision: z.int().min(1) }))
    .min(1)
    .max(MAX_DISPLAYS_PER_ORGANISATION + MAX_PLAYLISTS_PER_ORGANISATION),
})
export type UndoTogether = z.infer<typeof UndoTogether>

/** The new revision of each of them. */
export const UndoneTogether = z.object({
  changes: z.array(z.object({ programmeId: ProgrammeId, revision: z.int() })),
})
export type UndoneTogether = z.infer<typeof UndoneTogether>
