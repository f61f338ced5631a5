import type { CreateItem, Item, UpdateItem } from '@placard/contract'

/**
 * Where each field of an item is changed that has a form of its own: in this form, in another place, or nowhere, since this kind
 * of item has no such thing.
 */
type FormFields = { readonly [Field in keyof UpdateItem]-?: 'here' | 'elsewhere' | 'not of this kind' }

/** A notice's title comes from its words. */
export const NOTICE_FIELDS = {
  title: 'elsewhere',
  url: 'here',
  type: 'elsewhere',
  duration: 'here',
  visible: 'here',
  fit: 'not of this kind',
  focus: 'not of this kind',
  schedule: 'elsewhere',
  notice: 'here',
  sound: 'not of this kind',
  deck: 'not of this kind',
  webPage: 'not of this kind',
  feed: 'not of this kind',
} as const satisfies FormFields

/** Its entries are shown as long as there is to read in them, by their own times. */
export const FEED_FIELDS = {
  title: 'here',
  url: 'here',
  type: 'not of this kind',
  duration: 'elsewhere',
  visible: 'elsewhere',
  fit: 'not of this kind',
  focus: 'not of this kind',
  schedule: 'elsewhere',
  notice: 'not of this kind',
  sound: 'not of this kind',
  deck: 'not of this kind',
  webPage: 'not of this kind',
  feed: 'here',
} as const satisfies FormFields

type Here<Fields> = { [Field in keyof Fields]: Fields[Field] extends 'here' ? Field : never }[keyof Fields]

/** The fields of such a form in which an item differs from what it was. */
export function differenceIn<Fields extends FormFields>(
  fields: Fields,
  now: Pick<CreateItem, Here<Fields> & keyof CreateItem>,
  before: Item,
): UpdateItem {
  const here = (Object.keys(fields) as (Here<Fields> & keyof CreateItem)[]).filter((field) => fields[field] === 'here')
  const changed = here.filter((field) => JSON.stringify(now[field]) !== JSON.stringify(before[field]))
  return Object.fromEntries(changed.map((field) => [field, now[field] ?? null]))
}
