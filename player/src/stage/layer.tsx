import { NO_PICTURE, POSTER_PATH, readItemUrl, type ShownType } from '@placard/contract'
import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { MediaSource, Use } from '../cache/lend.ts'
import { READY_WITHIN_MS, useDeadline } from './deadline.ts'
import { ImageItem } from './image-item.tsx'
import type { Board, KindProps } from './kind-props.ts'
import { ONE_DECODER } from './one-decoder.ts'
import { useSource } from './source.ts'
import type { Layer } from './stage-layer.ts'
import { VideoItem } from './video-item.tsx'

/** Length of the crossfade. Only the upper layer fades. The lower one stays opaque beneath it, so nothing shows through. */
const FADE_MS = 600
/** A page in the background may never receive the end of an animation, and a busy browser may show only half of it. */
const FADE_OVER_MS = FADE_MS + 1_000

type LayerProps = {
  layer: Layer
  rests?: boolean
  media: MediaSource
  board: Board
  /** The layers are not visible yet, so they need not fade. */
  isUnseen?: boolean | undefined
  onPresented: (layer: Layer) => void
  onFaded: (layer: Layer) => void
  onFailed: (layer: Layer) => void
}

export function LayerView({
  layer,
  rests = false,
  media,
  board,
  isUnseen,
  onPresented,
  onFaded,
  onFailed,
}: LayerProps) {
  const element = useRef<HTMLDivElement>(null)
  const faded = useRef(() => {})
  faded.current = () => onFaded(layer)
  const fadeMs = useRef(FADE_MS)
  fadeMs.current = isUnseen ? 0 : FADE_MS
  const isSeen = layer.role !== 'coming' && !rests

  useLayoutEffect(() => {
    const target = element.current
    if (!isSeen || !target) return
    const fade = target.animate([{ opacity: 0 }, { opacity: 1 }], { duration: fadeMs.current, easing: 'ease-in-out' })
    const over = () => {
      clearTimeout(timer)
      fade.onfinish = null
      // The layer is made opaque in the same frame in which the lower one is removed, even if the fade is not finished.
      fade.cancel()
      faded.current()
    }
    fade.onfinish = over
    const timer = setTimeout(over, FADE_OVER_MS)
    return () => {
      clearTimeout(timer)
      fade.onfinish = null
      fade.cancel()
    }
  }, [isSeen])

  return (
    // A later layer lies above an earlier one, regardless of their order in the document.
    <div ref={element} className={nameOf(layer, isSeen)} style={{ zIndex: layer.key }}>
      <ItemBoundary onFailed={() => onFailed(layer)}>
        <Kind
          layer={layer}
          rests={rests}
          media={media}
          board={board}
          dueInMs={() => layer.startsAt - board.serverNow()}
          onPresented={() => onPresented(layer)}
          onFailed={() => onFailed(layer)}
        />
      </ItemBoundary>
    </div>
  )
}

function nameOf({ role }: Layer, isSeen: boolean): string {
  if (!isSeen) return 'layer'
  return role === 'leaving' ? 'layer layer-seen layer-below' : 'layer layer-seen'
}

type ItemKindProps = Pick<KindProps, 'board' | 'rests' | 'media' | 'dueInMs' | 'onPresented' | 'onFailed'> & {
  layer: Layer
}

// Loaded only when there is such an item.
const YoutubeItem = later(() => import('./youtube-item.tsx'))
const NoticeItem = later(() => import('./notice/notice-item.tsx'))
const BoardItem = later(() => import('./board/board-item.tsx'))
const WeatherItem = later(() => import('./weather/weather-item.tsx'))
const WebPageItem = later(() => import('./web-page-item.tsx'))

/** The view of each kind of item, and the use of its file. Null: the view works without its file, or loads it itself. */
const KINDS: Record<ShownType, { use: Use | null; View: ComponentType<KindProps> }> = {
  image: { use: 'picture', View: ImageItem },
  video: {
    use: 'film',
    View: ONE_DECODER.test(navigator.userAgent) ? later(() => import('./one-film-item.tsx')) : VideoItem,
  },
  youtube: { use: 'film', View: YoutubeItem },
  notice: { use: null, View: NoticeItem },
  webpage: { use: null, View: WebPageItem },
  board: { use: null, View: BoardItem },
  weather: { use: null, View: WeatherItem },
}

function Kind({ layer, ...rest }: ItemKindProps) {
  const { type, url: address } = layer.item
  const url = POSTER_PATH.test(address) ? { playable: true, href: address } : readItemUrl(type, address)
  const { use, View } = KINDS[type]
  const href = 'href' in url ? url.href : ''
  const { src, fallBack } = useSource(use ? href : NO_PICTURE, use || 'picture', rest.media, rest.onFailed)
  if (!url.playable) return <Unplayable onFailed={rest.onFailed} />
  if (src === undefined) return <OnItsWay due={layer.due} onFailed={rest.onFailed} />
  // The layer on the screen stays as it is, even if broken. Only a layer that has not been shown yet starts again from
  // another address.
  const onFailed = (layer.role === 'coming' && fallBack) || rest.onFailed
  const props: KindProps = {
    ...rest,
    onFailed,
    url: use ? src : href,
    place: layer.item,
    turn: layer.key,
    due: layer.due && !rest.rests,
    shown: layer.role === 'shown' && !rest.rests,
  }
  return <View key={props.url} {...props} />
}

/** A view that is loaded with the first item of its kind. */
function later(load: () => Promise<{ default: ComponentType<KindProps> }>): ComponentType<KindProps> {
  return function Later(props) {
    // One for each layer, because a failed `lazy` stays failed.
    const [View] = useState(() => lazy(load))
    return (
      <Suspense fallback={<OnItsWay due={props.due} onFailed={props.onFailed} />}>
        <View {...props} />
      </Suspense>
    )
  }
}

/** [ST5] Shown while the file is on its way. The file must arrive within the time in which the item must be ready. */
function OnItsWay({ due, onFailed }: Pick<KindProps, 'due' | 'onFailed'>) {
  useDeadline(READY_WITHIN_MS, true, due, 'loading', onFailed)
  return null
}

function Unplayable({ onFailed }: Pick<KindProps, 'onFailed'>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once
  useEffect(onFailed, [])
  return null
}

/** Catches the errors of one item, so that the next one plays. */
class ItemBoundary extends Component<{ onFailed: () => void; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch() {
    this.props.onFailed()
  }

  override render() {
    return this.state.broken ? null : this.props.children
  }
}
