import type { PlaylistId } from '../platform/id.ts'
import type { ItemType } from './item-type.ts'
import { mediaEndingOf } from './media-address.ts'
import { NO_PICTURE } from './read-notice.ts'

/** Why an item cannot be played although it is stored (V1). */
export type UrlProblem =
  | 'unparsable'
  | 'unsafe-scheme'
  | 'url-credentials'
  | 'not-youtube'
  | 'wrong-media-kind'
  | 'not-playlist'

export type ItemUrl = { playable: true; href: string } | { playable: false; problem: UrlProblem }

/** Address of a playlist: its page, and what an item that includes it keeps. */
const PLAYLIST_PATH = /^\/playlists\?id=(_[a-z0-9]{20})$/

export function playlistPath(id: PlaylistId): string {
  return `/playlists?id=${id}`
}

/** The playlist that an item of this address includes; undefined for every other address. */
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

// The URL parser forgives blanks, control characters and backslashes silently: that is how `java\nscript:` gets past a reader.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const FORGIVEN = /[\u0000-\u0020\u007F\\]/

type Kind = {
  /** Extensions of the stored files that such an item may name. */
  stored: readonly string[]
  /** True: it is whole without anything at an address, and has NO_PICTURE for one. */
  blank: boolean
  /** Judges an address elsewhere, which is of http or https and carries no user name; why it may have none, where it may not. */
  elsewhere: ((url: URL) => ItemUrl) | UrlProblem
}

/** The form that the address of each kind must have. */
const KINDS: Record<ItemType, Kind> = {
  image: { stored: ['jpg'], blank: false, elsewhere: anyAddress },
  youtube: { stored: [], blank: false, elsewhere: youtubeAddress },
  video: { stored: ['mp4', 'webm'], blank: false, elsewhere: anyAddress },
  // Its picture: kept by every screen like the words, so it is never one elsewhere.
  notice: { stored: ['jpg'], blank: true, elsewhere: 'wrong-media-kind' },
  // Its own server tells whether it lets itself be shown, and the screen whether an address is its own.
  webpage: { stored: [], blank: false, elsewhere: anyAddress },
  playlist: { stored: [], blank: false, elsewhere: 'not-playlist' },
  // Read by the server, which judges it again each time that it asks.
  feed: { stored: [], blank: false, elsewhere: anyAddress },
  // Its pages are files like it.
  deck: { stored: ['deck'], blank: false, elsewhere: 'wrong-media-kind' },
}

/** True: an item of this kind may have an address elsewhere. False: all that it shows is stored, and kept by every screen. */
export const mayBeElsewhere = (type: ItemType): boolean => typeof KINDS[type].elsewhere === 'function'

/**
 * Decides whether the address of an item may be played, and as which kind. "Parses as a URL" is not "safe": only http and
 * https, no user names, a YouTube item only from YouTube's own hosts. The answer's `href` is the canonical form; nothing else
 * of the stored string is ever put into a page.
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

/** The eleven characters that name a film, from any of the forms that YouTube's own pages give out; undefined for others. */
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
 * Tells by its address whether a film comes in pieces that a list names (HTTP Live Streaming): `readItemUrl`'s `href`, https,
 * its path ending in `.m3u8`. A page may fetch such pieces only by https; a list by http is left to browsers that play it
 * themselves.
 */
export function isStreamAddress(href: string): boolean {
  if (!URL.canParse(href)) return false
  const { protocol, pathname } = new URL(href)
  return protocol === 'https:' && pathname.toLowerCase().endsWith('.m3u8')
}
