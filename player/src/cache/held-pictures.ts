import { MEDIA_PATH } from '@placard/contract'

/**
 * As many as most loops have. Each is up to a megabyte as it came; how long its pixels stay is the engine's own choice, which goes
 * by the memory that the device has.
 */
const MOST = 16
/** One that is in the loop comes again within that time, or is not worth its place. */
const STALE_MS = 60 * 60_000

type Held = { image: HTMLImageElement; usedAt: number }

/** By the address in the manifest, the one that was used last at the end. */
const held = new Map<string, Held>()

/**
 * [ST13] Keeps a picture that leaves the glass in memory for its next turns. While an element has it, another one with the same `src`
 * has it at once (HTML's list of available images): nobody reads it from the disk, and the engine finds the pixels that it has
 * decoded. Otherwise each turn is a new picture to the engine, and it keeps the pixels of hundreds of turns.
 *
 * @param url its address in the manifest. One that is not a stored file's may be another picture the next time
 * @param image whole; its `src` does not change any more
 * @returns false when it need not be kept: another element has it under this address, or there is no place for it
 */
export function holdPicture(url: string, image: HTMLImageElement): boolean {
  const before = takePicture(url)
  if (before === image.src || !MEDIA_PATH.test(url)) return false
  const [oldest] = held
  if (!before && oldest && held.size >= MOST) {
    // In a loop of more pictures than there are places, the one that left first is the next to come.
    if (performance.now() - oldest[1].usedAt < STALE_MS) return false
    dropPicture(oldest[0])
  }
  put(url, image)
  // The worker answers for it by now: every turn from now on has that address.
  if (before) giveBack(url, before)
  return true
}

/** @returns the address under which an element has the picture at once, which is good until that element leaves */
export function takePicture(url: string): string | undefined {
  const image = held.get(url)?.image
  if (image) put(url, image)
  return image?.src
}

/** For one that could not be shown: it is fetched anew. */
export function dropPicture(url: string): void {
  const src = held.get(url)?.image.src
  held.delete(url)
  if (src) giveBack(url, src)
}

/** Lets go of a file that was lent under an address of the page's own, unless it is held for its next turn. */
export function giveBack(url: string, src: string): void {
  // Of any other address, nothing is revoked.
  if (held.get(url)?.image.src !== src) URL.revokeObjectURL(src)
}

function put(url: string, image: HTMLImageElement): void {
  held.delete(url)
  held.set(url, { image, usedAt: performance.now() })
}
