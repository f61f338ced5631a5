import { MEDIA_AREA_SHARE, type Rotation, type WallPlace } from '@placard/contract'
import { pictureFor } from '@placard/playback'
import sheet from './wall.css?url'

/** The style sheet is stored with the build. Without it, the picture would not be divided. */
const STYLED_WITHIN_MS = 10_000
const FILM_SHAPE = 16 / 9

let hung: { place: WallPlace; rotation: Rotation } | undefined
let styled: Promise<void> | undefined

/** The place of this screen; undefined if it is in no wall. */
export const placeInWall = (): WallPlace | undefined => hung?.place

/**
 * Lays the stage out for the whole wall, and moves it so that this screen shows its part [LY8]. Everything on the stage is
 * drawn as on one large screen, and does not know that there is a wall.
 *
 * @param place undefined: the screen shows the whole picture
 */
export function hang(place: WallPlace | undefined, rotation: Rotation): void {
  const before = hung
  hung = place && { place, rotation }
  if (!before && !hung) return
  if (before && hung && JSON.stringify(before) === JSON.stringify(hung)) return
  if (!before) window.addEventListener('resize', measure, true)
  if (hung) measure()
  else {
    window.removeEventListener('resize', measure, true)
    document.documentElement.removeAttribute('data-wall')
  }
  // Everything that has measured the stage measures it again.
  window.dispatchEvent(new Event('resize'))
}

/** Resolves when the picture can be divided. Rejects if the style sheet cannot be loaded. */
export function styledWall(): Promise<void> {
  styled ??= new Promise<void>((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = sheet
    link.onload = () => resolve()
    link.onerror = () => {
      styled = undefined
      link.remove()
      reject(new Error('the style sheet of walls could not be loaded'))
    }
    setTimeout(resolve, STYLED_WITHIN_MS)
    document.head.appendChild(link)
  })
  return styled
}

function measure(): void {
  if (!hung) return
  const { place, rotation } = hung
  const isTurned = rotation % 180 !== 0
  const screen = { width: isTurned ? innerHeight : innerWidth, height: isTurned ? innerWidth : innerHeight }
  const { left, top, width, height } = pictureFor(place, screen)
  const shapes = [MEDIA_AREA_SHARE, 1].map((share) => [width, height * share * FILM_SHAPE] as const)
  const [part, whole] = shapes as [readonly [number, number], readonly [number, number]]
  const values: Record<string, string> = {
    '--wall-width': `${width}px`,
    '--wall-height': `${height}px`,
    '--wall-share': `${height / 100}px`,
    '--vmin': `${Math.min(width, height) / 100}px`,
    '--wall-film': `${Math.min(...part)}px`,
    '--wall-film-cover': `${Math.max(...part)}px`,
    '--wall-film-full': `${Math.min(...whole)}px`,
    '--wall-film-full-cover': `${Math.max(...whole)}px`,
    '--wall-transform': transformOf(rotation, { left, top, ...screen }),
  }
  const { documentElement } = document
  for (const name of Object.keys(values)) documentElement.style.setProperty(name, values[name] ?? '')
  documentElement.setAttribute('data-wall', `${place.column},${place.row}`)
}

/**
 * Moves a part of the picture onto the screen, turned as the panel is mounted [ST1].
 *
 * @param part in px of the picture
 */
export function transformOf(
  rotation: Rotation,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): string {
  switch (rotation) {
    case 0:
      return `translate(${-left}px, ${-top}px)`
    case 90:
      return `rotate(90deg) translate(${-left}px, ${-top - height}px)`
    case 180:
      return `rotate(180deg) translate(${-left - width}px, ${-top - height}px)`
    case 270:
      return `rotate(-90deg) translate(${-left - width}px, ${-top}px)`
  }
}
