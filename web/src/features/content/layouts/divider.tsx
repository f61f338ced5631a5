import { DIVIDER_STEP_PERCENT, MIN_ZONE_PERCENT } from '@placard/contract'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './board.module.css'
import type { DividerLine } from './wanted.ts'

/** Steps by keyboard are saved together after this pause. */
const STEPS_END_MS = 700
const MOST_PERCENT = 100 - MIN_ZONE_PERCENT

type Props = {
  line: DividerLine
  /** As in `Layout.dividers`. */
  value: number
  /** The names of the zones on its two sides. */
  names: [string, string]
  /** The media area, for measuring. */
  area: RefObject<HTMLElement | null>
  /** It is being moved, and nothing is saved yet. */
  onMove: (value: number) => void
  /** It is where it shall be. */
  onDone: () => void
}

/** A divider between zones: dragged by a pointer or a finger, or moved by the arrow keys. */
export function Divider({ line, value, names, area, onMove, onDone }: Props) {
  const { t } = useI18n()
  const { isUpright, isShareBefore, at, from, until } = line
  const isDragged = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const done = useRef(onDone)
  done.current = onDone

  const finish = () => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    done.current()
  }
  // Steps that were not saved yet are, when the page is left.
  const leave = useRef(finish)
  leave.current = finish
  useEffect(() => () => leave.current(), [])

  const follow = ({ clientX, clientY }: PointerEvent) => {
    const box = area.current?.getBoundingClientRect()
    if (!box) return
    const share = isUpright ? (clientX - box.left) / box.width : (clientY - box.top) / box.height
    onMove(isShareBefore ? share * 100 : 100 - share * 100)
  }

  const press = (event: KeyboardEvent) => {
    const [back, on] = isUpright ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
    const step = isShareBefore ? DIVIDER_STEP_PERCENT : -DIVIDER_STEP_PERCENT
    const { key } = event
    if (key === back) onMove(value - step)
    else if (key === on) onMove(value + step)
    else if (key === 'Home') onMove(MIN_ZONE_PERCENT)
    else if (key === 'End') onMove(MOST_PERCENT)
    else return
    event.preventDefault()
    clearTimeout(timer.current)
    timer.current = setTimeout(finish, STEPS_END_MS)
  }

  const place = isUpright
    ? { left: `${at}%`, top: `${from}%`, height: `${until - from}%` }
    : { top: `${at}%`, left: `${from}%`, width: `${until - from}%` }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved has a value, and `hr` has none
    <div
      role="separator"
      tabIndex={0}
      className={styles.divider}
      data-upright={isUpright || undefined}
      style={place}
      aria-label={t('layout.divider', { one: names[0], other: names[1] })}
      aria-orientation={isUpright ? 'vertical' : 'horizontal'}
      aria-valuemin={MIN_ZONE_PERCENT}
      aria-valuemax={MOST_PERCENT}
      aria-valuenow={value}
      aria-valuetext={t('layout.divider-at', { name: names[0], percent: value })}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        isDragged.current = true
        event.currentTarget.setPointerCapture(event.pointerId)
        event.currentTarget.focus()
      }}
      onPointerMove={(event) => isDragged.current && follow(event)}
      onPointerUp={() => {
        if (!isDragged.current) return
        isDragged.current = false
        done.current()
      }}
      onPointerCancel={() => {
        if (!isDragged.current) return
        isDragged.current = false
        done.current()
      }}
      onKeyDown={press}
      onBlur={finish}
    >
      <span className={styles.handle} style={line.isCrossed ? { [isUpright ? 'top' : 'left']: '25%' } : undefined} />
    </div>
  )
}
