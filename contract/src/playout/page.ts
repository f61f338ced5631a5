import type { ItemId, MediaId, TableId } from '../platform/id.ts'
import { type DisplayKey, type ProgrammeKey, programmeIdOf } from '../platform/programme-key.ts'
import type { Manifest } from './manifest.ts'
import type { ManifestItem, ManifestLine } from './manifest-entry.ts'

/** The pages of the web application. Rows R specify the first of them. Every other address shows the fallback screen, with 404 (R8). */
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
  tables: '/tables',
  library: '/library',
  movingIn: '/moving-in',
  week: '/week',
  layout: '/layout',
  wall: '/wall',
  plays: '/plays',
  takeOver: '/take-over',
  screens: '/screens',
  /** Opened by the QR code on a screen that waits to be paired. */
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

/** The page of one table. */
export const tablePath = (id: TableId) => `${PAGES.tables}?table=${id}`

/** The library page with one file open. */
export const libraryPath = (id: MediaId) => `${PAGES.library}?file=${id}`

/** The proposals page, scrolled to one proposal. */
export const proposalPath = (id: string) => `${PAGES.proposals}#${id}`

/** Rotation of the whole screen, in degrees clockwise. */
export type Rotation = 0 | 90 | 180 | 270

/** R6: the address of a player, with the rotation of a panel that is mounted turned. */
export function playerPath(key: { organisationId: string; displayId: string }, rotation: Rotation = 0): string {
  const turned = rotation === 0 ? '' : `&rotate=${rotation}`
  return `${addressOf(key.organisationId, key.displayId)}${turned}`
}

/** TW1: the page with the same content for people who cannot see the screen. */
export const readPath = ({ organisationId, displayId }: DisplayKey) => `/read/${organisationId}/${displayId}`

/** TW2: a short address for the QR code. It leads to `readPath`. */
export const shortPath = (shortCode: string) => `/r/${shortCode}`

const addressOf = (organisationId: string, id: string) => `/display/${organisationId}/?id=${id}`

/**
 * The address of a player for looking only. It plays the same content, but it stores nothing on the device and reports nothing,
 * so it does not count as a screen. Also available for playlists, to those who may see them.
 */
export function lookPath(key: ProgrammeKey): string {
  return `${addressOf(key.organisationId, programmeIdOf(key))}&preview=1`
}

/**
 * A message from a page to the preview in its iframe, sent with `postMessage`:
 * - `hold` freezes the current content, `resume` continues from there.
 * - `skip` goes to the next item.
 * - `show` goes to one item, which may still be on its way to the preview, and stays until it has been shown.
 * - `at` goes to an instant (milliseconds since 1970) and continues from there.
 * - `change` goes to the next instant at which a schedule starts or ends something.
 * - `live` returns to what the screens show.
 * - `try` shows an item or a line as if it had been saved, without its schedule: in place of the one with its id, otherwise
 * behind all others. The next `try` replaces it. `around` has the parts of a manifest that are only present together with such
 * an item.
 * - `past` plays a former manifest from an instant on.
 * - `suppose` plays on as if every condition were met, or none; null: as they are. `live` ends it as well.
 */
export type TriedAround = Pick<Manifest, 'brand' | 'zoneOffsets'>

export type PreviewCommand =
  | { preview: 'hold' | 'resume' | 'skip' | 'change' | 'live' }
  | { preview: 'show'; itemId: ItemId }
  | { preview: 'at'; at: number }
  | { preview: 'try'; item: ManifestItem; around?: TriedAround | undefined }
  | { preview: 'try'; line: ManifestLine; around?: TriedAround | undefined }
  | { preview: 'past'; at: number; manifest: Manifest }
  | { preview: 'suppose'; met: boolean | null }

/** A message from the preview to the page around it, sent on every change. */
export type PreviewState = {
  preview: 'state'
  /** The item on the screen, or null if there is none. */
  itemId: ItemId | null
  /** True while it shows what the screens show. */
  isLive: boolean
  isHeld: boolean
  /** The instant that it was sent to: milliseconds since 1970. null: none. */
  wentTo: number | null
  /** The result that it supposes for every condition. null: none. */
  supposes: boolean | null
  /**
   * The notice on the screen: the size of its smallest letters, those of its byline excepted, as a share of the shorter side of
   * the screen (so 0.035 means the same size on an upright screen), and whether all of its text is visible. null: no notice is
   * shown, or it is not laid out yet.
   */
  notice: { smallest: number; fits: boolean } | null
}
