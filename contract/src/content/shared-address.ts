import type { SharedProblem } from '../platform/error.ts'
import type { ItemType } from './item-type.ts'
import { readItemUrl, youtubeIdOf } from './item-url.ts'

/** The kind and the address with which it plays. */
export type PlayingForm = { type: SharedType; url: string }

/** The kinds of items that may show content of another site. Items of other kinds are never converted. */
const SHARED_TYPES = ['image', 'video', 'youtube', 'webpage'] as const satisfies readonly ItemType[]
type SharedType = (typeof SHARED_TYPES)[number]

/**
 * [HS29] Converts a page's address, as people share it, to the form that plays: for YouTube, Vimeo, Twitch, Dropbox, Google
 * Drive and similar sites. The result may be of a different kind than the user chose. An address that is already in the form
 * that plays keeps its own parameters.
 *
 * @param own the origin of the installation, which Twitch requires; undefined if unknown
 * @returns undefined for any other address, which is used as it is
 */
export function readShared(
  address: string,
  own: string | undefined,
): PlayingForm | { problem: SharedProblem } | undefined {
  if (!readItemUrl('webpage', address).playable || !URL.canParse(address)) return undefined
  const url = new URL(address)
  const site = SITES.find(({ hosts }) => hosts.test(url.hostname))
  return site?.read(url, own)
}

/**
 * Converts the address of an item. Addresses of unknown sites, addresses that play as they are, and items of other kinds are
 * returned unchanged.
 *
 * @param own as above
 */
export function playingFormOf<Type extends ItemType>(
  item: { type: Type; url: string },
  own: string | undefined,
): { type: Type | SharedType; url: string } | { problem: SharedProblem } {
  if (!SHARED_TYPES.some((type) => type === item.type)) return item
  const shared = readShared(item.url, own)
  // A YouTube item plays with any form of its address, so the typed one is kept.
  const isTyped = shared === undefined || ('type' in shared && shared.type === 'youtube' && item.type === 'youtube')
  return isTyped ? item : shared
}

type Read = (url: URL, own: string | undefined) => PlayingForm | { problem: SharedProblem } | undefined

const SITES: { hosts: RegExp; read: Read }[] = [
  { hosts: /^((www|m|music)\.)?youtube(-nocookie)?\.com$|^youtu\.be$/, read: youtube },
  { hosts: /^((www|player)\.)?vimeo\.com$/, read: vimeo },
  { hosts: /^((www|m|go|clips|player)\.)?twitch\.tv$/, read: twitch },
  { hosts: /^(www\.)?dropbox\.com$/, read: dropbox },
  { hosts: /^(drive|docs)\.google\.com$/, read: google },
  // These sites show files only on their own pages, and serve them at addresses that change.
  {
    hosts:
      /^(photos\.(google\.com|app\.goo\.gl)|1drv\.ms|onedrive\.live\.com|[\w-]+\.sharepoint\.com|share\.icloud\.com|(www\.)?icloud\.com|we\.tl|(www\.)?wetransfer\.com)$/,
    read: () => ({ problem: 'address-shared-file' }),
  },
]

const webPage = (url: URL): PlayingForm => ({ type: 'webpage', url: url.href })

/** Sets the parameters that the address does not have yet. */
function withDefaults(url: URL, defaults: Record<string, string>): URL {
  for (const [name, value] of Object.entries(defaults)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, value)
  }
  return url
}

const partsOf = ({ pathname }: URL) => pathname.split('/').filter(Boolean)

const YOUTUBE_PLAYER = 'https://www.youtube-nocookie.com/embed/'
/** Muted, because browsers do not autoplay anything with sound. */
const YOUTUBE_PLAYS = { autoplay: '1', mute: '1', controls: '0', playsinline: '1', rel: '0' }
const YOUTUBE_LIST = /^[\w-]{12,64}$/
/** Lists of watched and liked films are visible only to their owner, and a mix is generated for each viewer. */
const YOUTUBE_PRIVATE_LIST = /^(WL|LL|LM|HL|FL|RD(?!CLAK|TMAK))/
const YOUTUBE_CHANNEL = /^UC[\w-]{22}$/

