import type { DisplayId, DisplayKey, OrganisationId, PlaylistId, ProgrammeKey, Rotation } from '@placard/contract'

/** The page's address, parsed. */
export type Address =
  | { status: 'screen'; key: DisplayKey }
  /** A preview inside a page of the dashboard. It may show a playlist as well, which has no screens. */
  | { status: 'preview'; key: ProgrammeKey }
  /** P1: the id is absent or invalid, so nothing is subscribed. */
  | { status: 'none' }
  /** SP1: a screen that plays the display that is assigned to it. */
  | { status: 'paired' }
  /** R6: nothing follows `/display/`, so the page explains how the address is written. */
  | { status: 'alone' }

const ID = /^[a-z0-9][a-z0-9_-]{0,63}$/
const PLAYLIST_ID = /^_[a-z0-9]{20}$/
const PAIRED = /^\/screen\/?$/
const ALONE = /^\/display\/?$/
const PATH = /^\/display\/([^/]+)\/?$/

export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value)
}

/** True for the id of a display or of a playlist. */
export function isProgrammeId(value: unknown): value is string {
  return isId(value) || isPlaylistId(value)
}

function isPlaylistId(value: unknown): value is string {
  return typeof value === 'string' && PLAYLIST_ID.test(value)
}

/**
 * Reads the page's address.
 * @param location R6: `/display/{organisation}/?id={display}`, with or without the last slash
 */
export function readAddress(location: { pathname: string; search: string }): Address {
  if (PAIRED.test(location.pathname)) return { status: 'paired' }
  if (ALONE.test(location.pathname)) return { status: 'alone' }
  const query = new URLSearchParams(location.search)
  const ids = query.getAll('id')
  const [id] = ids
  const organisationId = PATH.exec(location.pathname)?.[1] as OrganisationId | undefined
  if (!isId(organisationId) || ids.length > 1) return { status: 'none' }
  const isPreview = query.get('preview') === '1'
  if (isPreview && isPlaylistId(id)) return { status: 'preview', key: { organisationId, playlistId: id as PlaylistId } }
  if (!isId(id)) return { status: 'none' }
  return { status: isPreview ? 'preview' : 'screen', key: { organisationId, displayId: id as DisplayId } }
}

const ROTATIONS = new Map<string, Rotation>([
  ['90', 90],
  ['180', 180],
  ['270', 270],
])

/** [ST1] `&rotate=90`: the rotation of the panel. A value that is not a quarter turn, or more than one value, is ignored. */
export function readRotation(location: { search: string }): Rotation {
  const asked = new URLSearchParams(location.search).getAll('rotate').join(' ')
  return ROTATIONS.get(asked) ?? 0
}
