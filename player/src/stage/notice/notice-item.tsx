import {
  type Notice,
  type NoticeBlock,
  type NoticeLook,
  noticeBlocks,
  noticePalette,
  READ_CARD_ID,
} from '@placard/contract'
import { directionOf, withLiveWords } from '@placard/playback'
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react'
import { READY_WITHIN_MS, useDeadline } from '../deadline.ts'
import type { KindProps } from '../kind-props.ts'
import { readAddressOf } from '../read-address.ts'
import { useLiveNow } from '../use-live-now.ts'
import { srcOf, usePicture } from '../use-picture.ts'
import { HIGH } from './high.ts'
import { isWithin, type Layout, layOut, showParts } from './lay-out.ts'
import sheet from './notice.css?url'
import { Pages } from './pages.tsx'
import { QrCode } from './qr-code.tsx'
import { useCornerBoxes } from './use-corner-boxes.ts'
import { useLatestWhole } from './use-latest-whole.ts'
import { usePage } from './use-page.ts'
import { useScreenSize } from './use-screen-size.ts'
import { useStage } from './use-stage.ts'
import { useStyles } from './use-styles.ts'

// Loaded when the first notice comes, so screens without notices do not load it.

const SHEETS = [sheet]
const FONTS = ['500 1em Manrope', '700 1em Manrope', '800 1em Manrope', '600 1em Fraunces']

/** CT10: a short text, as large as fits. It is fitted before it is visible. */
export default function NoticeItem(props: KindProps) {
  const { place, board } = props
  const notice = place.id === READ_CARD_ID ? readCardOf(place.notice, board) : place.notice
  return notice ? <NoticeView {...props} notice={notice} /> : null
}

