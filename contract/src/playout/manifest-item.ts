import { secondsOf } from '../content/film.ts'
import type { Item } from '../content/item.ts'
import { isShownType } from '../content/item-type.ts'
import { readItemUrl } from '../content/item-url.ts'
import type { Forecast } from '../content/weather-shapes.ts'
import type { ManifestItem } from './manifest-entry.ts'

/** The fields of an item that decide how it looks on the screen. null counts as absent. */
type Look = Pick<Item, 'id' | 'type' | 'url'> & {
  [Field in 'duration' | 'fit' | 'focus' | 'notice' | 'sound' | 'film' | 'webPage' | 'contents' | 'weather']?:
    | Item[Field]
    | null
} & {
  /** The weather at the display. Only for weather. */
  forecast?: Forecast | undefined
}

/** The fields of a player's item that users set. Its schedule and its file are added separately. */
type Shown = Pick<ManifestItem, Exclude<keyof Look, 'film' | 'forecast'>>

/**
 * Converts an item to the form that players show. Used for the server's manifest and for previews of unsaved items.
 *
 * @param address the result of `readItemUrl` for it, if already known
 * @returns undefined for an item that cannot be played, for a notice without words, for a board without a
 * table, for weather without a forecast, and for an included playlist, which a player receives as the playlist's items
 */
export function manifestItemOf(look: Look, address = readItemUrl(look.type, look.url)): Shown | undefined {
  const { id, type, fit, focus, notice, sound, webPage, contents, weather, forecast } = look
  if (!address.playable || !isShownType(type)) return undefined
  if ((type === 'notice' && !notice) || (type === 'board' && !contents)) return undefined
  if (type === 'weather' && !(weather && forecast)) return undefined
  const isCut = fit === 'cover'
  const shown: { [Field in keyof Required<Shown>]: Shown[Field] } = {
    id,
    type,
    url: address.href,
    duration: secondsOf(look),
    // Nothing is cut off, so the focus does not apply.
    fit: isCut ? 'cover' : undefined,
    focus: isCut ? (focus ?? undefined) : undefined,
    notice: notice ?? undefined,
    sound: (type === 'video' && sound) || undefined,
    webPage: webPage ?? undefined,
    contents: (type === 'board' && contents) || undefined,
    weather: type === 'weather' && weather && forecast ? { look: weather.look, forecast } : undefined,
  }
  return shown
}