function youtube(url: URL): ReturnType<Read> {
  const id = youtubeIdOf(url)
  if (id !== undefined && id !== 'videoseries' && id !== 'live_stream') {
    return { type: 'youtube', url: `https://www.youtube.com/watch?v=${id}` }
  }
  const [first, second = '', third] = partsOf(url)
  // Feeds are read by programs.
  if (first === 'feeds') return undefined
  if (first === 'embed' && second === 'live_stream') return liveOf(url.searchParams.get('channel') ?? '', url)
  if (first === 'channel' && third === 'live') return liveOf(second)
  const list = url.searchParams.get('list')
  const isList = first === 'playlist' || first === 'watch' || first === 'embed' || first === 'show'
  if (list === null || !isList || !YOUTUBE_LIST.test(list)) {
    return { problem: list !== null && YOUTUBE_PRIVATE_LIST.test(list) ? 'address-youtube-private' : 'address-youtube' }
  }
  if (YOUTUBE_PRIVATE_LIST.test(list)) return { problem: 'address-youtube-private' }
  return playerOf('videoseries', { list, loop: '1' }, first === 'embed' ? url : undefined)
}

function liveOf(channel: string, embedded?: URL): ReturnType<Read> {
  return YOUTUBE_CHANNEL.test(channel) ? playerOf('live_stream', { channel }, embedded) : { problem: 'address-youtube' }
}

/** @param embedded the address of the player as the user has it */
function playerOf(name: string, what: Record<string, string>, embedded?: URL): PlayingForm {
  const player = new URL(YOUTUBE_PLAYER + name)
  if (embedded) player.search = embedded.search
  return webPage(withDefaults(player, { ...what, ...YOUTUBE_PLAYS }))
}

const VIMEO_PLAYS = { autoplay: '1', muted: '1', loop: '1', dnt: '1' }
const VIMEO_HASH = /^[\da-f]{8,12}$/

/**
 * vimeo.com/ID, …/channels/NAME/ID, …/groups/NAME/videos/ID, …/showcase/ID/video/ID, …/manage/videos/ID; for an unlisted film,
 * the number is followed by /HASH.
 */
function vimeo(url: URL): ReturnType<Read> {
  const parts = partsOf(url)
  const [first = ''] = parts
  const at = parts.findLastIndex((part) => /^\d{5,12}$/.test(part))
  const [id, hash = url.searchParams.get('h') ?? ''] = parts.slice(at)
  const isNotListed = VIMEO_HASH.test(hash)
  if (at === -1 || first === 'ondemand' || first === 'album') return { problem: 'address-vimeo' }
  if (at === 1 && (first === 'event' || first === 'showcase')) {
    const embed = `https://vimeo.com/${first}/${id}/embed${isNotListed ? `/${hash}` : ''}`
    return webPage(withDefaults(new URL(embed), { autoplay: '1', muted: '1' }))
  }
  const player = new URL(`https://player.vimeo.com/video/${id}`)
  if (url.hostname === 'player.vimeo.com') player.search = url.search
  return webPage(withDefaults(player, { ...(isNotListed && { h: hash }), ...VIMEO_PLAYS }))
}

/** The things that Twitch's player plays, with the format of their names. The first one found in an address counts. */
const TWITCH_NAMES = {
  clip: /^[\w-]{3,100}$/,
  video: /^v?\d{5,12}$/,
  collection: /^[\w-]{3,100}$/,
  channel: /^\w{3,25}$/,
}
/** First path segments that are not the name of a channel. */
const TWITCH_PAGES =
  /^(directory|downloads|jobs|legal|login|p|search|settings|signup|store|subscriptions|turbo|videos|wallet)$/i

