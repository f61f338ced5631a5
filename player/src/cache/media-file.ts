import { type Manifest, type ManifestItem, mayBeElsewhere, mediaEndingOf } from '@placard/contract'

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
function fileOf({ url, sha256, sizeBytes }: Pick<ManifestItem, 'url' | 'sha256' | 'sizeBytes'>): MediaFile | undefined {
  const contentType = CONTENT_TYPES[mediaEndingOf(url) ?? '']
  if (!contentType || !sha256 || !SHA256.test(sha256) || !sizeBytes || sizeBytes <= 0) return undefined
  return { url, sha256, sizeBytes, contentType }
}

/** True: it plays without the network once its file is kept, if it has one. */
export const isKeepable = (item: ManifestItem) => !mayBeElsewhere(item.type) || fileOf(item) !== undefined

/** Each file once, in the order of the items, then of the take-overs; the logo last, which no notice waits for. */
export function filesOf({ items, brand, takeOvers }: Pick<Manifest, 'items' | 'brand' | 'takeOvers'>): MediaFile[] {
  const files = new Map<string, MediaFile>()
  const all = [...items]
  for (const one of takeOvers || []) all.push(...one.items)
  for (const named of brand?.logo ? [...all, brand.logo] : all) {
    const file = fileOf(named)
    if (file && !files.has(file.url)) files.set(file.url, file)
  }
  return Array.from(files.values())
}
