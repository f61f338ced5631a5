import type { WeatherFigure } from './weather-shapes.ts'

// Apart from the other shapes, because no first page needs these.

/** Numbers are degrees Celsius, and metres per second for the wind. `words` is the weather in a word of the display's language. */
export const FIGURE_TYPES = {
  temperature: 'number',
  weather: 'words',
  high: 'number',
  low: 'number',
  wind: 'number',
  raining: 'yes-no',
  snowing: 'yes-no',
  sunny: 'yes-no',
} as const satisfies Record<WeatherFigure, 'number' | 'words' | 'yes-no'>

/** False for figures that are yes or no: they have no text. */
export const isWeatherText = (figure: WeatherFigure): boolean => FIGURE_TYPES[figure] !== 'yes-no'
/** False for the word for the weather, which is another one in each language. */
export const isWeatherCompared = (figure: WeatherFigure): boolean => FIGURE_TYPES[figure] !== 'words'
