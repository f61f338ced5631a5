import type { MediaId } from '../platform/id.ts'

/** Path of a stored media file: what an upload answers and what an item keeps, without the host it was uploaded through. */
export const MEDIA_PATH = /^\/media\/([a-z0-9][a-z0-9_-]{0,63})\.(jpg|mp4|webm|deck)$/

/** All that the pattern takes for an id is one. */
const isMediaId = (id: string | undefined): id is MediaId => id !== undefined

/** The id of the stored file at a path; undefined for every other address. */
export function mediaIdOf(url: string): MediaId | undefined {
  const id = MEDIA_PATH.exec(url)?.[1]
  return isMediaId(id) ? id : undefined
}

/** The ending that tells what the stored file at a path is: `jpg`, for one; undefined for every other address. */
export function mediaEndingOf(url: string): string | undefined {
  return MEDIA_PATH.exec(url)?.[2]
}

/**
 * Gives the address at which a stored file is fetched first. Its path stays its name everywhere: it is what an item keeps, what
 * a device keeps it under, and where Placard itself always has it.
 *
 * @param path `/media/…`: of a file, or of a picture in small
 * @param mediaUrl as `Manifest.mediaUrl` has it
 * @returns undefined where Placard's own is the only address, and for what is not a stored file
 */
export function mediaAddressOf(path: string, mediaUrl: string | undefined): string | undefined {
  return mediaUrl !== undefined && path.startsWith('/media/') ? mediaUrl + path.slice('/media'.length) : undefined
}

/**
 * The tag of a manifest, without the quotes: all that it depends on. A player, which knows both, writes it down as the server
 * does.
 */
export function manifestTagOf(revision: number, mediaUrl: string | undefined): string {
  return mediaUrl === undefined ? `${revision}` : `${revision}-${mediaUrl}`
}

/** The other way: the path of a stored file that is named by an address behind `mediaUrl`; all else stays as it is. */
export function mediaPathOf(url: string, mediaUrl: string | undefined): string {
  if (mediaUrl === undefined || !url.startsWith(`${mediaUrl}/`)) return url
  const path = `/media${url.slice(mediaUrl.length)}`
  return MEDIA_PATH.test(path) ? path : url
}
