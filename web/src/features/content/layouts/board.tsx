import type { Programme } from '@placard/contract'
import { placesOf, type Shape } from '@placard/playback'
import { type CSSProperties, type ReactNode, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import preview from '../preview/live-preview.module.css'
import { nearMoment } from '../schedules/sentence.ts'
import { type ScheduleClock, useReader } from '../schedules/use-schedule-clock.ts'
import { AddToZone } from './add-to-zone.tsx'
import styles from './board.module.css'
import { Divider } from './divider.tsx'
import { dropHere } from './drop-on-zones.ts'
import { linesOf, type Wanted, withDivider } from './wanted.ts'
import { ZonePicture } from './zone-picture.tsx'
import { type ZoneNow, type ZoneView, zoneNow } from './zone-view.ts'

type Props = {
  programme: Programme
  layout: Wanted | null
  /** The revision that the shown layout has. */
  revision: number
  zones: readonly ZoneView[]
  clock: ScheduleClock
  shape: Shape
  isRightToLeft: boolean
  /** The brand's colour. */
  colour: string | undefined
  canEdit: boolean
  /** The zone below something that is dragged over the page. */
  over: { zone: number | undefined } | undefined
  onAdd: (zone: ZoneView) => void
  onChange: (layout: Wanted, base: number) => void
  /** True: its corners are edited, so the zones are only a picture below them. */
  isBelow?: boolean
  /** The pieces in its corners. */
  corners?: ReactNode
}

const WHOLE = { x: 0, y: 0, width: 100, height: 100 }

/** The screen in small: its zones where they stand, what is on in each, and the dividers between them. */
export function Board(props: Props) {
  const { programme, layout: saved, revision, zones, clock, shape, isRightToLeft, over, isBelow = false } = props
  const canEdit = props.canEdit && !isBelow
  const { t } = useI18n()
  const area = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState<{ layout: Wanted; base: number; index: number }>()
  const layout = moved?.layout ?? saved
  const rects = layout ? placesOf(layout, isRightToLeft).map((place) => place[shape]) : [WHOLE]
  const lines = layout && canEdit ? linesOf(layout, rects) : []
  const movedLine = moved && lines[moved.index]

  const move = (index: number, value: number) => {
    const from = moved ?? (saved && { layout: saved, base: revision })
    if (from) setMoved({ layout: withDivider(from.layout, index, value), base: from.base, index })
  }
  const done = () => {
    if (!moved) return
    setMoved(undefined)
    if (JSON.stringify(moved.layout.dividers) !== JSON.stringify(saved?.dividers)) {
      props.onChange(moved.layout, moved.base)
    }
  }

  const hasTicker = programme.lines.length > 0 || !programme.fillsWithoutLines
  return (
    <div className={`${preview.wall} ${styles.wall}`} data-shape={shape} data-below={isBelow || undefined}>
      <div className={`${preview.screen} ${styles.screen}`}>
        <div ref={area} className={styles.area} data-ticker={hasTicker || undefined}>
          {zones.map((zone) => {
            const rect = rects[zone.index]
            return (
              rect && (
                <Zone
                  key={zone.index === 0 ? 'main' : (zone.path ?? zone.index)}
                  {...props}
                  canEdit={canEdit}
                  zone={zone}
                  now={zoneNow(zone, clock)}
                  isOver={over?.zone === zone.index}
                  isAwaited={over !== undefined}
                  percent={
                    movedLine?.between.includes(zone.index)
                      ? movedLine.isUpright
                        ? rect.width
                        : rect.height
                      : undefined
                  }
                  style={{
                    left: `${rect.x}%`,
                    top: `${rect.y}%`,
                    width: `${rect.width}%`,
                    height: `${rect.height}%`,
                  }}
                />
              )
            )
          })}
          {lines.map((line, index) => (
            <Divider
              // biome-ignore lint/suspicious/noArrayIndexKey: a divider is its index
              key={index}
              line={line}
              value={layout?.dividers[index] ?? 50}
              names={line.between.map((zone) => zones[zone]?.name ?? '') as [string, string]}
              area={area}
              onMove={(value) => move(index, value)}
              onDone={done}
            />
          ))}
          {props.corners}
        </div>
        {hasTicker && (
          <p className={styles.ticker} dir="auto">
            {programme.lines[0]?.text}
          </p>
        )}
      </div>
      <p className={styles.said} role="status">
        {movedLine &&
          t('layout.divider-at', {
            name: zones[movedLine.between[0]]?.name ?? '',
            percent: layout?.dividers[moved.index] ?? 0,
          })}
      </p>
    </div>
  )
}

type ZoneProps = Omit<Props, 'over'> & {
  zone: ZoneView
  now: ZoneNow
  isOver: boolean
  /** Something is dragged over the page. */
  isAwaited: boolean
  /** Its share, while a divider beside it is moved. */
  percent: number | undefined
  style: CSSProperties
}

function Zone({ zone, now, isOver, isAwaited, percent, style, layout, clock, colour, canEdit, onAdd }: ZoneProps) {
  const { t, number } = useI18n()
  const reader = useReader()
  const { index, name, path, key, stays } = zone
  const isPlain = layout === null
  const isDark = now.is !== 'on'
  const nameId = useId()
  const isInviting = now.is === 'empty' && canEdit && key !== undefined
  const words =
    now.is === 'empty'
      ? t('layout.empty')
      : now.is === 'off'
        ? now.until === Number.POSITIVE_INFINITY
          ? t('layout.off')
          : t('layout.off-until', { moment: nearMoment(clock.local(now.until), clock.localNow, reader) })
        : undefined
  return (
    <div
      className={styles.zone}
      style={style}
      data-main={index === 0 || undefined}
      data-dark={isDark || undefined}
      data-over={isOver || undefined}
      data-awaited={isAwaited || undefined}
      data-invites={(isInviting && !isAwaited) || undefined}
      {...dropHere(index)}
    >
      <div
        className={styles.inside}
        style={isDark && stays && index > 0 && colour ? { background: colour } : undefined}
      >
        {now.is === 'on' && <ZonePicture item={now.item} />}
        {words && percent === undefined && !isInviting && <span className={styles.words}>{words}</span>}
        {path && <Link className={styles.open} to={path} aria-label={t('layout.open-zone', { name })} />}
        <span className={styles.label}>
          {!isPlain && <span className={styles.number}>{number(index + 1)}</span>}
          <bdi id={nameId} className={styles.name}>
            {name}
          </bdi>
        </span>
        {percent !== undefined && <span className={styles.percent}>{t('layout.percent', { percent })}</span>}
        {isAwaited && <span className={styles.drop}>{t('layout.drop')}</span>}
        {isInviting && !isAwaited && percent === undefined && (
          <span className={styles.words} dir="auto" data-invites>
            <AddToZone look="button" name={name} describedBy={nameId} onAdd={() => onAdd(zone)} />
            <span className={styles.byMouse}>{t('layout.invite')}</span>
          </span>
        )}
        {canEdit && key && !isAwaited && percent === undefined && (
          <span className={styles.add}>
            <AddToZone look="round" name={name} onAdd={() => onAdd(zone)} />
          </span>
        )}
      </div>
    </div>
  )
}
