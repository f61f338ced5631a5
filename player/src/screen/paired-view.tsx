import type { Rotation } from '@placard/contract'
import { isRightToLeft } from '@placard/playback'
import type { CSSProperties } from 'react'
import { PAIR_WORDS } from '../page/english-pair.ts'
import { useWords } from '../page/words.ts'
import { QrCode } from '../stage/notice/qr-code.tsx'

/** The content of the screen while nothing plays. */
export type PairingCard =
  | { status: 'starting' }
  /** `shown`: the display that somebody is about to assign. `over`: when the code expires, on the page's monotonic clock. */
  | { status: 'waiting'; code: string; shown: string | null; isEnrolRefused: boolean; over: number }
  | { status: 'without'; name: string }

/** Lengths are shares of the screen's shorter side. They are set here so that no other page of the player loads them. */
const share = (value: number) => `${value}vmin`

const COLUMN: CSSProperties = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  width: '100%',
  height: '100%',
  textAlign: 'center',
}
const CODE: CSSProperties = {
  margin: `${share(2.4)} 0 0`,
  fontFamily: 'ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSize: share(12),
  fontWeight: 700,
  lineHeight: 1.1,
  letterSpacing: '0.12em',
  paddingLeft: '0.12em',
}
const NOTE: CSSProperties = { maxWidth: '86%', margin: 0, fontSize: share(2.8), lineHeight: 1.4, color: '#c3cddd' }
const QR: CSSProperties = { width: share(38), height: share(38), margin: `${share(2.6)} 0`, background: '#fff' }

const grouped = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`

/** Fills the screen. For the person who pairs it. */
export function PairingView({ rotation, card }: { rotation: Rotation; card: PairingCard }) {
  const words = useWords(PAIR_WORDS)
  return (
    <main className="player" data-state="empty" data-pairing={card.status} data-rotation={rotation}>
      {words ? (
        <div style={COLUMN} lang={words.lang} dir={isRightToLeft(words.lang) ? 'rtl' : 'ltr'}>
          <Card card={card} words={words} />
        </div>
      ) : null}
      <div className="shield" />
    </main>
  )
}

function Card({ card, words }: { card: PairingCard; words: typeof PAIR_WORDS }) {
  if (card.status === 'starting') return <p style={NOTE}>{words['pair.waiting']}</p>
  if (card.status === 'without') {
    return (
      <>
        <p style={{ ...NOTE, fontSize: share(7), color: '#f3f6fb' }}>
          <bdi>{card.name}</bdi>
        </p>
        <p style={{ ...NOTE, marginTop: share(2) }}>{words['pair.no-display']}</p>
      </>
    )
  }
  if (card.shown !== null) {
    return (
      <>
        <p style={NOTE}>{words['pair.will-show']}</p>
        <p style={{ ...NOTE, margin: `${share(2)} 0`, fontSize: share(9), lineHeight: 1.2, color: '#fff' }}>
          <bdi>{card.shown}</bdi>
        </p>
        <p style={{ ...NOTE, letterSpacing: '0.12em' }} dir="ltr">
          {grouped(card.code)}
        </p>
      </>
    )
  }
  return (
    <>
      <p style={{ ...NOTE, fontSize: share(4.4), color: '#fff' }}>{words['pair.scan']}</p>
      <Code code={card.code} style={QR} />
      <p style={NOTE}>{words['pair.or']}</p>
      <p style={CODE} dir="ltr" data-code={card.code}>
        {grouped(card.code)}
      </p>
      {card.isEnrolRefused && (
        <p style={{ ...NOTE, marginTop: share(3), color: '#ffd27a' }}>{words['pair.enrol-refused']}</p>
      )}
    </>
  )
}

/** The address in the QR code. */
const pairAddressOf = (code: string) => `${location.origin}/pair/${code}`

function Code({ code, style }: { code: string; style: CSSProperties }) {
  return (
    <div style={{ ...style, borderRadius: share(1.4), overflow: 'hidden' }}>
      <QrCode text={pairAddressOf(code)} />
    </div>
  )
}

/** [F65] A small code in front of what plays. */
export function CornerCode({ rotation, code }: { rotation: Rotation; code: string }) {
  const words = useWords(PAIR_WORDS)
  if (!words) return null
  return (
    <div className="player" data-corner={code} data-rotation={rotation} style={OVER}>
      <div style={CORNER} lang={words.lang} dir={isRightToLeft(words.lang) ? 'rtl' : 'ltr'}>
        <p style={{ ...NOTE, maxWidth: share(44), fontSize: share(2) }}>{words['pair.again']}</p>
        <p style={{ ...CODE, margin: `${share(0.8)} 0 0`, fontSize: share(4) }} dir="ltr">
          {grouped(code)}
        </p>
      </div>
    </div>
  )
}

const OVER: CSSProperties = { background: 'none', pointerEvents: 'none' }
const CORNER: CSSProperties = {
  position: 'absolute',
  top: share(2),
  right: share(2),
  padding: share(1.6),
  background: 'rgba(11, 15, 22, 0.88)',
  borderRadius: share(1.2),
}

/** Shows the name of this screen in large letters, for people in front of it. */
export function IdentifyView({ rotation, name, id }: { rotation: Rotation; name: string; id: string }) {
  return (
    <div className="player" data-identify={id} data-rotation={rotation} style={{ ...OVER, background: '#0b3a8f' }}>
      <div style={COLUMN}>
        <p style={{ ...NOTE, fontSize: share(11), lineHeight: 1.15, fontWeight: 700, color: '#fff' }}>
          <bdi dir="auto">{name}</bdi>
        </p>
        <p style={{ ...CODE, color: '#cfe0ff' }} dir="ltr">
          {shortIdOf(id)}
        </p>
      </div>
    </div>
  )
}

/** The dashboard shows the same short id. */
const shortIdOf = (id: string) => id.slice(0, 4).toUpperCase()
