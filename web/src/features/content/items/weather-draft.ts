import {
  type CreateItem,
  type Forecast,
  type ItemId,
  type ManifestItem,
  manifestItemOf,
  NO_PICTURE,
  type WeatherLook,
} from '@placard/contract'

/** The values of the form. */
export type WeatherDraft = { look: WeatherLook; duration: number; visible: boolean }

export const DEFAULT_WEATHER_SECONDS = 10

/** The unsaved item as players receive it. */
export function shownOf(
  { look, duration }: WeatherDraft,
  forecast: Forecast | undefined,
  id: ItemId,
): ManifestItem | undefined {
  return manifestItemOf({ id, type: 'weather', url: NO_PICTURE, duration, weather: { look }, forecast })
}

/** The command's body. @param title of the item in lists */
export function weatherItemOf(
  { look, duration, visible }: WeatherDraft,
  title: string,
): Partial<CreateItem> & { type: 'weather'; url: string } {
  return { title, type: 'weather', url: NO_PICTURE, duration, visible, weather: { look } }
}
