import { createHash } from 'node:crypto'
import { type DisplayKey, ItemId, LineId } from '@placard/contract'

/**
 * The id of an item of the old database: the same at every import, so that none is added twice.
 *
 * @param key that the old database generated for it
 */
export function legacyItemId({ organisationId, displayId }: DisplayKey, key: string): ItemId {
  return ItemId.parse(digest(`${organisationId}/${displayId}/${key}`))
}

/**
 * The id of a line, which had none: from its text, so that an import after somebody inserted one adds that one alone.
 *
 * @param occurrence how many lines before it have the same text
 */
export function legacyLineId({ organisationId, displayId }: DisplayKey, text: string, occurrence: number): LineId {
  return LineId.parse(digest(`${organisationId}/${displayId}/scroll/${occurrence}/${text}`))
}

function digest(name: string): string {
  return `legacy-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`
}
