import { type ManifestItem, MEDIA_PATH } from '@placard/contract'

/** A file of the display's own server that can be kept and checked. */
export type MediaFile = {
  /** Path on the server, and the name it is kept under: another content has another path. */
  url: string
  /** Lower-case hex. */
  sha256: string
  sizeBytes: number
  contentType: string
}

const SHA256 = /^[0-9a-f]{64}$/
const CONTENT_TYPES: Record<string, string> = { jpg: 'image/jpeg', mp4: 'video/mp4', webm: 'video/webm' }

/** @returns undefined for what cannot be kept: a film of YouTube's, a picture of another server. */
export function fileOf({ url, sha256, sizeBytes }: ManifestItem): MediaFile | undefined {
  const contentType = CONTENT_TYPES[MEDIA_PATH.exec(url)?.[2] ?? '']
  if (!contentType || !sha256 || !SHA256.test(sha256) || !sizeBytes || sizeBytes <= 0) return undefined
  return { url, sha256, sizeBytes, contentType }
}

/** Each file once, in the order of the items. */
export function filesOf(items: ManifestItem[]): MediaFile[] {
  const files = new Map<string, MediaFile>()
  for (const item of items) {
    const file = fileOf(item)
    if (file && !files.has(file.url)) files.set(file.url, file)
  }
  return Array.from(files.values())
}
