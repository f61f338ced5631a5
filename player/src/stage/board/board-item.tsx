import { type BoardLook, boardPalette, type ManifestBoard } from '@placard/contract'
import { type BoardRow, boardAt, boardWords, directionOf, isRightToLeft, localTimeOf, lookOf } from '@placard/playback'
import { type ComponentType, type CSSProperties, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { READY_WITHIN_MS, useDeadline } from '../deadline.ts'
import type { KindProps } from '../kind-props.ts'
import { HIGH } from '../notice/high.ts'
import noticeSheet from '../notice/notice.css?url'
import { Pages } from '../notice/pages.tsx'
import { useCornerBoxes } from '../notice/use-corner-boxes.ts'
import { useLatestWhole } from '../notice/use-latest-whole.ts'
import { usePage } from '../notice/use-page.ts'
import { useScreenSize } from '../notice/use-screen-size.ts'
import { useStage } from '../notice/use-stage.ts'
import { useStyles } from '../notice/use-styles.ts'
import { useNextNow } from '../use-live-now.ts'
import { srcOf, usePicture } from '../use-picture.ts'
import boardSheet from './board.css?url'
import { Entries } from './entries.tsx'
import { isWithinBox, type Layout, layOut, showPage } from './lay-out.ts'
import { Numbers } from './numbers.tsx'
import { createReader } from './reader.ts'
import { isDoorSign, Rooms } from './rooms.tsx'
import type { Drawn } from './rows.ts'
import { Table } from './table.tsx'

// Loaded when the first board comes, so screens without boards do not load it. It is set like a notice, in the same frame.

const SHEETS = [noticeSheet, boardSheet]
const FONTS = ['500 1em Manrope', '700 1em Manrope', '800 1em Manrope', '600 1em Fraunces']
/** Rows may go by themselves. When fewer than this share are left, the rest is set in larger letters. */
const FEW_LEFT = 0.6
const LARGEST_NUMBER = 0.24
const LARGEST_ON_DOOR = 0.16

type Setting = {
  View: ComponentType<Drawn>
  /** The most columns of a wide area that rows may be divided into; `table`: the rows have cells in columns of their own. */
  columns: number | 'table'
  largestShare?: number
  small?: number
}

const TABLE: Setting = { View: Table, columns: 'table' }
const LOOKS: Record<BoardLook, Setting> = {
  menu: { View: Entries, columns: 3 },
  directory: { View: Entries, columns: 3 },
  departures: TABLE,
  results: TABLE,
  days: TABLE,
  plain: TABLE,
  rooms: TABLE,
  numbers: { View: Numbers, columns: 1, largestShare: LARGEST_NUMBER, small: 0.3 },
}
const DOOR_SIGN: Setting = { View: Rooms, columns: 1, largestShare: LARGEST_ON_DOOR, small: 0.4 }

/** DT3: a table, in letters as large as fit. It is fitted before it is visible. */
export default function BoardItem(props: KindProps) {
  const { contents } = props.place
  return contents ? <BoardView {...props} contents={contents} /> : null
}

function BoardView(props: KindProps & { contents: ManifestBoard }) {
  const { contents, board, media, due, dueInMs, onPresented, onFailed } = props
  const root = useRef<HTMLDivElement>(null)
  const { stage, laidOut } = useStage(due, onPresented)
  const told = useRef(dueInMs)
  told.current = dueInMs
  useDeadline(READY_WITHIN_MS, true, due, stage, onFailed)

  const logo = usePicture(board.brand?.logo?.url, media)
  const styled = useStyles(
    useMemo(() => lettersOf(contents), [contents]),
    SHEETS,
    FONTS,
  )
  const isWhole = logo !== 'coming' && styled > 0
  const newest = { contents, logoUrl: srcOf(logo) }
  const { contents: shown, logoUrl } = useLatestWhole(isWhole, newest)
  const { rows, clock } = useMoment(shown, board)
  const reader = useMemo(() => createReader(shown), [shown])
  const look = lookOf(shown)
  const setting = look === 'rooms' && isDoorSign(reader) ? DOOR_SIGN : LOOKS[look]
  const { sidePx, wholeSidePx, isTall } = useScreenSize(root, board.room)
  const [layout, setLayout] = useState<Layout>()
  const pages = layout?.pages.length ?? 1
  const page = usePage(pages, props.place.duration, () => -told.current(), due)
  const corners = useCornerBoxes(board, props.shown)
  const frame = JSON.stringify([look, reader.frame, logoUrl, sidePx, wholeSidePx, isTall, board.room, corners, styled])
  const words = useMemo(() => JSON.stringify(rows), [rows])
  const laid = useRef<{ frame: string; rows: number }>(undefined)

  // The layout is calculated by script, before the frame that shows it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are all else that is laid out
  useLayoutEffect(() => {
    const element = root.current
    if (!element || !isWhole || sidePx === 0) return
    // A changed cell, or a departure that has gone, does not move the others.
    const { frame: before, rows: count } = laid.current ?? { frame: undefined, rows: 0 }
    const isAlike = before === frame && rows.length <= count && rows.length >= count * FEW_LEFT
    if (isAlike && layout?.pages.length === 1 && isWithinBox(element, layout)) return
    laid.current = { frame, rows: rows.length }
    const isTable = setting.columns === 'table'
    const columns = setting.columns === 'table' || isTall ? 1 : setting.columns
    const { largestShare, small } = setting
    const next = layOut(element, { sidePx, wholeSidePx, corners, columns, isTable, largestShare, small })
    showPage(element, next, 0)
    setLayout(next)
    laidOut()
  }, [frame, words, shown.title, isWhole])

  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are hidden or shown by their places
  useLayoutEffect(() => {
    if (root.current && layout) showPage(root.current, layout, page)
  }, [page, layout, words])

  const names = [
    'notice',
    'board',
    `board-${look}`,
    setting === DOOR_SIGN && 'board-door',
    isTall && 'notice-tall',
    HIGH.test(reader.text) && 'notice-high',
  ]
  const { View } = setting
  const hasHead = shown.title !== '' || look === 'departures'
  return (
    <div
      ref={root}
      className={names.filter(Boolean).join(' ')}
      dir={reader.text === '' && isRightToLeft(shown.language) ? 'rtl' : directionOf(reader.text)}
      lang={shown.language}
      style={styleOf(look, board.brand?.colour, sidePx)}
      data-smallest={layout && Math.round((layout.smallestPx / wholeSidePx) * 10_000) / 10_000}
      data-fits={layout?.fits}
    >
      <div className="notice-sheet">
        {hasHead && (
          <div className="board-head">
            <h1 className="board-title">{shown.title}</h1>
            {look === 'departures' && <span className="board-clock">{clock}</span>}
          </div>
        )}
        <div className="notice-row">
          <div className="notice-box">
            <div className="notice-text">
              {rows.length === 0 && setting !== DOOR_SIGN ? (
                <p className="board-nothing notice-part">{boardWords(shown.language).nothing}</p>
              ) : (
                <View reader={reader} rows={rows} media={media} isTall={isTall} />
              )}
            </div>
          </div>
        </div>
        {(logoUrl || pages > 1) && (
          <div className="notice-foot">
            {logoUrl && (
              <div className="notice-plate notice-logo">
                <img src={logoUrl} alt="" decoding="sync" />
              </div>
            )}
            <div className="notice-byline" />
            {pages > 1 && <Pages count={pages} on={page} />}
          </div>
        )}
      </div>
    </div>
  )
}

/** The rows that are on now, and the time of day. They are taken again whenever one of them changes. */
function useMoment(contents: ManifestBoard, board: KindProps['board']): { rows: BoardRow[]; clock: string } {
  const { zoneOffsets } = board
  const [now, setNow] = useState(board.serverNow)
  const moment = useMemo(() => boardAt(contents, now, zoneOffsets), [contents, now, zoneOffsets])
  useNextNow(moment.until, now, setNow, board)
  const clock = new Date(localTimeOf(zoneOffsets ?? [[0, 0]], now)).toISOString().slice(11, 16)
  return { rows: moment.rows, clock }
}

/** Each letter of a board once: the fonts are requested for them. */
function lettersOf({ title, columns, rows }: ManifestBoard): string {
  const text = [title, ...columns.map(({ name }) => name), ...rows.map((cells) => cells.join(''))].join('')
  return Array.from(new Set(text)).sort().join('')
}

function styleOf(look: BoardLook, colour: string | undefined, sidePx: number): CSSProperties {
  const { ground, words, quiet, heading, mark, onMark, rule } = boardPalette(look, colour)
  return {
    '--ground': ground,
    '--words': words,
    '--quiet': quiet,
    '--heading': heading,
    '--mark': mark,
    '--on-mark': onMark,
    '--rule': rule,
    '--unit': `${sidePx / 100}px`,
  } as CSSProperties
}
