import { MEDIA_PATH } from '@placard/contract'

/**
 * As many pictures as most loops have. Each file is up to a megabyte. The engine decides how long it keeps the decoded
 * pixels, depending on the memory of the device.
 */
const MOST = 16
/** A picture that is still in the loop is shown again within this time. After that it may be dropped. */
const STALE_MS = 60 * 60_000

type Held = { image: HTMLImageElement; usedAt: number }

/** By the address in the manifest. The most recently used picture is last. */
const held = new Map<string, Held>()

/**
 * [ST13] Keeps a picture that leaves the screen in memory for its next turns. While an element has it, another element
 * with the same `src` gets it at once (HTML's list of available images): it is not read from the disk, and the engine
 * finds the decoded pixels. Otherwise the engine would treat each turn as a new picture, and keep the pixels of
 * hundreds of turns.
 *
 * @param url the address in the manifest. An address that is not a stored file's may have another picture the next
 *   time.
 * @param image a complete picture, whose `src` does not change any more
 * @returns false when the picture is not kept: another element has it under this address, or there is no space for it
 */
export function holdPicture(url: string, image: HTMLImageElement): boolean {
  const before = takePicture(url)
  if (before === image.src || !MEDIA_PATH.test(url)) return false
  const [oldest] = held
  if (!before && oldest && held.size >= MOST) {
    // In a loop of more pictures than can be kept, the picture that left first is the next to come.
    if (performance.now() - oldest[1].usedAt < STALE_MS) return false
    dropPicture(oldest[0])
  }
  put(url, image)
  // The worker serves the picture by now, so each turn from now on uses that address.
  if (before) giveBack(url, before)
  return true
}

/** @returns the address under which an element has the picture at once, valid until that element is dropped */
export function takePicture(url: string): string | undefined {
  const image = held.get(url)?.image
  if (image) put(url, image)
  return image?.src
}

/** Drops a picture that could not be shown, so that it is fetched again. */
export function dropPicture(url: string): void {
  const src = held.get(url)?.image.src
  held.delete(url)
  if (src) giveBack(url, src)
}

/** Releases an object URL, unless its picture is kept for its next turn. */
export function giveBack(url: string, src: string): void {
  // Has no effect on other addresses.
  if (held.get(url)?.image.src !== src) URL.revokeObjectURL(src)
}

function put(url: string, image: HTMLImageElement): void {
  held.delete(url)
  held.set(url, { image, usedAt: performance.now() })
}
