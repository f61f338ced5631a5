import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useDeadline } from './deadline.ts'
import type { KindProps } from './kind-props.ts'
import { type Reach, reachOf } from './reach.ts'

// Loaded when the first web page comes.

/** Loading begins this long before the turn, because a page continues to build itself after it has loaded. */
const LEAD_MS = 15_000
const LOADED_WITHIN_MS = 15_000
/** The `load` event comes before the page's scripts have drawn, and nothing reports when they have. */
const DRAWN_AFTER_MS = 400
/** The browser does not paint a frame that is off the screen. After it returns, this is enough for a frame or two. */
const PAINTED_AFTER_MS = 200
/** After a failed reload the next attempt follows after this time. The old page stays meanwhile. */
const AGAIN_AFTER_MS = 60_000
const TAKEN_BACK_AFTER_MS = 250
/** Another page is given up after this time, whatever its state. */
const GIVEN_UP_AFTER_MS = 60_000

type Opened = { id: number; at: number }

/** [ST12] A web page of another site, in a frame that it cannot leave. */
export default function WebPageItem(props: KindProps) {
  const { url, place, turn, rests, due, dueInMs, onPresented, onFailed } = props
  const { zoom = 100, scroll = 0, reloadMinutes } = place.webPage ?? {}
  const isNear = useNear(turn, rests, due, dueInMs)
  /** The page that is shown, or will be. */
  const [open, setOpen] = useState<Opened>()
  /** The page that is loading: the first, or the one that replaces it. */
  const [comingId, setComingId] = useState<number>()
  const [presentedTurn, setPresentedTurn] = useState<number>()
  const lastTriedAt = useRef(Number.NEGATIVE_INFINITY)
  const nextId = useRef(0)
  const told = useRef({ onPresented, onFailed })
  told.current = { onPresented, onFailed }

  const isPresented = presentedTurn === turn
  const stage = !open ? 'loading' : isPresented ? 'presented' : 'ready'
  useDeadline(LOADED_WITHIN_MS, isNear, due, stage, onFailed)

  const isRefused = isOwn(url) || isInsidePlayer()
  useEffect(() => {
    // The player's own address in a frame would show itself in itself, without end.
    if (isRefused) told.current.onFailed()
  }, [isRefused])

  // Without the network, a frame shows an error page of the browser and reports that it has loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when its turn comes
  useEffect(() => {
    if (isNear && !isPresented && navigator.onLine === false) told.current.onFailed()
  }, [isNear, due, isPresented])

  const begin = useRef(() => {})
  begin.current = () => {
    lastTriedAt.current = performance.now()
    nextId.current += 1
    setComingId(nextId.current)
  }

  const isFirst = isNear && !open && comingId === undefined && !isRefused
  useEffect(() => {
    if (isFirst) begin.current()
  }, [isFirst])

  const isSettled = isNear && comingId === undefined
  useEffect(() => {
    if (!open || !isSettled || reloadMinutes === undefined) return
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      const now = performance.now()
      const inMs = Math.max(open.at + reloadMinutes * 60_000, lastTriedAt.current + AGAIN_AFTER_MS) - now
      if (inMs > 0 || navigator.onLine === false) timer = setTimeout(look, Math.max(1_000, inMs))
      else begin.current()
    }
    look()
    return () => clearTimeout(timer)
  }, [open, isSettled, reloadMinutes])

  useEffect(() => {
    if (!due || !isNear || stage !== 'ready') return
    const timer = setTimeout(() => {
      setPresentedTurn(turn)
      told.current.onPresented()
    }, PAINTED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [due, isNear, stage, turn])

  const area = useRef<HTMLDivElement>(null)
  const share = (zoom / 100) * useSmallness(area, props.board.room !== undefined)
  const view: CSSProperties = {
    width: `${100 / share}%`,
    height: `calc(${100 / share}% + ${scroll}px)`,
    transform: `scale(${share}) translateY(-${scroll}px)`,
  }
  const ids = [open?.id, comingId].filter((id) => id !== undefined)
  return (
    <div ref={area} className={isNear ? 'web-page' : 'web-page web-page-away'}>
      {ids.map((id) => (
        <PageFrame
          key={id}
          url={url}
          view={view}
          isBehind={open !== undefined && id !== open.id}
          onOpened={() => {
            setOpen({ id, at: performance.now() })
            setComingId(undefined)
          }}
          onLost={() => {
            if (open?.id === id) return
            setComingId(undefined)
            if (!open) told.current.onFailed()
          }}
        />
      ))}
    </div>
  )
}

/** A narrower frame is a small preview of a display, as in the dashboard. */
const NARROW_PX = 960
/** The widths of the screens that it represents, in landscape and in portrait. */
const LYING_PX = 1_920
const UPRIGHT_PX = 1_080

/**
 * The scale of the page. In a preview a page is laid out with the width of a screen and scaled down. 1 on a screen.
 * @param isInZone the area is only a part of the screen
 */
function useSmallness(area: RefObject<HTMLElement | null>, isInZone: boolean): number {
  const [smallness, setSmallness] = useState(1)
  useLayoutEffect(() => {
    if (parent === window) return
    const measure = () => {
      const screen = isInZone ? area.current?.closest<HTMLElement>('.player') : area.current
      const { offsetWidth: width = 0, offsetHeight: height = 0 } = screen ?? {}
      if (width > 0) setSmallness(width < NARROW_PX ? width / (width < height ? UPRIGHT_PX : LYING_PX) : 1)
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [area, isInZone])
  return smallness
}

/** True when the item's turn is near or has begun. Each turn counts separately. */
function useNear(turn: number, rests: boolean, due: boolean, dueInMs: () => number): boolean {
  const [nearTurn, setNearTurn] = useState<number>()
  const asked = useRef(dueInMs)
  asked.current = dueInMs
  useEffect(() => {
    if (rests) return
    const timer = setTimeout(() => setNearTurn(turn), due ? 0 : Math.max(0, asked.current() - LEAD_MS))
    return () => clearTimeout(timer)
  }, [turn, rests, due])
  return !rests && nearTurn === turn
}

type FrameProps = {
  url: string
  view: CSSProperties
  /** Not visible yet, because an older page is still shown. */
  isBehind: boolean
  onOpened: () => void
  /** The server does not answer, or takes far too long. */
  onLost: () => void
}

function PageFrame({ url, view, isBehind, onOpened, onLost }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const told = useRef({ onOpened, onLost })
  told.current = { onOpened, onLost }

  // A layout effect, because React adds no listeners here (vite.config.ts), and the listener must be there before the
  // frame loads.
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    let gone = false
    let timer: ReturnType<typeof setTimeout>
    const lose = () => {
      if (!gone) told.current.onLost()
    }
    const load = () => {
      // Later load events come from the page's own navigation.
      element.removeEventListener('load', load)
      const drawn = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, DRAWN_AFTER_MS)
      })
      void Promise.all([Promise.race([reach, drawn.then((): Reach => 'unknown')]), drawn]).then(([reached]) => {
        if (gone) return
        clearTimeout(givenUp)
        if (reached === 'lost') told.current.onLost()
        else told.current.onOpened()
      })
    }
    // A page may take the keyboard focus at any time. That can neither be prevented nor observed.
    const takeBack = setInterval(() => {
      if (document.activeElement === element) element.blur()
    }, TAKEN_BACK_AFTER_MS)
    const reach = reachOf(url)
    void reach.then((reached) => reached === 'lost' && lose())
    const givenUp = setTimeout(lose, GIVEN_UP_AFTER_MS)
    element.addEventListener('load', load)
    element.src = url
    return () => {
      gone = true
      clearTimeout(timer)
      clearTimeout(givenUp)
      element.removeEventListener('load', load)
      clearInterval(takeBack)
    }
  }, [url])

  return (
    <iframe
      ref={frame}
      className={isBehind ? 'web-page-frame web-page-behind' : 'web-page-frame'}
      style={view}
      title="Web page"
      allow={isPrivate(url) ? `${ALLOWED}; local-network-access` : ALLOWED}
      referrerPolicy={PLAYERS.test(new URL(url).hostname) ? 'strict-origin-when-cross-origin' : 'no-referrer'}
      sandbox={isOwn(url) ? SANDBOX : `${SANDBOX} allow-same-origin`}
      tabIndex={-1}
    />
  )
}

