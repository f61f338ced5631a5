import type { MediaId } from '../platform/id.ts'

/** The path of a stored media file: the result of an upload, and the `url` of an item. It has no host. */
export const MEDIA_PATH = /^\/media\/([a-z0-9][a-z0-9_-]{0,63})\.(jpg|mp4|webm|deck)$/

/** The path of a film's poster, which the server puts in the place of a film that may not play in a zone [LY5]. */
export const POSTER_PATH = /^\/media\/[a-z0-9][a-z0-9_-]{0,63}\/thumbnail\.webp$/

/** Every id that the pattern matches is valid. */
const isMediaId = (id: string | undefined): id is MediaId => id !== undefined

/** The id of the stored file at a path. undefined for any other address. */
export function mediaIdOf(url: string): MediaId | undefined {
  const id = MEDIA_PATH.exec(url)?.[1]
  return isMediaId(id) ? id : undefined
}

/**
 * The file name extension of the stored file at a path, such as `jpg`. It tells the kind of file. undefined for any other
 * address.
 */
export function mediaEndingOf(url: string): string | undefined {
  return MEDIA_PATH.exec(url)?.[2]
}

/**
 * The address from which a stored file is fetched first. Its path remains its name everywhere: items and devices store it under
 * the path, and Placard always serves it there.
 *
 * @param path `/media/…`: of a file or a thumbnail
 * @param mediaUrl as in `Manifest.mediaUrl`
 * @returns undefined if Placard's own address is the only one, or the path is not that of a stored file
 */
export function mediaAddressOf(path: string, mediaUrl: string | undefined): string | undefined {
  return mediaUrl !== undefined && path.startsWith('/media/') ? mediaUrl + path.slice('/media'.length) : undefined
}

/**
 * The ETag of a manifest, without quotes, from everything that it depends on. The player knows both values, and computes the
 * tag in the same way as the server.
 */
export function manifestTagOf(revision: number, mediaUrl: string | undefined): string {
  return mediaUrl === undefined ? `${revision}` : `${revision}-${mediaUrl}`
}

/**
 * The inverse of `mediaAddressOf`: the path of a stored file from an address below `mediaUrl`. Any other address is returned
 * unchanged.
 */
export function mediaPathOf(url: string, mediaUrl: string | undefined): string {
  if (mediaUrl === undefined || !url.startsWith(`${mediaUrl}/`)) return url
  const path = `/media${url.slice(mediaUrl.length)}`
  return MEDIA_PATH.test(path) ? path : url
}
