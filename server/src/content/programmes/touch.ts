import { isDeepStrictEqual } from 'node:util'
import { type Forecast, programmeIdOf, type Schedule, WEATHER_FRESH_MS } from '@placard/contract'
import { localTimeOf, loopStartAfter } from '@placard/playback'
import type { Context } from '../../platform/context.ts'
import type { HeldProgramme, Touch } from '../commands/service.ts'
import { answererFor, type Contents, flatten, includedIn, NO_CONTENTS, type WholeContents } from './contents.ts'
import type { Place } from './feeds.ts'
import { playlistsInZones } from './layout-state.ts'
import { placeOf } from './place.ts'
import { playableOf } from './settle.ts'
import type { Sources } from './sources.ts'
import type { WeatherOfDisplays } from './weather-of-displays.ts'

/**
 * The effect of new sources on a programme whose contents stay. The loop restarts if it plays something else (PB5).
 *
 * @param whole the contents, and the sources before
 * @returns undefined if a screen shows the same as before. Entries that are over were already removed by their schedules
 */
export function touchOf(
  context: Context,
  held: HeldProgramme,
  { contents, sources }: WholeContents,
  after: Sources,
): Touch | undefined {
  const now = context.now()
  const place = placeOf(held, sources, now)
  const { zoneOffsets } = place
  const own = contents.get(programmeIdOf(held)) ?? NO_CONTENTS
  const local = new Date(localTimeOf(zoneOffsets, now)).toISOString()
  const isToCome = ({ schedule }: { schedule?: Schedule | null | undefined }) =>
    schedule?.until === undefined || schedule.until > local
  const zones = playlistsInZones(own.layouts).flatMap((id) => contents.get(id) ?? [])
  // Lines of a zone's playlist do not run.
  const shownBy = (some: Sources) =>
    [own, ...zones.map(({ items }) => ({ items, lines: [] }))].map((one) => {
      const { items, lines } = flatten(one, (id) => contents.get(id), some, place, answererFor(some, place, now))
      return [items.map(({ item }) => item).filter(isToCome), lines.map(({ line }) => line).filter(isToCome)]
    })
  if (isDeepStrictEqual(shownBy(sources), shownBy(after))) return undefined
  const plays = (some: Sources) => ({
    ...playableOf(own, (id) => contents.get(id), some, place, now),
    zoneOffsets,
  })
  const { loopStartedAt } = held
  return {
    key: held,
    activity: undefined,
    loopStartedAt: loopStartAfter({ ...plays(sources), loopStartedAt }, plays(after), now),
  }
}

/** The weather of displays as it is at an instant: milliseconds since 1970. */
export type WeatherThen = { weather: WeatherOfDisplays; at: number }

/** Screens have a forecast at least for this time when their display gets a new revision, or it gets one soon. */
const KEPT_MS = 2 * 60 * 60_000

/**
 * The effect of the weather on a display: the forecast is another one, or another hour has begun. The loop restarts if it plays
 * something else (PB5).
 *
 * @param whole the contents, with all sources but the weather
 * @param options.isNew the forecast is another one, so what shows it is too
 * @returns undefined if screens show the same as before
 */
export function weatherTouchOf(
  held: HeldProgramme,
  { contents, sources }: WholeContents,
  before: WeatherThen,
  after: WeatherThen,
  { isNew }: { isNew: boolean },
): Touch | undefined {
  const own = contents.get(programmeIdOf(held)) ?? NO_CONTENTS
  const [was, is] = [before, after].map(({ weather, at }) => {
    const some = { ...sources, weather }
    return { some, at, place: placeOf(held, some, at) }
  }) as [Known, Known]
  // The pages of editors wait for the first forecast.
  const isFirst = was.place.forecast === undefined && is.place.forecast !== undefined
  const isShown = isNew && showsWeather(own, contents)
  if (!isFirst && !isShown && isDeepStrictEqual(stateOf(own, contents, was), stateOf(own, contents, is)))
    return undefined
  const plays = ({ some, at, place }: Known) => ({
    ...playableOf(own, (id) => contents.get(id), some, place, at),
    zoneOffsets: place.zoneOffsets,
  })
  const { loopStartedAt } = held
  return {
    key: held,
    activity: undefined,
    loopStartedAt: loopStartAfter({ ...plays(was), loopStartedAt }, plays(is), after.at),
  }
}

type Known = { some: Sources; at: number; place: Place }

/** All that depends on the weather of a display: words, answers to conditions, and what is on. */
function stateOf(
  own: Contents,
  contents: WholeContents['contents'],
  { some, at, place: { forecast, ...rest } }: Known,
) {
  const place = forecast ? { ...rest, forecast: { ...forecast, until: roughUntil(forecast) } } : rest
  const answerOf = answererFor(some, place, at)
  const zones = own.layouts.flatMap((layout) => layout.zones)
  const inZones = zones.flatMap(({ playlistId }) => contents.get(playlistId) ?? [])
  const flat = [own, ...inZones].map((one) => {
    const { items, lines, inclusions } = flatten(one, (id) => contents.get(id), some, place, answerOf)
    return [
      items.map(({ item }) => [item, answerOf(item)]),
      lines.map(({ line }) => [line, answerOf(line)]),
      inclusions,
    ]
  })
  return [flat, zones.map(answerOf), own.cornerPieces.map(answerOf)]
}

/** The same for all forecasts of a span, so that the end of an answer alone changes a display only once in it. */
const roughUntil = ({ issuedAt }: Forecast) => (Math.floor(issuedAt / KEPT_MS) + 1) * KEPT_MS + WEATHER_FRESH_MS

/** True if something of a display shows the weather. */
function showsWeather(own: Contents, contents: WholeContents['contents']): boolean {
  const others = [...includedIn(own.items), ...playlistsInZones(own.layouts)].flatMap((id) => contents.get(id) ?? [])
  return (
    own.cornerPieces.some(({ kind }) => kind === 'weather') ||
    [own, ...others].some(({ items }) => items.some(({ type }) => type === 'weather'))
  )
}
