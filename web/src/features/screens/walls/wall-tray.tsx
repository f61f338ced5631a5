import type { ScreenId, WallNow } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import type { useMoving } from './use-moving.ts'
import styles from './wall-tray.module.css'

type Props = {
  /** The screens that are in no cell. */
  screens: WallNow['screens']
  moving: ReturnType<typeof useMoving>
}

/** The screens outside of the wall, to be dragged into a cell. A screen of the wall is dragged here to take it out. */
export function WallTray({ screens, moving }: Props) {
  const { t } = useI18n()
  const { picked, over } = moving
  const isFromWall = picked !== undefined && !screens.some(({ id }) => id === picked)
  return (
    <div className={styles.tray} data-target="outside" data-over={over === 'outside' || undefined}>
      <p className={styles.lead}>{t(screens.length > 0 ? 'wall.tray' : 'wall.tray-empty')}</p>
      {screens.length > 0 && (
        <ul className={styles.screens}>
          {screens.map((screen) => (
            <li key={screen.id}>
              <button
                type="button"
                className={styles.screen}
                aria-pressed={screen.id === picked}
                data-screen={screen.id}
                {...moving.handle(screen.id)}
                onClick={() => moving.pick(screen.id)}
              >
                <Chip screen={screen} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isFromWall && (
        <button type="button" className={styles.out} onClick={() => moving.press('outside', undefined)}>
          {t('wall.take-out')}
        </button>
      )}
    </div>
  )
}

/** The screen below the pointer while it is dragged. */
export function DraggedScreen({ screens, dragged }: { screens: WallNow['screens']; dragged: Dragged | undefined }) {
  const screen = screens.find(({ id }) => id === dragged?.id)
  if (!dragged || !screen) return null
  return (
    <div className={styles.dragged} style={{ left: dragged.x, top: dragged.y }} aria-hidden="true">
      <Chip screen={screen} />
    </div>
  )
}

type Dragged = { id: ScreenId; x: number; y: number }

function Chip({ screen: { number, name, place, isConnected } }: { screen: WallNow['screens'][number] }) {
  const { t } = useI18n()
  return (
    <>
      <span className={styles.number}>{number}</span>
      <span className={styles.words}>
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.place}>{isConnected ? <bdi>{place}</bdi> : t('wall.gone')}</span>
      </span>
    </>
  )
}
