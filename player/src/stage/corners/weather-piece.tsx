import { type Forecast, noticePalette } from '@placard/contract'
import { conditionInWords, temperatureInWords, weatherAt } from '@placard/playback'
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react'
import { useNextNow } from '../use-live-now.ts'
import { WeatherSymbol } from '../weather/symbol.tsx'
import { PADDING, type PieceProps, Plate } from './plate.tsx'

/** Letters as shares of the height of the piece. */
const TEMPERATURE = 0.46
const CREDIT = 0.13

/** [DT5] The symbol and the temperature, with the credit of the source below them. */
export function WeatherPiece({ forecast, ...place }: PieceProps & { forecast: Forecast }) {
  const { unitPx, board, onLaidOut } = place
  const { zoneOffsets, language, brand } = board
  const [now, setNow] = useState(board.serverNow)
  const moment = weatherAt(forecast, now, zoneOffsets)
  const element = useRef<HTMLDivElement>(null)
  useNextNow(moment ? moment.until : Number.POSITIVE_INFINITY, now, setNow, board)

  useLayoutEffect(() => {
    const { current } = element
    // It does not become narrower, so that no notice beside it moves when 10 degrees become 9.
    if (current) current.style.minWidth = `${current.offsetWidth}px`
    onLaidOut()
  })

  if (!moment) return null
  const { temperature, condition, isNight } = moment.now
  const colour = brand?.colour
  const { ground } = noticePalette(colour === undefined ? 'night' : 'poster', colour)
  return (
    <Plate {...place}>
      <div
        ref={element}
        style={{ boxSizing: 'border-box', padding: `0 ${unitPx * PADDING.inline * 0.7}px`, textAlign: 'center' }}
      >
        <div
          role="img"
          aria-label={`${conditionInWords(condition, isNight === true, language)}, ${temperatureInWords(temperature, forecast.units.temperature, language)}`}
          style={
            {
              '--gap': ground,
              display: 'flex',
              alignItems: 'center',
              justifyContent: 'center',
              fontSize: unitPx * TEMPERATURE,
              fontWeight: 700,
              lineHeight: 1.2,
              whiteSpace: 'nowrap',
            } as CSSProperties
          }
        >
          <WeatherSymbol condition={condition} isNight={isNight === true} />
          <span style={{ margin: '0 0.2em' }}>
            {temperatureInWords(temperature, forecast.units.temperature, language)}
          </span>
        </div>
        <div style={{ fontSize: unitPx * CREDIT, lineHeight: 1.2, whiteSpace: 'nowrap' }} dir="ltr">
          {forecast.credit}
        </div>
      </div>
    </Plate>
  )
}
