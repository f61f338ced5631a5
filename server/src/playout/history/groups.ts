import { type ActivityGroup, ActivityKind } from '@placard/contract'
import type { StoredEntry } from '../../content/activity/service.ts'

/** People that the filter of a log offers. */
export const MAX_PEOPLE = 200

/** The kinds of entries about these subjects. Kinds of the provider's actions are named after their subject. */
const kindsOf = (...subjects: string[]) =>
  ActivityKind.options.filter((kind) => subjects.some((subject) => kind.startsWith(`${subject}-`)))

/** The kinds of entries of each group. */
export const GROUPS: Record<ActivityGroup, readonly ActivityKind[]> = {
  changes: [
    'item-added',
    'item-changed',
    'item-shown',
    'item-hidden',
    'item-moved',
    'item-removed',
    ...kindsOf('items'),
    'line-added',
    'line-changed',
    'line-moved',
    'line-removed',
    ...kindsOf('lines'),
    ...kindsOf('layout', 'corner-piece'),
    ...kindsOf('row'),
    ...kindsOf('rows'),
    ...kindsOf('column'),
    ...kindsOf('table'),
    'display-added',
    'display-changed',
    'display-removed',
    ...kindsOf('playlist'),
    ...kindsOf('screen', 'wall'),
    'brand-changed',
    ...kindsOf('take-over', 'insert'),
    ...kindsOf('proposal'),
    'proposals-chosen',
    'move-in-removed',
    'imported',
    'undone',
    'restored',
    'unreadable',
  ],
  refusals: ['refused', 'sign-in-refused', 'more'],
  people: [
    'invitation-made',
    'invitation-withdrawn',
    'invitation-accepted',
    'member-changed',
    'member-removed',
    'member-left',
    'sign-in-rule-changed',
    ...kindsOf('subscription'),
  ],
  accounts: [
    'signed-in',
    'signed-out',
    'sign-in-refused',
    'password-changed',
    'second-factor-on',
    'second-factor-off',
    'passkey-added',
    'passkey-removed',
    ...kindsOf('enrolment'),
    'token-made',
    'token-revoked',
    'token-ended',
    ...kindsOf('webhook'),
    ...kindsOf('account'),
  ],
  provider: kindsOf('organisation', 'subscription', 'account'),
}

/** A stranger who typed a person's address is not counted as that person. */
export const personOf = ({ actor }: StoredEntry) => (actor.kind === 'person' && actor.id !== null ? [actor.id] : [])
