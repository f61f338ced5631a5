import {
  type HTMLAttributes,
  memo,
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createDrawing, type Drawing } from './drawing.ts'
import styles from './long-list.module.css'
import { createPart } from './part.ts'
import { usePart } from './use-part.ts'

const nearWindow = createPart(() => import('./near-window.ts'))

/** Up to this number of entries, the whole list is rendered. */
export const LIST_DRAWN_WHOLE = 60

type Props<One extends { id: string }> = {
  as?: 'ul' | 'ol'
  list?: RefObject<HTMLElement | null>
  className?: string | undefined
  label?: string
  /** The entries in order. */
  of: readonly One[]
  /** Approximate height of an entry. */
  usualPx: number
  /** For a part of a longer list: if the whole list is long, and the number of entries above this part. */
  isLong?: boolean
  above?: number
  /** The title, text or name of an entry, which users may search for on the page. */
  words: (one: One) => string
  /** Properties for the entry's `<li>`. */
  entry?: (one: One, index: number) => HTMLAttributes<HTMLLIElement> & { [data: `data-${string}`]: unknown }
  /** An entry that is always rendered because the user types in it. */
  kept?: string | undefined
  /** The content of the entry's `<li>`. */
  children: (one: One, index: number) => ReactNode
}

/**
 * A list. In a long list only the entries near the window are rendered. The others only have their words, so that the browser's search
 * finds them and screen readers count them (decision 38). The first entries are painted before the others are added.
 */
export function LongList<One extends { id: string }>(props: Props<One>) {
  const { as: List = 'ul', className, label, words, entry, kept } = props
  const { isLong = props.of.length > LIST_DRAWN_WHOLE } = props
  const own = useRef<HTMLElement>(null)
  const list = props.list ?? own
  const [drawing] = useState(() => createDrawing(props.usualPx, props.above))
  const [isWhole, setWhole] = useState(!isLong)
  useEffect(() => startTransition(() => setWhole(true)), [])
  const of = isWhole ? props.of : props.of.slice(0, drawing.first)
  drawing.ids = of.map(({ id }) => id)
  const newest = useRef(props)
  newest.current = props
  return (
    <>
      <List ref={list as RefObject<HTMLUListElement & HTMLOListElement>} className={className} aria-label={label}>
        {of.map((one, index) => (
          <Entry
            key={one.id}
            drawing={isLong && one.id !== kept ? drawing : undefined}
            newest={newest}
            id={one.id}
            index={index}
            words={isLong ? words(one) : ''}
            attributes={isLong ? JSON.stringify(entry?.(one, index)) : undefined}
          />
        ))}
      </List>
      {isLong && <Windowed drawing={drawing} list={list} count={of.length} />}
    </>
  )
}

type EntryProps<One extends { id: string }> = {
  /** Undefined: the entry is rendered. */
  drawing: Drawing | undefined
  /** The list's latest properties. They may be newer than the other properties of an entry that is not rendered. */
  newest: RefObject<Props<One>>
  id: string
  index: number
  words: string
  attributes: string | undefined
}

const never = () => () => {}

function OneEntry<One extends { id: string }>({ drawing, newest, id, index }: EntryProps<One>) {
  const farPx = useSyncExternalStore(drawing?.changed.on ?? never, () => drawing?.farPx(id, index))
  const { of, entry, words, children } = newest.current
  const one = of[index]
  if (!one) return null
  return (
    <li {...entry?.(one, index)}>
      {farPx === undefined ? (
        children(one, index)
      ) : (
        <span className={styles.stub} data-stub={id} style={{ blockSize: farPx }} dir="auto">
          {words(one)}
        </span>
      )}
    </li>
  )
}

type Compared = Omit<EntryProps<{ id: string }>, 'newest' | 'drawing'> & { drawing: Pick<Drawing, 'farPx'> | undefined }

/** A change of the list renders no entry that is far from the window, unless its words, its place or its attributes change. */
export const staysFar = (was: Compared, is: Compared): boolean =>
  is.drawing?.farPx(is.id, is.index) !== undefined &&
  was.drawing === is.drawing &&
  was.index === is.index &&
  was.words === is.words &&
  was.attributes === is.attributes

const Entry = memo(OneEntry, staysFar) as typeof OneEntry

type WindowedProps = { drawing: Drawing; list: RefObject<HTMLElement | null>; count: number }

/** Renders nothing itself. Its code is only loaded for long lists; without it the whole list is rendered. */
function Windowed({ drawing, list, count }: WindowedProps) {
  const state = usePart(nearWindow)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of entries is another list
  useEffect(() => {
    if (state.status === 'absent') {
      drawing.farPx = () => undefined
      drawing.changed.announce()
    }
    return state.status === 'here' && list.current ? state.content.watchWindow(list.current, drawing) : undefined
  }, [state, drawing, list, count])
  return null
}
