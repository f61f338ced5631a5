import { secondsOf } from '../content/film.ts'
import type { Item } from '../content/item.ts'
import { isShownType } from '../content/item-type.ts'
import { readItemUrl } from '../content/item-url.ts'
import type { ManifestItem } from './manifest-entry.ts'

/** The fields of an item that decide how it looks on the glass; null is as absent. */
type Look = Pick<Item, 'id' | 'type' | 'url'> & {
  [Field in 'duration' | 'fit' | 'focus' | 'notice' | 'sound' | 'film' | 'webPage']?: Item[Field] | null
}

/** Those of a player's item that come from what people set; when it is on, and its file, are told beside them. */
type Shown = Pick<ManifestItem, Exclude<keyof Look, 'film'>>

/**
 * An item as a player shows it, for the server's manifest and for somebody who looks at what is not saved yet.
 *
 * @param address what `readItemUrl` says of it, where that is known already
 * @returns undefined where it cannot be played, for a notice without words, and for an inclusion, in whose place a player gets what
 * its playlist holds
 */
export function manifestItemOf(look: Look, address = readItemUrl(look.type, look.url)): Shown | undefined {
  const { id, type, fit, focus, notice, sound, webPage } = look
  if (!address.playable || !isShownType(type) || (type === 'notice' && !notice)) return undefined
  const isCut = fit === 'cover'
  const shown: { [Field in keyof Required<Shown>]: Shown[Field] } = {
    id,
    type,
    url: address.href,
    duration: secondsOf(look),
    // Nothing is cut, so there is nothing to keep in sight.
    fit: isCut ? 'cover' : undefined,
    focus: isCut ? (focus ?? undefined) : undefined,
    notice: notice ?? undefined,
    sound: (type === 'video' && sound) || undefined,
    webPage: webPage ?? undefined,
  }
  return shown
}
