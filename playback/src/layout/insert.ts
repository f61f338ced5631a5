import type { InsertPlace, Manifest, Place, Rect } from '@placard/contract'

/**
 * A corner stands off the edges, because frames of panels cover a few pixels, and a picture that touches the edge looks cut off.
 * The two margins are the same length on the usual screens: 38 pixels of 1,920 × 972, and 34 of 1,080 × 1,728.
 */
const MARGIN = { landscape: { x: 2, y: 4 }, portrait: { x: 3, y: 2 } }
/**
 * In percent of the media area. On a landscape screen a corner is 16 : 9, as most pictures and films. On a portrait screen it is
 * as wide as a notice needs, and a quarter of the height, so that most of the content below stays visible.
 */
const CORNER = { landscape: { width: 30, height: 33 }, portrait: { width: 35, height: 25 } }
/** A third of the media area. */
const SIDE_PERCENT = 33
/** A fifth: two lines of a notice can be read from where the ticker can be read. */
const BAND_PERCENT = 20

/**
 * The part of the media area that an insert covers [LY7]. Left and right are those of the screen, in every language. On a
 * portrait screen a side is the upper or the lower third, because a third of 1,080 pixels is too narrow to read.
 */
export function placeOfInsert(place: InsertPlace): Place {
  switch (place) {
    case 'left':
      return { landscape: strip('left', SIDE_PERCENT), portrait: strip('top', SIDE_PERCENT) }
    case 'right':
      return { landscape: strip('right', SIDE_PERCENT), portrait: strip('bottom', SIDE_PERCENT) }
    case 'top':
    case 'bottom':
      return { landscape: strip(place, BAND_PERCENT), portrait: strip(place, BAND_PERCENT) }
    default:
      return { landscape: corner(place, 'landscape'), portrait: corner(place, 'portrait') }
  }
}

function strip(edge: 'left' | 'right' | 'top' | 'bottom', percent: number): Rect {
  const isUpright = edge === 'left' || edge === 'right'
  const from = edge === 'right' || edge === 'bottom' ? 100 - percent : 0
  return isUpright ? { x: from, y: 0, width: percent, height: 100 } : { x: 0, y: from, width: 100, height: percent }
}

function corner(place: InsertPlace, shape: keyof Place): Rect {
  const { width, height } = CORNER[shape]
  const { x, y } = MARGIN[shape]
  return {
    x: place.endsWith('left') ? x : 100 - x - width,
    y: place.startsWith('top') ? y : 100 - y - height,
    width,
    height,
  }
}

const manifests = new WeakMap<Manifest, Manifest>()

/**
 * The manifest of the inserts of a display: they are its take-overs, and it has nothing else. So the rules of take-overs decide
 * which of them is shown: the latest that the screen can show, from its start until its end. Repeated calls return the same
 * object.
 */
export function insertManifestOf(manifest: Manifest): Manifest {
  const known = manifests.get(manifest)
  if (known) return known
  const { layout: _, inclusions: __, readCode: ___, openingHours: ____, inserts, ...rest } = manifest
  const made = { ...rest, items: [], lines: [], takeOvers: inserts }
  manifests.set(manifest, made)
  return made
}
