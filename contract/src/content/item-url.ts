import type { PlaylistId } from '../platform/id.ts'
import type { ItemType } from './item-type.ts'
import { mediaEndingOf } from './media-address.ts'
import { NO_PICTURE } from './read-notice.ts'

/** The reasons why a stored item cannot be played (V1). */
export type UrlProblem =
  | 'unparsable'
  | 'unsafe-scheme'
  | 'url-credentials'
  | 'not-youtube'
  | 'wrong-media-kind'
  | 'not-playlist'

export type ItemUrl = { playable: true; href: string } | { playable: false; problem: UrlProblem }

/** The address of a playlist: the path of its page, and the `url` of an item that includes it. */
const PLAYLIST_PATH = /^\/playlists\?id=(_[a-z0-9]{20})$/

export function playlistPath(id: PlaylistId): string {
  return `/playlists?id=${id}`
}

/** The playlist that an item with this address includes. undefined for every other address. */
export function playlistAt(url: string): PlaylistId | undefined {
  return PLAYLIST_PATH.exec(url)?.[1] as PlaylistId | undefined
}

const YOUTUBE_HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
])
const YOUTUBE_ID = /^[A-Za-z0-9_-]{11}$/

// The URL parser silently accepts blanks, control characters and backslashes, which would let `java\nscript:` pass.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const FORGIVEN = /[\u0000-\u0020\u007F\\]/

type Kind = {
  /** Endings of the stored files that such an item may use. */
  stored: readonly string[]
  /** True: it is complete without an address. Its `url` may be NO_PICTURE. */
  blank: boolean
  /**
   * Checks an address elsewhere, which is http or https and has no user name. If the kind allows no such address: the problem
   * to report.
   */
  elsewhere: ((url: URL) => ItemUrl) | UrlProblem
}

/** The allowed addresses for each kind. */
const KINDS: Record<ItemType, Kind> = {
  image: { stored: ['jpg'], blank: false, elsewhere: anyAddress },
  youtube: { stored: [], blank: false, elsewhere: youtubeAddress },
  video: { stored: ['mp4', 'webm'], blank: false, elsewhere: anyAddress },
  // The notice's picture. Every screen stores it along with the text, so it cannot be elsewhere.
  notice: { stored: ['jpg'], blank: true, elsewhere: 'wrong-media-kind' },
  // Its rows and their pictures come with the manifest.
  board: { stored: [], blank: true, elsewhere: 'wrong-media-kind' },
  // Its forecast comes with the manifest.
  weather: { stored: [], blank: true, elsewhere: 'wrong-media-kind' },
  // The page's own server decides whether it may be embedded. The screen checks whether the address is its own.
  webpage: { stored: [], blank: false, elsewhere: anyAddress },
  playlist: { stored: [], blank: false, elsewhere: 'not-playlist' },
  // Read by the server, which checks the address again before each request.
  feed: { stored: [], blank: false, elsewhere: anyAddress },
  // Its pages are stored files, like the deck itself.
  deck: { stored: ['deck'], blank: false, elsewhere: 'wrong-media-kind' },
}

/** True: an item of this kind may have an address elsewhere. False: all its content is stored, on every screen. */
export const mayBeElsewhere = (type: ItemType): boolean => typeof KINDS[type].elsewhere === 'function'

/**
 * Decides whether the address of an item may be played. Parsing as a URL is not enough: only http and https are allowed,
 * without a user name, and for a YouTube item only YouTube's own hosts. `href` is the canonical form. Only `href` may be
 * inserted into a page, never the stored string.
 */
export function readItemUrl(type: ItemType, url: string): ItemUrl {
  if (playlistAt(url) !== undefined) {
    return type === 'playlist' ? { playable: true, href: url } : { playable: false, problem: 'wrong-media-kind' }
  }
  const { stored, blank, elsewhere } = KINDS[type]
  if (blank && url === NO_PICTURE) return { playable: true, href: url }
  const ending = mediaEndingOf(url)
  if (ending !== undefined) {
    return stored.includes(ending) ? { playable: true, href: url } : { playable: false, problem: 'wrong-media-kind' }
  }
  if (FORGIVEN.test(url) || !URL.canParse(url)) return { playable: false, problem: 'unparsable' }
  const parsed = new URL(url)
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') return { playable: false, problem: 'unsafe-scheme' }
  if (parsed.username || parsed.password) return { playable: false, problem: 'url-credentials' }
  return typeof elsewhere === 'function' ? elsewhere(parsed) : { playable: false, problem: elsewhere }
}

function anyAddress(url: URL): ItemUrl {
  return { playable: true, href: url.href }
}

function youtubeAddress(url: URL): ItemUrl {
  const id = youtubeIdOf(url)
  return id
    ? { playable: true, href: `https://www.youtube.com/watch?v=${id}` }
    : { playable: false, problem: 'not-youtube' }
}

/** The eleven-character id of a film, from any address form that YouTube's own pages use. undefined for other addresses. */
export function youtubeIdOf(url: URL): string | undefined {
  const host = url.hostname.toLowerCase()
  const [first, second] = url.pathname.split('/').filter(Boolean)
  let id: string | null | undefined
  if (host === 'youtu.be') id = first
  else if (!YOUTUBE_HOSTS.has(host)) return undefined
  else if (first === 'watch') id = url.searchParams.get('v')
  else if (first === 'shorts' || first === 'live' || first === 'embed' || first === 'v') id = second
  return id && YOUTUBE_ID.test(id) ? id : undefined
}

/**
 * Tells whether a film's address is an HTTP Live Streaming playlist: https, with a path that ends in `.m3u8`. `href` is that of
 * `readItemUrl`. Pages may fetch the pieces only over https, so a playlist on http is left to browsers that play it natively.
 */
export function isStreamAddress(href: string): boolean {
  if (!URL.canParse(href)) return false
  const { protocol, pathname } = new URL(href)
  return protocol === 'https:' && pathname.toLowerCase().endsWith('.m3u8')
}
