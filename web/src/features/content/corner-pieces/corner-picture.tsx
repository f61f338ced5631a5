import {
  type CornerPiece,
  type Forecast,
  MAX_CORNER_WIDTH_PERCENT,
  noticePalette,
  type ZoneOffsets,
} from '@placard/contract'
import { directionOf, localInWords, localTimeOf, temperatureInWords, weatherAt, withLiveWords } from '@placard/playback'
import { type CSSProperties, type ReactNode, useContext, useEffect, useState } from 'react'
import { encode } from 'uqr'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { PictureIcon } from '../../../platform/ui/icons.tsx'
import { placesOf } from '../items/media-address.ts'
import { MediaFrom } from '../items/media-from.ts'
import { WeatherSymbol } from '../items/weather-symbol.tsx'
import styles from './corner-picture.module.css'

export type Surroundings = {
  zoneOffsets: ZoneOffsets
  language: string | null
  /** The brand's colour and logo. */
  colour: string | undefined
  logoUrl: string | undefined
  /** The weather at the display. */
  forecast: Forecast | undefined
}

/**
 * A corner piece in the proportions of the screen, nearly as the player draws it. Its container must have the size of the
 * screen: lengths are hundredths of its shorter side.
 */
export function CornerPicture({ piece, around }: { piece: CornerPiece; around: Surroundings }) {
  const { size } = piece
  const isOnWhite = piece.kind === 'logo' || piece.kind === 'qr'
  const { ground, heading } = noticePalette(around.colour === undefined ? 'night' : 'poster', around.colour)
  const look = {
    '--size': size,
    color: isOnWhite ? '#14171c' : heading,
    background: isOnWhite ? '#fff' : ground,
    '--gap': ground,
  } as CSSProperties
  return (
    <span className={styles.plate} style={look} data-kind={piece.kind} aria-hidden="true">
      {contentOf(piece, around)}
    </span>
  )
}

function contentOf(piece: CornerPiece, around: Surroundings): ReactNode {
  switch (piece.kind) {
    case 'logo':
      return <Logo url={piece.url ?? around.logoUrl} />
    case 'clock':
      return <Clock hasHands={piece.face === 'hands'} hasDate={piece.date} around={around} />
    case 'words': {
      const language = around.language ?? undefined
      const text = withLiveWords(piece.text, serverNow(), { zoneOffsets: around.zoneOffsets, language })
      return (
        <span
          className={styles.words}
          dir={directionOf(text)}
          style={{ '--letter': letterOf(text, piece.size) } as CSSProperties}
        >
          {text}
        </span>
      )
    }
    case 'qr':
      return <Code text={piece.link} />
    case 'weather':
      return <Weather around={around} />
  }
}

/** The width of a letter, as a share of its height. */
const NARROW = 0.56

/** About the size of letters in which a text fits, in percent of the screen's shorter side: one line, or several. */
function letterOf(text: string, size: number): number {
  const room = MAX_CORNER_WIDTH_PERCENT - size * 0.44
  const inOneLine = room / (NARROW * text.length)
  const inSeveral = Math.sqrt((room * size * 0.6) / (NARROW * 1.2 * text.length))
  return Math.min(size * 0.5, Math.max(inOneLine, Math.min(inSeveral, size * 0.3)))
}

function Logo({ url }: { url: string | undefined }) {
  const mediaUrl = useContext(MediaFrom)
  const src = url && placesOf(url, { small: false, mediaUrl })[0]
  return src ? <img className={styles.logo} src={src} alt="" /> : <PictureIcon size={20} />
}

function Clock({ hasHands, hasDate, around }: { hasHands: boolean; hasDate: boolean; around: Surroundings }) {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setTimeout(() => setNow(serverNow()), 60_000 - (now % 60_000) + 20)
    return () => clearTimeout(timer)
  }, [now])
  const { zoneOffsets } = around
  const language = around.language ?? undefined
  const local = localTimeOf(zoneOffsets, now)
  const date = (weekday: 'short' | 'long' | undefined) =>
    localInWords(local, language, { ...(weekday ? { weekday } : {}), day: 'numeric', month: 'long' })
  return (
    <span className={styles.clock} data-hands={hasHands || undefined} data-date={hasDate || undefined}>
      {hasHands ? (
        <svg
          aria-hidden="true"
          className={styles.face}
          viewBox="-50 -50 100 100"
          fill="none"
          stroke="currentColor"
          strokeLinecap="round"
        >
          <circle r="46" strokeWidth="5" />
          <path d="M0 6V-22" strokeWidth="7" transform={`rotate(${(local / 3_600_000) * 30})`} />
          <path d="M0 8V-34" strokeWidth="5" transform={`rotate(${Math.floor(local / 60_000) * 6})`} />
        </svg>
      ) : (
        <span className={styles.time}>{withLiveWords('{time}', now, { zoneOffsets, language })}</span>
      )}
      {hasDate &&
        (hasHands ? (
          <span className={styles.date}>
            {localInWords(local, language, { weekday: 'long' })}
            <br />
            {date(undefined)}
          </span>
        ) : (
          <span className={styles.date}>{date('short')}</span>
        ))}
    </span>
  )
}

function Weather({ around: { forecast, zoneOffsets, language } }: { around: Surroundings }) {
  const now = forecast && weatherAt(forecast, serverNow(), zoneOffsets)?.now
  return (
    <span className={styles.weather}>
      <WeatherSymbol condition={now?.condition ?? 'fair'} isNight={now?.isNight === true} />
      {now ? temperatureInWords(now.temperature, forecast.units.temperature, language ?? undefined) : '–'}
    </span>
  )
}

function Code({ text }: { text: string }) {
  const { size, data } = encode(text || 'https://', { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg aria-hidden="true" className={styles.code} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={path} fill="#000" />
    </svg>
  )
}
