import { DECK_TYPE, MEDIA_PATH, type MediaId, mediaIdOf, mediaPathOf } from '@placard/contract'

/** File extensions of stored files, by content type. */
export const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  [DECK_TYPE]: 'deck',
}

/** The name of a stored file, both in the file store and in its address. */
export function fileNameOf(file: { id: string; contentType: string }): string {
  return `${file.id}.${EXTENSIONS[file.contentType]}`
}

/** The name of the thumbnail of a stored picture, which is made once and kept with it. */
export function thumbnailNameOf(id: MediaId): string {
  return `${id}_thumbnail.webp`
}

/** The id in a name of either form. */
export function idOfName(name: string): string {
  return name.replace(/(_thumbnail)?\.[a-z0-9]+$/, '')
}

/** The path at which this server serves a stored file (C9). Items name it in `url`. */
export function addressOf(file: { id: string; contentType: string }): string {
  return `/media/${fileNameOf(file)}`
}

/**
 * Parses an address that may be that of a stored file.
 *
 * @param mediaUrl the address from which stored files are fetched first, as in `Manifest.mediaUrl`
 * @returns undefined if it cannot be a stored file here. `isOurs`: the address names this server. If false, it is the full
 * address of some server, which may be this one under another name: `path` is then a file here if one with that id exists.
 */
export function readMediaAddress(
  address: string,
  mediaUrl: string | undefined,
): { id: MediaId; path: string; isOurs: boolean } | undefined {
  const own = mediaPathOf(address, mediaUrl)
  const isOurs = MEDIA_PATH.test(own)
  const path = isOurs ? own : (URL.parse(own)?.pathname ?? '')
  const id = mediaIdOf(path)
  return id === undefined ? undefined : { id, path, isOurs }
}
