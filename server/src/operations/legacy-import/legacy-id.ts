import { createHash } from 'node:crypto'
import { type DisplayKey, ItemId, LineId } from '@placard/contract'

/**
 * The id of an item of the old database. It is the same at every import, so that no item is added twice.
 *
 * @param key that the old database generated for it
 */
export function legacyItemId({ organisationId, displayId }: DisplayKey, key: string): ItemId {
  return ItemId.parse(digest(`${organisationId}/${displayId}/${key}`))
}

/**
 * The id of a line. Lines had none in the old database, so it is derived from the text: after a line was inserted there, another import
 * adds only that line.
 *
 * @param occurrence number of lines before it with the same text
 */
export function legacyLineId({ organisationId, displayId }: DisplayKey, text: string, occurrence: number): LineId {
  return LineId.parse(digest(`${organisationId}/${displayId}/scroll/${occurrence}/${text}`))
}

function digest(name: string): string {
  return `legacy-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`
}
