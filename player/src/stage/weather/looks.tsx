import type { Forecast, ForecastDay } from '@placard/contract'
import {
  conditionInWords,
  localInWords,
  localTimeOf,
  rainInWords,
  temperatureInWords,
  type WeatherMoment,
  weatherWords,
  windInWords,
} from '@placard/playback'
import type { Board } from '../kind-props.ts'
import { WeatherSymbol } from './symbol.tsx'

export type Drawn = {
  moment: WeatherMoment
  units: Forecast['units']
  language: string | undefined
  zoneOffsets: Board['zoneOffsets']
  isTall: boolean
}

/** The hours between the columns of the look `today`, and their number. */
const HOURS_APART = 3
const HOURS_SHOWN = 5

/** The present weather, readable from far away. */
export function Now({ moment, units, language }: Drawn) {
  const { now, today } = moment
  return (
    <div className="notice-part weather-sky">
      <WeatherSymbol condition={now.condition} isNight={now.isNight === true} />
      <div className="weather-large">
        <div className="board-value">{temperatureInWords(now.temperature, units.temperature, language)}</div>
        <div className="board-small weather-condition">
          {conditionInWords(now.condition, now.isNight === true, language)}
        </div>
        {today && (
          <div className="board-small board-quiet">
            <HighLow day={today} units={units} language={language} />
          </div>
        )}
      </div>
    </div>
  )
}

/** The present weather with all that is known of today, and the next hours. */
export function Today({ moment, units, language, zoneOffsets = [[0, 0]] }: Drawn) {
  const { now, today, later } = moment
  const words = weatherWords(language)
  const hours = later.filter((_, index) => (index + 1) % HOURS_APART === 0).slice(0, HOURS_SHOWN)
  const isDaily = later.some(({ at }, index) => at - (later[index - 1]?.at ?? now.at) > HOURS_APART * 3_600_000)
  return (
    <div className="notice-part">
      <div className="weather-sky">
        <WeatherSymbol condition={now.condition} isNight={now.isNight === true} />
        <div className="board-value">{temperatureInWords(now.temperature, units.temperature, language)}</div>
        <div className="board-small weather-facts">
          <div className="weather-condition">{conditionInWords(now.condition, now.isNight === true, language)}</div>
          {today && <HighLow day={today} units={units} language={language} />}
          {now.wind !== undefined && (
            <div>
              <span className="board-quiet">{words.wind}</span> {windInWords(now.wind, units.wind, language)}
            </div>
          )}
          {today?.rain !== undefined && (
            <div>
              <span className="board-quiet">{words.amount}</span> {rainInWords(today.rain, language)}
            </div>
          )}
        </div>
      </div>
      {hours.length > 1 && !isDaily && (
        <div className="weather-hours board-small">
          {hours.map(({ at, temperature, condition, isNight }) => (
            <div key={at} className="weather-hour">
              <div className="board-quiet">
                {localInWords(localTimeOf(zoneOffsets, at), language, { hour: 'numeric' })}
              </div>
              <WeatherSymbol condition={condition} isNight={isNight === true} />
              <div className="weather-strong">{temperatureInWords(temperature, units.temperature, language)}</div>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** Today and the next days, side by side, or one below the other on a portrait screen. */
export function Days({ moment, units, language, isTall }: Drawn) {
  const { today, days } = moment
  const all = today ? [today, ...days] : days
  return (
    <div className={isTall ? 'notice-part weather-rows' : 'notice-part weather-columns'}>
      {all.map((day) => (
        <div key={day.date} className="board-tile weather-day">
          <div className="weather-name">
            {day === today
              ? weatherWords(language).today
              : localInWords(Date.parse(day.date), language, { weekday: isTall ? 'long' : 'short' })}
          </div>
          <WeatherSymbol condition={day.condition} isNight={false} />
          <div className="weather-degrees">
            <span className="weather-strong">{temperatureInWords(day.high, units.temperature, language)}</span>{' '}
            <span className="board-quiet">{temperatureInWords(day.low, units.temperature, language)}</span>
          </div>
          <div className="board-small board-quiet weather-rain">
            {day.rain === undefined || day.rain < 0.1 ? '\u00a0' : rainInWords(day.rain, language)}
          </div>
        </div>
      ))}
    </div>
  )
}

function HighLow({ day, units, language }: { day: ForecastDay } & Pick<Drawn, 'units' | 'language'>) {
  return (
    <div className="weather-degrees">
      <Arrow /> {temperatureInWords(day.high, units.temperature, language)}
      {'\u2002'}
      <Arrow isDown /> {temperatureInWords(day.low, units.temperature, language)}
    </div>
  )
}

function Arrow({ isDown = false }: { isDown?: boolean }) {
  return (
    <svg className="weather-arrow" viewBox="0 0 24 24" aria-hidden="true">
      <path
        d={isDown ? 'M12 3v17m-7-7 7 7 7-7' : 'M12 21V4m-7 7 7-7 7 7'}
        fill="none"
        stroke="currentColor"
        strokeWidth="3.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
