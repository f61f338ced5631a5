import { boardPalette, type ManifestWeather, type WeatherLook } from '@placard/contract'
import { directionOf, isRightToLeft, type WeatherMoment, weatherAt, weatherWords } from '@placard/playback'
import { type ComponentType, type CSSProperties, useLayoutEffect, useMemo, useRef, useState } from 'react'
import boardSheet from '../board/board.css?url'
import { layOut } from '../board/lay-out.ts'
import { READY_WITHIN_MS, useDeadline } from '../deadline.ts'
import type { KindProps } from '../kind-props.ts'
import { LEAST_LETTER } from '../notice/fit.ts'
import { HIGH } from '../notice/high.ts'
import noticeSheet from '../notice/notice.css?url'
import { useCornerBoxes } from '../notice/use-corner-boxes.ts'
import { useLatestWhole } from '../notice/use-latest-whole.ts'
import { useScreenSize } from '../notice/use-screen-size.ts'
import { useStage } from '../notice/use-stage.ts'
import { useStyles } from '../notice/use-styles.ts'
import { useNextNow } from '../use-live-now.ts'
import { srcOf, usePicture } from '../use-picture.ts'
import { Days, type Drawn, Now, Today } from './looks.tsx'
import weatherSheet from './weather.css?url'

// Loaded when the first weather comes, so screens without it do not load it. It is set like a board, in the same frame.

const SHEETS = [noticeSheet, boardSheet, weatherSheet]
const FONTS = ['500 1em Manrope', '700 1em Manrope', '800 1em Manrope']

/** The largest letters as a share of the shorter side, and the small ones relative to them. */
type Setting = { View: ComponentType<Drawn>; largestShare: number; small: number }

const LOOKS: Record<WeatherLook, Setting> = {
  now: { View: Now, largestShare: 0.34, small: 0.2 },
  today: { View: Today, largestShare: 0.26, small: 0.27 },
  days: { View: Days, largestShare: 0.1, small: 0.66 },
}

/** DT5: the weather at the display, in letters as large as fit. It is fitted before it is visible. */
export default function WeatherItem(props: KindProps) {
  const { weather } = props.place
  return weather ? <WeatherView {...props} weather={weather} /> : null
}

function WeatherView(props: KindProps & { weather: ManifestWeather }) {
  const { weather, board, media, due, onPresented, onFailed } = props
  const { language, zoneOffsets, brand } = board
  const root = useRef<HTMLDivElement>(null)
  const { stage, laidOut } = useStage(due, onPresented)
  useDeadline(READY_WITHIN_MS, true, due, stage, onFailed)

  const logo = usePicture(brand?.logo?.url, media)
  const styled = useStyles(weather.forecast.town, SHEETS, FONTS)
  const isWhole = logo !== 'coming' && styled > 0
  const newest = { weather, logoUrl: srcOf(logo) }
  const { weather: shown, logoUrl } = useLatestWhole(isWhole, newest)
  const { forecast } = shown
  const moment = useMoment(shown, board)
  const look = LOOKS[shown.look] ? shown.look : 'now'
  const { View, largestShare, small } = LOOKS[look]
  const { sidePx, wholeSidePx, isTall } = useScreenSize(root, board.room)
  const [layout, setLayout] = useState<{ smallestPx: number; fits: boolean }>()
  const corners = useCornerBoxes(board, props.shown)
  const words = JSON.stringify([
    look,
    moment,
    forecast,
    logoUrl,
    sidePx,
    wholeSidePx,
    isTall,
    board.room,
    corners,
    styled,
  ])

  // The layout is calculated by script, before the frame that shows it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are all that is laid out
  useLayoutEffect(() => {
    const element = root.current
    if (!element || !isWhole || sidePx === 0) return
    setLayout(layOut(element, { sidePx, wholeSidePx, corners, columns: 1, isTable: false, largestShare, small }))
    laidOut()
  }, [words, isWhole])

  const isNight = moment?.now.isNight === true
  const text = weatherWords(language).today
  const names = [
    'notice',
    'board',
    'weather',
    `weather-${look}`,
    isNight && 'weather-night',
    isTall && 'notice-tall',
    HIGH.test(text + forecast.town) && 'notice-high',
  ]
  return (
    <div
      ref={root}
      className={names.filter(Boolean).join(' ')}
      dir={isRightToLeft(language) ? 'rtl' : 'ltr'}
      lang={language}
      style={styleOf(isNight, brand?.colour, { sidePx, wholeSidePx })}
      data-smallest={layout && Math.round((layout.smallestPx / wholeSidePx) * 10_000) / 10_000}
      data-fits={layout?.fits}
    >
      <div className="notice-sheet">
        <div className="board-head">
          <h1 className="board-title" dir={directionOf(forecast.town)}>
            {forecast.town}
          </h1>
        </div>
        <div className="notice-row">
          <div className="notice-box">
            <div className="notice-text">
              {moment && (
                <View
                  moment={moment}
                  units={forecast.units}
                  language={language}
                  zoneOffsets={zoneOffsets}
                  isTall={isTall}
                />
              )}
            </div>
          </div>
        </div>
        <div className="notice-foot">
          {logoUrl && (
            <div className="notice-plate notice-logo">
              <img src={logoUrl} alt="" decoding="sync" />
            </div>
          )}
          <div className="notice-byline weather-credit">{forecast.credit}</div>
        </div>
      </div>
    </div>
  )
}

/** The weather now. It is taken again whenever something of it changes. The last one stays when the forecast becomes too old. */
function useMoment({ forecast }: ManifestWeather, board: KindProps['board']): WeatherMoment | undefined {
  const { zoneOffsets } = board
  const [now, setNow] = useState(board.serverNow)
  const last = useRef<WeatherMoment>(undefined)
  const moment = useMemo(() => weatherAt(forecast, now, zoneOffsets), [forecast, now, zoneOffsets])
  if (moment) last.current = moment
  useNextNow(moment ? moment.until : Number.POSITIVE_INFINITY, now, setNow, board)
  return moment ?? last.current
}

/** Dark by night, light by day. Words have a contrast of 7 : 1, as those of boards. */
function styleOf(
  isNight: boolean,
  colour: string | undefined,
  { sidePx, wholeSidePx }: { sidePx: number; wholeSidePx: number },
): CSSProperties {
  const { ground, words, quiet, heading, rule } = boardPalette(isNight ? 'numbers' : 'plain', colour)
  return {
    '--ground': ground,
    '--words': words,
    '--quiet': quiet,
    '--heading': heading,
    '--rule': rule,
    '--gap': ground,
    '--credit': `${Math.ceil(wholeSidePx * LEAST_LETTER)}px`,
    '--unit': `${sidePx / 100}px`,
  } as CSSProperties
}