/** Film players that require a referrer. Without it they do not play. */
const PLAYERS = /^(www\.youtube-nocookie\.com|(player\.)?vimeo\.com|(player|clips)\.twitch\.tv)$/

const ALLOWED = "autoplay; encrypted-media; focus-without-user-activation 'none'"
/**
 * Forbids everything that reaches outside the frame: navigation of the whole page, windows, dialogs and downloads.
 * `allow-same-origin` gives the page its own storage, and no access to the player. It is not given to a page of the
 * player's own origin, which would get full access.
 */
const SANDBOX = 'allow-scripts allow-forms'

/** The page may lead back here, or contain a frame with a screen in it. */
function isInsidePlayer(): boolean {
  try {
    if (parent !== window && parent.document.querySelector('.player')) return true
  } catch {
    // The surrounding page is of another origin.
  }
  const [, ...further] = Array.from(location.ancestorOrigins ?? [])
  return further.includes(location.origin)
}

const isOwn = (url: string) => new URL(url).origin === location.origin

/**
 * Addresses in the screen's own network, as far as the address tells. Chromium asks for permission to load them, and
 * the frame needs that permission passed on.
 */
const PRIVATE =
  /^(localhost|[^.:]+|.+\.(local|lan|internal|home\.arpa)|(10|127)\.[\d.]+|169\.254\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|\[(::1|f[cde].*)\])$/

const isPrivate = (url: string) => PRIVATE.test(new URL(url).hostname)