/** The player requires the host name of the embedding page, which must use https. */
function twitch(url: URL, own: string | undefined): ReturnType<Read> {
  const [first = '', second, third] = partsOf(url)
  const [host] = url.hostname.split('.')
  const isPlayer = host === 'player' || (host === 'clips' && first === 'embed')
  const named: Record<string, string | undefined> = isPlayer
    ? Object.fromEntries(url.searchParams)
    : {
        clip: host === 'clips' ? first : second === 'clip' ? third : undefined,
        video: first === 'videos' ? second : second === 'v' || second === 'video' ? third : undefined,
        collection: first === 'collections' ? second : undefined,
        channel: second === undefined && !TWITCH_PAGES.test(first) ? first : undefined,
      }
  const found = Object.entries(TWITCH_NAMES).find(([name, form]) => form.test(named[name] ?? ''))
  if (!found) return { problem: 'address-twitch' }
  const [name] = found
  const player = new URL(name === 'clip' ? 'https://clips.twitch.tv/embed' : 'https://player.twitch.tv/')
  if (isPlayer) player.search = url.search
  const page = own === undefined ? undefined : new URL(own)
  const mayFrame = page?.protocol === 'https:' || page?.hostname === 'localhost'
  if (!mayFrame && !player.searchParams.has('parent')) return { problem: 'address-twitch-https' }
  const parent = page && { parent: page.hostname }
  return webPage(withDefaults(player, { [name]: named[name] ?? '', ...parent, autoplay: 'true', muted: 'true' }))
}

const PICTURE_FILE = /\.(jpe?g|png|gif|webp|avif|bmp)$/i
const FILM_FILE = /\.(mp4|webm|m4v)$/i

/** `raw=1` returns the file itself instead of a page around it. */
function dropbox(url: URL): ReturnType<Read> {
  const [first, second] = partsOf(url)
  if (first === 'sh' || first === 'home' || (first === 'scl' && second === 'fo')) return { problem: 'address-folder' }
  const isFile = first === 's' || (first === 'scl' && second === 'fi')
  const type = PICTURE_FILE.test(url.pathname) ? 'image' : FILM_FILE.test(url.pathname) ? 'video' : undefined
  if (!isFile || !type) return { problem: 'address-shared-file' }
  url.searchParams.delete('dl')
  url.searchParams.set('raw', '1')
  return { type, url: url.href }
}

/**
 * Documents have a form for embedding. Files on Drive do not: they are served only after a confirmation page, and with a rate
 * limit.
 */
function google(url: URL): ReturnType<Read> {
  const parts = partsOf(url)
  if (url.hostname === 'drive.google.com') {
    if (parts.includes('folders') || parts.includes('my-drive')) return { problem: 'address-folder' }
    // The user wrote a direct download address, knowing that it plays.
    return parts[0] === 'uc' && url.searchParams.has('export') ? undefined : { problem: 'address-shared-file' }
  }
  const match = /^\/(?:a\/[\w.-]+\/)?(presentation|document|spreadsheets)\/(?:u\/\d+\/)?d\/((?:e\/)?[\w-]{20,})/.exec(
    url.pathname,
  )
  if (!match) return undefined
  const [, kind, id = ''] = match
  const isPublished = id.startsWith('e/')
  const document = new URL(`https://docs.google.com/${kind}/d/${id}/`)
  if (url.pathname.endsWith('/embed') || url.searchParams.has('embedded')) return webPage(url)
  if (kind === 'presentation') {
    document.pathname += 'embed'
    const delayms = url.searchParams.get('delayms') ?? '10000'
    return webPage(withDefaults(document, { start: 'true', loop: 'true', delayms }))
  }
  document.pathname += isPublished ? 'pub' : 'preview'
  return webPage(
    isPublished
      ? withDefaults(document, { embedded: 'true', ...(kind === 'spreadsheets' && { widget: 'false' }) })
      : document,
  )
}
