import { DECK_TYPE, MEDIA_PATH, type MediaId, mediaIdOf, mediaPathOf } from '@placard/contract'

/** Of stored files, by their content types. */
export const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  [DECK_TYPE]: 'deck',
}

/** Name of a stored file, in the file store and in its address alike. */
export function fileNameOf(file: { id: string; contentType: string }): string {
  return `${file.id}.${EXTENSIONS[file.contentType]}`
}

/** Name of a stored picture in small: made once and kept beside it. */
export function thumbnailNameOf(id: MediaId): string {
  return `${id}_thumbnail.webp`
}

/** The id in either name. */
export function idOfName(name: string): string {
  return name.replace(/(_thumbnail)?\.[a-z0-9]+$/, '')
}

/** The path on this server at which a stored file is served (C9); an item's `url` names it. */
export function addressOf(file: { id: string; contentType: string }): string {
  return `/media/${fileNameOf(file)}`
}

/**
 * Reads an address that may be a stored file's.
 *
 * @param mediaUrl where stored files are fetched first, as `Manifest.mediaUrl` has it
 * @returns undefined for one that can be no file of ours. `isOurs`: it says so itself; where it does not, it is the whole address of
 *   some server, which may be this one by another name: `path` is then ours if there is a file of that id.
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
