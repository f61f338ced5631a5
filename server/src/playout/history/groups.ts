import { type ActivityGroup, ActivityKind } from '@placard/contract'
import type { StoredEntry } from '../../content/activity/service.ts'

/** People that the filter of a log offers. */
export const MAX_PEOPLE = 200

/** The kinds of entries about these subjects. Kinds of the provider's actions are named after their subject. */
export const kindsOf = (...subjects: string[]) =>
  ActivityKind.options.filter((kind) => subjects.some((subject) => kind.startsWith(`${subject}-`)))

/** The kinds of entries about running take-overs and inserts, which the log of a display includes. */
export const COVERING = kindsOf('take-over', 'insert')
/**
 * The kinds of entries of a table that the log of a display includes: changes of what it shows. The reads of a source are left out, because
 * they can be one a minute.
 */
export const CHANGES_OF_TABLES: readonly ActivityKind[] = [
  ...kindsOf('row', 'rows', 'column', 'table').filter((kind) => kind !== 'rows-updated' && kind !== 'table-added'),
  'undone',
  'restored',
]

/** The kinds of entries of each group. */
export const GROUPS: Record<ActivityGroup, readonly ActivityKind[]> = {
  changes: [
    ...kindsOf('item', 'items', 'line', 'lines', 'layout', 'corner-piece', 'row', 'rows', 'column', 'table'),
    ...kindsOf('display', 'playlist', 'screen', 'wall', 'brand', 'take-over', 'insert', 'proposal', 'proposals'),
    'move-in-removed',
    'imported',
    'undone',
    'restored',
    'unreadable',
  ],
  refusals: ['refused', 'sign-in-refused', 'more'],
  people: [...kindsOf('invitation', 'member', 'subscription'), 'sign-in-rule-changed'],
  accounts: [
    'signed-in',
    'signed-out',
    'sign-in-refused',
    ...kindsOf('password', 'second-factor', 'passkey', 'enrolment', 'token', 'webhook', 'account'),
  ],
  provider: kindsOf('organisation', 'subscription', 'account'),
}

/** A stranger who typed a person's address is not counted as that person. */
export const personOf = ({ actor }: StoredEntry) => (actor.kind === 'person' && actor.id !== null ? [actor.id] : [])
