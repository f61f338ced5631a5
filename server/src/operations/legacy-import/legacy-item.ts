import {
  type DisplayKey,
  type ItemType,
  MAX_TITLE_CHARACTERS,
  MAX_URL_CHARACTERS,
  readItemUrl,
} from '@placard/contract'
import type { ForeignItem } from '../../content/items/service.ts'
import { nameOfKind, readDuration } from './duration.ts'
import type { KeptValue } from './kept-value.ts'
import { legacyItemId } from './legacy-id.ts'
import { readText } from './legacy-text.ts'

export type ReadItem =
  /** `remarks`: what was changed, each the end of a sentence. */
  { kind: 'item'; item: ForeignItem; remarks: string[] } | { kind: 'skipped'; reason: string }

const FIELDS = new Set(['title', 'url', 'uploadDate', 'type', 'duration', 'visible'])
/** The item types of the old product. */
const TYPES: readonly ItemType[] = ['image', 'youtube', 'video']
const UNTITLED = 'Untitled'
/** The latest date that JavaScript can represent. */
const MAX_INSTANT_MS = 8.64e15

const PROBLEMS = {
  unparsable: 'it is not a web address',
  'unsafe-scheme': 'only http and https addresses can be played',
  'url-credentials': 'it contains a user name or a password',
  'not-youtube': 'it is not the address of a YouTube film',
  'wrong-media-kind': 'the file is of another type',
  'not-playlist': 'it is not the address of a playlist',
} as const

/**
 * Checks one item of the old database. An item that cannot be played is imported and marked, like an item that was edited to such a state
 * (V1). An item that would never show anything, or cannot be stored, is skipped.
 *
 * @param now for an item without a date, milliseconds since 1970
 */
export function readItem(key: DisplayKey, name: string, value: KeptValue, now: number): ReadItem {
  if (!(value instanceof Map)) return { kind: 'skipped', reason: `it is ${nameOfKind(value)}, not an item` }

  const given = value.get('type')
  const type = TYPES.find((one) => one === given)
  if (type === undefined) {
    const words = typeof given === 'string' ? JSON.stringify(given.slice(0, 40)) : nameOfKind(given)
    return { kind: 'skipped', reason: `its type is ${words}; only image, youtube and video can be played` }
  }
  const url = readUrl(value.get('url'))
  if (url.kind === 'skipped') return url

  const title = readText(value.get('title'), 'title', MAX_TITLE_CHARACTERS)
  const duration = readDuration(value.get('duration'))
  const visible = readVisible(value.get('visible'))
  const uploadedAt = readInstant(value.get('uploadDate'), now)
  const playable = readItemUrl(type, url.url)
  const others = [...value.keys()].filter((field) => !FIELDS.has(field))
  return {
    kind: 'item',
    item: {
      id: legacyItemId(key, name),
      title: title.kind === 'text' ? title.text : UNTITLED,
      url: url.url,
      type,
      duration: duration.seconds,
      visible: visible.visible,
      uploadedAt: uploadedAt.instant,
    },
    remarks: [
      ...(title.kind === 'text' ? title.remarks : [`it has no title, so it was named ${UNTITLED}`]),
      ...(playable.playable ? [] : [`its address cannot be played: ${PROBLEMS[playable.problem]}`]),
      ...[duration.remark, visible.remark, uploadedAt.remark].filter((remark) => remark !== undefined),
      ...(others.length === 0 ? [] : [`it has unknown fields, which were ignored: ${listOf(others)}`]),
    ],
  }
}

function readUrl(value: KeptValue | undefined): { kind: 'url'; url: string } | { kind: 'skipped'; reason: string } {
  if (typeof value !== 'string') return { kind: 'skipped', reason: `its address is ${nameOfKind(value)}` }
  const url = value.trim()
  if (url === '') return { kind: 'skipped', reason: 'its address is empty' }
  if (url.length > MAX_URL_CHARACTERS) {
    return { kind: 'skipped', reason: `its address is longer than ${MAX_URL_CHARACTERS} characters` }
  }
  if (!url.isWellFormed() || url.includes('\u0000')) {
    return { kind: 'skipped', reason: 'its address has characters that cannot be stored' }
  }
  return { kind: 'url', url }
}

/** The old player showed only items whose value was exactly true (P6). An import makes no other item visible. */
function readVisible(value: KeptValue | undefined): { visible: boolean; remark?: string } {
  if (typeof value === 'boolean') return { visible: value }
  if (value === 'true' || value === 'false') {
    return { visible: value === 'true', remark: `its visibility was the text "${value}", so it was set to ${value}` }
  }
  return { visible: false, remark: `its visibility is ${nameOfKind(value)}, so it is hidden` }
}

function readInstant(value: KeptValue | undefined, now: number): { instant: number; remark?: string } {
  if (value === undefined || value === null) return { instant: now }
  const instant = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof instant === 'number' && Number.isInteger(instant) && instant >= 0 && instant <= MAX_INSTANT_MS) {
    return { instant: instant === 0 ? 0 : instant }
  }
  return { instant: now, remark: 'its date is not a number of milliseconds, so the date of the import is used' }
}

function listOf(names: string[]): string {
  const shown = names.slice(0, 5).map((name) => JSON.stringify(name.slice(0, 40)))
  return names.length > shown.length ? `${shown.join(', ')} and ${names.length - shown.length} more` : shown.join(', ')
}
