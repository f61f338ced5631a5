import type { DisplayId, DisplayKey, OrganisationId, Rotation } from '@placard/contract'

/** The request in the page's own address. */
export type Address =
  | { status: 'display'; key: DisplayKey; preview: boolean }
  /** P1: no id, or none that can be one: nothing is subscribed. */
  | { status: 'none' }
  /** R6: nothing behind `/display/`: somebody who does not know how the address is written. */
  | { status: 'alone' }

const ID = /^[a-z0-9][a-z0-9_-]{0,63}$/
const ALONE = /^\/display\/?$/
const PATH = /^\/display\/([^/]+)\/?$/

/** @param location R6: `/display/{organisation}/?id={display}`, with and without the last slash */
export function readAddress(location: { pathname: string; search: string }): Address {
  if (ALONE.test(location.pathname)) return { status: 'alone' }
  const organisationId = PATH.exec(location.pathname)?.[1]
  const query = new URLSearchParams(location.search)
  const ids = query.getAll('id')
  const displayId = ids[0]
  if (!organisationId || !displayId || ids.length > 1) return { status: 'none' }
  if (!ID.test(organisationId) || !ID.test(displayId)) return { status: 'none' }
  return {
    status: 'display',
    key: { organisationId: organisationId as OrganisationId, displayId: displayId as DisplayId },
    preview: query.get('preview') === '1',
  }
}

const ROTATIONS = new Map<string, Rotation>([
  ['90', 90],
  ['180', 180],
  ['270', 270],
])

/** [ST1] `&rotate=90`: how the panel hangs. Anything but a quarter turn, or more than one, is as if it were not there. */
export function readRotation(location: { search: string }): Rotation {
  const asked = new URLSearchParams(location.search).getAll('rotate').join(' ')
  return ROTATIONS.get(asked) ?? 0
}
