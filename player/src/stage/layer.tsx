import { type ManifestItem, readItemUrl, type ShownType } from '@placard/contract'
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
import type { Layer } from './layers.ts'
import { useSource } from './source.ts'
import { VideoItem } from './video-item.tsx'

/** The crossfade. Only the upper layer fades; the lower one stays whole beneath it, so nothing shines through. */
const FADE_MS = 600
/** A page in the background may never hear the end of an animation, and a browser with no time for it shows a half of it. */
const FADE_OVER_MS = FADE_MS + 1_000

/** The properties of each kind's view, and the events that it must tell. */
export type KindProps = {
  /** Safe to render: the item's canonical address, or a kept copy of what is there. */
  url: string
  /** How it takes its place. */
  place: Pick<ManifestItem, 'fit' | 'focus'>
  /** Show it now, or as soon as there is something to show. */
  due: boolean
  /** How long until it is due, in milliseconds; asked when it matters. */
  dueInMs: () => number
  /** Due, and something of it is painted. */
  onPresented: () => void
  /** It will not show. */
  onFailed: () => void
}

type LayerProps = {
  layer: Layer
  media: MediaSource
  serverNow: () => number
  onPresented: (layer: Layer) => void
  onFaded: (layer: Layer) => void
  onFailed: (layer: Layer) => void
}

export function LayerView({ layer, media, serverNow, onPresented, onFaded, onFailed }: LayerProps) {
  const element = useRef<HTMLDivElement>(null)
  const faded = useRef(() => {})
  faded.current = () => onFaded(layer)
  const isSeen = layer.role !== 'coming'

  useLayoutEffect(() => {
    const target = element.current
    if (!isSeen || !target) return
    const fade = target.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS, easing: 'ease-in-out' })
    const over = () => {
      clearTimeout(timer)
      fade.onfinish = null
      // Whole in the very frame that takes away what lies below, however far the fade has come.
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
    <div ref={element} className={isSeen ? 'layer layer-seen' : 'layer'}>
      <ItemBoundary onFailed={() => onFailed(layer)}>
        <Kind
          layer={layer}
          media={media}
          dueInMs={() => layer.startsAt - serverNow()}
          onPresented={() => onPresented(layer)}
          onFailed={() => onFailed(layer)}
        />
      </ItemBoundary>
    </div>
  )
}

type ItemKindProps = Pick<KindProps, 'dueInMs' | 'onPresented' | 'onFailed'> & { layer: Layer; media: MediaSource }

/** How each kind of item is drawn, and what is done with its file. */
const KINDS: Record<ShownType, { use: Use; View: ComponentType<KindProps> }> = {
  image: { use: 'picture', View: ImageItem },
  video: { use: 'film', View: VideoItem },
  youtube: { use: 'film', View: YoutubeItem },
  notice: { use: 'picture', View: Unplayable },
}

function Kind({ layer, media, ...rest }: ItemKindProps) {
  const url = readItemUrl(layer.item.type, layer.item.url)
  const { use, View } = KINDS[layer.item.type]
  const { src, fallBack } = useSource(url.playable ? url.href : '', use, media, rest.onFailed)
  if (!url.playable) return <Unplayable onFailed={rest.onFailed} />
  if (src === undefined) return <OnItsWay due={layer.due} onFailed={rest.onFailed} />
  // The layer on the glass stays as it is, broken or not: only one that has not shown yet begins again from elsewhere.
  const onFailed = (layer.role === 'coming' && fallBack) || rest.onFailed
  const props: KindProps = { ...rest, onFailed, url: src, place: layer.item, due: layer.due }
  return <View key={src} {...props} />
}

/** Needs the network in any case, so it waits outside the bundle until there is such an item. */
function YoutubeItem(props: KindProps) {
  // One for each layer: what could not be loaded once stays so.
  const [Film] = useState(() => lazy(() => import('./youtube-item.tsx')))
  return (
    <Suspense>
      <Film {...props} />
    </Suspense>
  )
}

/** [ST5] Its file is not there yet; it has as long for that as the item has to be ready. */
function OnItsWay({ due, onFailed }: Pick<KindProps, 'due' | 'onFailed'>) {
  useDeadline(READY_WITHIN_MS, true, due, 'loading', onFailed)
  return null
}

function Unplayable({ onFailed }: Pick<KindProps, 'onFailed'>) {
  const failed = useRef(onFailed)
  useEffect(() => failed.current(), [])
  return null
}

/** The errors of one item end here, and the next one plays. */
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
