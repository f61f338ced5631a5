import {
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
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
 * finds them and screen readers count them (decision 38).
 */
export function LongList<One extends { id: string }>(props: Props<One>) {
  const { as: List = 'ul', className, label, of, words, entry, kept, children } = props
  const { isLong = of.length > LIST_DRAWN_WHOLE } = props
  const own = useRef<HTMLElement>(null)
  const list = props.list ?? own
  const [drawing] = useState(() => createDrawing(props.usualPx, props.above))
  drawing.ids = of.map(({ id }) => id)
  return (
    <>
      <List ref={list as RefObject<HTMLUListElement & HTMLOListElement>} className={className} aria-label={label}>
        {of.map((one, index) => (
          <Entry key={one.id} drawing={isLong && one.id !== kept ? drawing : undefined} id={one.id} index={index}>
            {(farPx) => (
              <li {...entry?.(one, index)}>
                {farPx === undefined ? (
                  children(one, index)
                ) : (
                  <span className={styles.stub} data-stub={one.id} style={{ blockSize: farPx }} dir="auto">
                    {words(one)}
                  </span>
                )}
              </li>
            )}
          </Entry>
        ))}
      </List>
      {isLong && <Windowed drawing={drawing} list={list} count={of.length} />}
    </>
  )
}

type EntryProps = {
  /** Undefined: the entry is rendered. */
  drawing: Drawing | undefined
  id: string
  index: number
  children: (farPx: number | undefined) => ReactNode
}

const never = () => () => {}

function Entry({ drawing, id, index, children }: EntryProps) {
  return children(useSyncExternalStore(drawing?.changed.on ?? never, () => drawing?.farPx(id, index)))
}

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
