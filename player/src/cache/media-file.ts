import { type Manifest, type ManifestItem, mayBeElsewhere, mediaEndingOf } from '@placard/contract'

/** A file of the display's own server that can be stored and verified. */
export type MediaFile = {
  /** Path on the server, and the name under which the file is stored. Different content has a different path. */
  url: string
  /** Lower-case hex. */
  sha256: string
  sizeBytes: number
  contentType: string
}

const SHA256 = /^[0-9a-f]{64}$/
/** Of the fonts of a manifest. */
export const FONT_TYPE = 'font/woff2'
const CONTENT_TYPES: Record<string, string> = { jpg: 'image/jpeg', mp4: 'video/mp4', webm: 'video/webm' }

type NamedFile = Pick<ManifestItem, 'url' | 'sha256' | 'sizeBytes'>

/** @returns undefined when the file cannot be stored, such as a YouTube film or a picture on another server */
function fileOf({ url, sha256, sizeBytes }: NamedFile): MediaFile | undefined {
  const contentType = /^\/fonts\//.test(url) ? FONT_TYPE : CONTENT_TYPES[mediaEndingOf(url) ?? '']
  if (!contentType || !sha256 || !SHA256.test(sha256) || !sizeBytes || sizeBytes <= 0) return undefined
  return { url, sha256, sizeBytes, contentType }
}

/** True when the item plays without the network once its file, if it has one, is stored. */
export const isKeepable = (item: ManifestItem) => !mayBeElsewhere(item.type) || fileOf(item) !== undefined

/**
 * Each file once: the fonts, then the others in the order of the items, then of the other zones, then of the take-overs and inserts, then of the
 * pictures in boards. The pictures in the corners and the logo are last, because nothing waits for them.
 */
export function filesOf({
  items,
  layout,
  brand,
  takeOvers,
  inserts,
  cornerPieces,
  fonts,
}: Pick<Manifest, 'items' | 'layout' | 'brand' | 'takeOvers' | 'inserts' | 'cornerPieces' | 'fonts'>): MediaFile[] {
  const files = new Map<string, MediaFile>()
  const all: (NamedFile & Pick<ManifestItem, 'contents'>)[] = [...(fonts || []), ...items]
  for (const zone of layout?.zones || []) all.push(...zone.items)
  for (const overs of [takeOvers, inserts]) for (const one of overs || []) all.push(...one.items)
  for (const { contents } of all.slice()) all.push(...(contents?.pictures || []))
  // Only logos have an address. `fileOf` leaves the others out.
  all.push(...((cornerPieces || []) as NamedFile[]))
  for (const named of brand?.logo ? [...all, brand.logo] : all) {
    const file = fileOf(named)
    if (file && !files.has(file.url)) files.set(file.url, file)
  }
  return Array.from(files.values())
}
