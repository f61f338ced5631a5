import { MAX_URL_CHARACTERS, readItemUrl, readShared, type SharedProblem } from '@placard/contract'
import { completeAddress, completeLink, feedAddressOf } from './typed-address.ts'

/** The meaning of a text that consists of an address. `nothing`: the address cannot be used. */
export type Meant =
  | { what: 'item'; type: 'image' | 'video' | 'youtube'; address: string }
  | { what: 'feed' | 'web-page'; address: string }
  | { what: 'nothing'; problem: SharedProblem | 'too-long' }

/**
 * Classifies a text by the address alone: a page of a known site in its playable form, a film by its file name, a feed, or a web page.
 *
 * @param own origin of this page
 * @returns undefined for any other text
 */
export function meantBy(typed: string, own: string): Meant | undefined {
  const meant = findMeant(typed, own)
  const isTooLong = meant && 'address' in meant && meant.address.length > MAX_URL_CHARACTERS
  return isTooLong ? { what: 'nothing', problem: 'too-long' } : meant
}

function findMeant(typed: string, own: string): Meant | undefined {
  const address = /^www\./i.test(typed.trim()) ? completeLink(typed) : completeAddress(typed)
  const shared = readShared(address, own)
  if (shared && 'url' in shared) {
    const { type, url } = shared
    if (type === 'webpage') return { what: 'web-page', address: url }
    // YouTube films play from any form of their address, so the typed one is kept.
    const staysTyped = type === 'youtube' && address.length <= MAX_URL_CHARACTERS
    return { what: 'item', type, address: staysTyped ? address : url }
  }
  const page = isPage(address) ? address : undefined
  if (!shared && page && FILM_FILE.test(new URL(page).pathname)) return { what: 'item', type: 'video', address: page }
  const feed = feedAddressOf(typed)
  if (feed !== undefined) return { what: 'feed', address: feed }
  if (shared) return { what: 'nothing', problem: shared.problem }
  return page === undefined ? undefined : { what: 'web-page', address: page }
}

const FILM_FILE = /\.(mp4|webm|m4v|m3u8)$/i

/** Requires a scheme: a word with a dot in it may be anything. */
const isPage = (address: string) => readItemUrl('webpage', address).playable && /^https?:\/\//i.test(address)
