import { FIGURE_TYPES, type Programme, type ValueNow, type WeatherFigure } from '@placard/contract'
import { forecastOf, type ShownUnits, unitOf, unitsFor, weatherValue } from '@placard/playback'

/** The facts about a chosen value that decide how it is compared. */
export type ValueFacts = Pick<ValueNow, 'column' | 'language' | 'names' | 'unit'>

/** The part of a programme that decides what the weather there is. */
export type WeatherOfProgramme = Pick<Programme, 'language' | 'town' | 'weather' | 'weatherUnits' | 'zoneOffsets'>

/** The units in which people see the weather at a display. */
function unitsAt(programme: WeatherOfProgramme): ShownUnits {
  const { language, town, weatherUnits } = programme
  return forecastOf(programme)?.units ?? unitsFor(weatherUnits, language ?? undefined, town?.country)
}

/** The facts about a figure that decide how it is compared. @param locale in which numbers are typed */
export function factsOfFigure(figure: WeatherFigure, programme: WeatherOfProgramme, locale: string): ValueFacts {
  const unit = unitOf(figure, unitsAt(programme))
  return { column: { type: FIGURE_TYPES[figure] }, language: locale, names: [], ...(unit ? { unit } : {}) }
}

/** A figure as it is at the display now. */
export function figureNow(figure: WeatherFigure, programme: WeatherOfProgramme): ValueNow {
  const { zoneOffsets, language } = programme
  return weatherValue(
    { of: 'weather', figure },
    { zoneOffsets, language: language ?? undefined, forecast: forecastOf(programme), units: unitsAt(programme) },
  )
}