/** [TW2] Adds what only the screen knows: the address of the page to read. */
function readCardOf(notice: Notice | undefined, { readCode }: KindProps['board']): Notice | undefined {
  if (!notice || !readCode) return notice
  const link = readAddressOf(readCode)
  return { ...notice, body: link.replace(/^https?:\/\//, ''), link }
}

function NoticeView(props: KindProps & { notice: Notice }) {
  const { notice, url, board, media, due, dueInMs, onPresented, onFailed } = props
  const root = useRef<HTMLDivElement>(null)
  const { stage, laidOut } = useStage(due, onPresented)
  const told = useRef(dueInMs)
  told.current = dueInMs
  useDeadline(READY_WITHIN_MS, true, due, stage, onFailed)

  const said = useLiveWords(notice, board)
  const picture = usePicture(url, media)
  const logo = usePicture(board.brand?.logo?.url, media)
  const isWhole = picture !== 'coming' && logo !== 'coming'
  const styled = useStyles(`${said.heading} ${said.body} ${said.byline}`, SHEETS, FONTS)
  const {
    notice: written,
    words,
    pictureUrl,
    logoUrl,
  } = useLatestWhole(isWhole && styled > 0, {
    notice,
    words: said,
    pictureUrl: srcOf(picture),
    logoUrl: srcOf(logo),
  })
  const blocks = noticeBlocks(words.body)
  const look = lookOf(written.look, blocks.length > 0)
  const [layout, setLayout] = useState<Layout>()
  const { sidePx, wholeSidePx, isTall, isBand } = useScreenSize(root, board.room)
  const isLow = isBand && blocks.length > 0 && look !== 'picture' && look !== 'split'
  const page = usePage(layout?.pages.length ?? 1, props.place.duration, () => -told.current(), due)
  const corners = useCornerBoxes(board, props.shown, written.link !== undefined)
  const frame = JSON.stringify([
    written,
    pictureUrl,
    logoUrl,
    sidePx,
    wholeSidePx,
    isTall,
    isLow,
    board.room,
    corners,
    styled,
  ])
  const laidIn = useRef<string>(undefined)

  // The layout is calculated by script, before the frame that shows it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are all else that is laid out
  useLayoutEffect(() => {
    const element = root.current
    if (!element || !isWhole || styled === 0 || sidePx === 0) return
    // A live time that changes each minute must not move the layout.
    if (laidIn.current === frame && layout?.pages.length === 1 && isWithin(element)) return
    laidIn.current = frame
    setLayout(layOut(element, sidePx, { wholeSidePx, corners, isLow }))
    laidOut()
  }, [frame, words.heading, words.body, words.byline, isWhole])

  useLayoutEffect(() => {
    if (root.current && layout && layout.pages.length > 1) showParts(root.current, layout.pages[page])
  }, [page, layout])

  const direction = directionOf(`${words.heading} ${words.body}`)
  const isCard = props.place.id === READ_CARD_ID
  const isBeside = pictureUrl !== undefined && look !== 'picture' && look !== 'split'
  const names = [
    'notice',
    `notice-${look === 'picture' ? 'picture-look' : look}`,
    look === 'picture' && pictureUrl === undefined && 'notice-pictureless',
    isTall && 'notice-tall',
    isLow && 'notice-low',
    isCard && 'notice-read-card',
    isBeside && 'notice-beside',
    HIGH.test(words.heading + words.body) && 'notice-high',
  ]
  const heading = words.heading && (
    <h1 className="notice-heading" dir="auto">
      {words.heading}
    </h1>
  )
  const shown = pictureUrl && (
    <div className="notice-picture">
      <img src={pictureUrl} alt="" decoding="sync" />
    </div>
  )
  const qr = written.link && <QrCode text={written.link} />
  const pages = layout?.pages.length ?? 1

  return (
    <div
      ref={root}
      className={names.filter(Boolean).join(' ')}
      dir={direction}
      lang={board.language}
      style={styleOf(look, board.brand?.colour, sidePx)}
      data-smallest={layout && round(layout.smallestPx / wholeSidePx)}
      data-fits={layout?.fits}
    >
      <div className="notice-decor" />
      {look === 'split' ? (
        <div className="notice-panel">
          {shown}
          <div className="notice-box">
            <div className="notice-text">{heading}</div>
          </div>
        </div>
      ) : (
        shown
      )}
      <div className="notice-sheet">
        <div className="notice-row">
          <div className="notice-box">
            <div className="notice-text">
              {look === 'alert' && <WarningSign />}
              {look !== 'split' && heading}
              {blocks.length > 0 && (
                <div className="notice-body">
                  {blocks.map((block, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: its place is all that a block has
                    <Block key={index} block={block} />
                  ))}
                </div>
              )}
            </div>
          </div>
          {(isCard || !isTall) && qr}
        </div>
        {(words.byline || logoUrl || (isTall && !isCard && qr) || pages > 1) && (
          <div className="notice-foot">
            {logoUrl && (
              <div className="notice-plate notice-logo">
                <img src={logoUrl} alt="" decoding="sync" />
              </div>
            )}
            <div className="notice-byline" dir="auto">
              {words.byline}
            </div>
            {pages > 1 && <Pages count={pages} on={page} />}
            {isTall && !isCard && qr}
          </div>
        )}
      </div>
    </div>
  )
}

/** Without a body, the panel of `split` would have nothing beside it. */
function lookOf(look: NoticeLook, hasBody: boolean): NoticeLook {
  return look === 'split' && !hasBody ? 'poster' : look
}

function styleOf(look: NoticeLook, colour: string | undefined, sidePx: number): CSSProperties {
  const { ground, panel, heading, words, accent } = noticePalette(look, colour)
  return {
    '--ground': ground,
    '--panel': panel,
    '--heading': heading,
    '--words': words,
    '--accent': accent,
    '--unit': `${sidePx / 100}px`,
  } as CSSProperties
}

function Block({ block }: { block: NoticeBlock }) {
  const lines = block.lines.map((spans, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: its place is all that a line has
    <Line key={index} spans={spans} isEntry={block.kind === 'list'} />
  ))
  return block.kind === 'list' ? <ul className="notice-block">{lines}</ul> : <div className="notice-block">{lines}</div>
}

function Line({ spans, isEntry }: { spans: NoticeBlock['lines'][number]; isEntry: boolean }) {
  const text = spans.map(({ text, isBold }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: its place is all that a span has
    isBold ? <b key={index}>{text}</b> : text,
  )
  const direction = directionOf(spans.map(({ text }) => text).join(''))
  return isEntry ? (
    <li className="notice-entry notice-part" dir={direction}>
      <span>{text}</span>
    </li>
  ) : (
    <div className="notice-part" dir={direction}>
      {text}
    </div>
  )
}

function WarningSign() {
  return (
    <svg className="notice-sign notice-part" viewBox="0 0 24 24" aria-hidden="true">
      <path
        d="M12 1.8 23.2 21.6H.8Z"
        fill="currentColor"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
      <path d="M12 8.4v6.4M12 17.6v.9" stroke="var(--ground)" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  )
}

const round = (share: number) => Math.round(share * 10_000) / 10_000

/** The texts of a notice with live words filled in. They are updated whenever one of them changes. */
function useLiveWords({ heading, body, byline }: Notice, board: KindProps['board']) {
  const { zoneOffsets, language } = board
  const now = useLiveNow(`${heading} ${body} ${byline}`, board)
  const fill = (text: string) => withLiveWords(text, now, { zoneOffsets, language })
  return { heading: fill(heading), body: fill(body), byline: fill(byline) }
}
