import type { ItemId, MediaId } from '../platform/id.ts'
import { type DisplayKey, type ProgrammeKey, programmeIdOf } from '../platform/programme-key.ts'
import type { Manifest } from './manifest.ts'
import type { ManifestItem, ManifestLine } from './manifest-entry.ts'

/** The pages that people open (rows R). Every other address is the fallback screen, with 404 (R8). */
export const PAGES = {
  landing: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  account: '/account',
  people: '/people',
  join: '/join',
  setup: '/setup',
  console: '/console',
  dashboard: '/dashboard',
  playlists: '/playlists',
  library: '/library',
  movingIn: '/moving-in',
  week: '/week',
  plays: '/plays',
  takeOver: '/take-over',
  screens: '/screens',
  /** The page that the picture on a waiting glass opens. */
  pair: '/pair/:code',
  addContainer: '/addContainer',
  test: '/test',
  tokens: '/tokens',
  webhooks: '/webhooks',
  brand: '/brand',
  alerts: '/alerts',
  quietAlerts: '/alerts/quiet',
  propose: '/propose',
  proposals: '/proposals',
  apiDocs: '/api/docs',
} as const

/** The library, open at one of its files. */
export const libraryPath = (id: MediaId) => `${PAGES.library}?file=${id}`

/** The page of what was proposed, at one proposal. */
export const proposalPath = (id: string) => `${PAGES.proposals}#${id}`

/** How far the whole glass is turned, in degrees clockwise. */
export type Rotation = 0 | 90 | 180 | 270

/** R6: a player's address, for a panel that is mounted turned too. */
export function playerPath(key: { organisationId: string; displayId: string }, rotation: Rotation = 0): string {
  const turned = rotation === 0 ? '' : `&rotate=${rotation}`
  return `${addressOf(key.organisationId, key.displayId)}${turned}`
}

/** TW1: the same as a page for people who cannot see the glass. */
export const readPath = ({ organisationId, displayId }: DisplayKey) => `/read/${organisationId}/${displayId}`

/** TW2: the same, short enough for a small QR code; it leads to `readPath`. */
export const shortPath = (shortCode: string) => `/r/${shortCode}`

const addressOf = (organisationId: string, id: string) => `/display/${organisationId}/?id=${id}`

/**
 * The player for somebody who only wants to look, from a page of ours: it plays the same, keeps nothing on the device and
 * reports nothing, so it is no screen. A playlist can be looked at as well, by those who may see it.
 */
export function lookPath(key: ProgrammeKey): string {
  return `${addressOf(key.organisationId, programmeIdOf(key))}&preview=1`
}

/**
 * A word of a page of ours to the preview in its frame, by `postMessage`: `hold` keeps what is on the glass, `resume` goes on from
 * there, `skip` goes to the next item, `show` to one item (which may still be on its way to it) until that has been shown, `at`
 * to a moment (milliseconds since 1970), from where it goes on, `change` to the next moment at which something comes or goes by
 * its schedule, and `live` back to what the screens show. `try` shows something as if it had been saved, without its schedule: in
 * the place of the item or the line with its id, else behind all others; the next `try` replaces it. It brings what a manifest has
 * only with something of its kind. `past` plays another manifest, of
 * before, from a moment on.
 */
export type TriedAround = Pick<Manifest, 'brand' | 'zoneOffsets'>

export type PreviewCommand =
  | { preview: 'hold' | 'resume' | 'skip' | 'change' | 'live' }
  | { preview: 'show'; itemId: ItemId }
  | { preview: 'at'; at: number }
  | { preview: 'try'; item: ManifestItem; around?: TriedAround | undefined }
  | { preview: 'try'; line: ManifestLine; around?: TriedAround | undefined }
  | { preview: 'past'; at: number; manifest: Manifest }

/** The preview's word to the page around it, whenever it changes. */
export type PreviewState = {
  preview: 'state'
  /** On its glass; null while nothing is. */
  itemId: ItemId | null
  /** It shows what the screens show. */
  isLive: boolean
  isHeld: boolean
  /** The moment that it was sent to: milliseconds since 1970. Null: none. */
  wentTo: number | null
  /**
   * Of the notice on its glass: the size of its smallest letters, its byline's aside, as a share of the glass's shorter side (so 0.035 is as large on a
   * glass that hangs upright), and whether all of its words are seen. Null: no notice is on it, or it is not fitted yet.
   */
  notice: { smallest: number; fits: boolean } | null
}
