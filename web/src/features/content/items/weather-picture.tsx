import { boardPalette, type Forecast, type WeatherLook } from '@placard/contract'
import { localInWords, temperatureInWords, weatherAt, weatherWords } from '@placard/playback'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useContext } from 'react'
import { brandOf } from '../../../platform/api/brand.ts'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { NoticesHere } from './notices-here.ts'
import styles from './weather-picture.module.css'
import { WeatherSymbol } from './weather-symbol.tsx'

/** Days that are large enough in a thumbnail. */
const DAYS_SEEN = 3

/**
 * A thumbnail of the weather, nearly as the player draws it. It is hidden from screen readers, which find the title of its item
 * elsewhere.
 */
export default function WeatherPicture({ look, forecast }: { look: WeatherLook; forecast: Forecast }) {
  const { organisationId, zoneOffsets, language } = useContext(NoticesHere)
  const { data: brand } = useQuery({
    // Without an organisation no brand is requested.
    ...brandOf(organisationId as NonNullable<typeof organisationId>),
    enabled: organisationId !== undefined,
  })
  const moment = weatherAt(forecast, serverNow(), zoneOffsets)
  if (!moment) return null
  const { now, today, days } = moment
  const isNight = now.isNight === true
  const { ground, words, quiet, heading } = boardPalette(isNight ? 'numbers' : 'plain', brand?.colour ?? undefined)
  const degrees = (celsius: number) => temperatureInWords(celsius, forecast.units.temperature, language)
  const colours = {
    '--ground': ground,
    '--gap': ground,
    '--words': words,
    '--heading': heading,
    '--quiet': quiet,
  } as CSSProperties
  return (
    <span
      className={styles.weather}
      data-night={isNight || undefined}
      data-look={look}
      style={colours}
      aria-hidden="true"
    >
      <span className={styles.town} dir="auto">
        {forecast.town}
      </span>
      {look === 'days' ? (
        <span className={styles.days}>
          {(today ? [today, ...days] : days).slice(0, DAYS_SEEN).map((day) => (
            <span key={day.date} className={styles.day}>
              <span className={styles.name}>
                {day === today
                  ? weatherWords(language).today
                  : localInWords(Date.parse(day.date), language, { weekday: 'short' })}
              </span>
              <WeatherSymbol condition={day.condition} />
              <span>{degrees(day.high)}</span>
            </span>
          ))}
        </span>
      ) : (
        <span className={styles.now}>
          <WeatherSymbol condition={now.condition} isNight={isNight} />
          {degrees(now.temperature)}
          {look === 'today' && today && (
            <span className={styles.facts}>
              <span>{degrees(today.high)}</span>
              <span className={styles.low}>{degrees(today.low)}</span>
            </span>
          )}
        </span>
      )}
    </span>
  )
}
