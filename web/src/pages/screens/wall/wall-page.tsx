import { Button } from '@mantine/core'
import type { DisplayKey, Programme, WallNow } from '@placard/contract'
import { useState } from 'react'
import ScreenRows from '../../../features/screens/screens/screen-rows.tsx'
import {
  cellsOf,
  newWall,
  resized,
  usualSize,
  type Wanted,
  withScreenAt,
} from '../../../features/screens/walls/arrange.ts'
import { Measurements } from '../../../features/screens/walls/measurements.tsx'
import { SizeChoice } from '../../../features/screens/walls/size-choice.tsx'
import { useMoving } from '../../../features/screens/walls/use-moving.ts'
import { useTestCard, type useWall } from '../../../features/screens/walls/use-wall.ts'
import { WallBoard } from '../../../features/screens/walls/wall-board.tsx'
import { DraggedScreen, WallTray } from '../../../features/screens/walls/wall-tray.tsx'
import { useAllScreens } from '../../../platform/api/screens/use-all-screens.ts'
import { useScreens } from '../../../platform/api/screens/use-screens.ts'
import { announce } from '../../../platform/ui/announcer.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { CheckIcon, WarningIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { Section } from '../../../platform/ui/section.tsx'
import styles from './wall.module.css'

const ConfirmDialog = lazyDialog(() => import('../../../platform/ui/confirm-dialog.tsx'))

type Props = {
  displayKey: DisplayKey
  name: string
  programme: Programme | undefined
  now: WallNow
  edit: ReturnType<typeof useWall>
  canEdit: boolean
}

/** The wall in small with its state, its set-up, and its screens. */
export function WallPage({ displayKey, name, programme, now, edit, canEdit }: Props) {
  const { t } = useI18n()
  const { wall } = edit
  const [isSetUp, setSetUp] = useState(false)
  const { data: screens } = useScreens(displayKey, programme?.revision)
  const items = programme?.items ?? []
  return (
    <>
      {wall === null && !canEdit && <p className={styles.none}>{t('wall.none')}</p>}
      {wall === null && canEdit && (
        <NewWall
          displayKey={displayKey}
          screens={now.screens}
          onMake={(wanted) => {
            setSetUp(true)
            edit.change(wanted)
          }}
        />
      )}
      {wall && (
        <Hung
          displayKey={displayKey}
          name={name}
          now={now}
          wall={wall}
          edit={edit}
          canEdit={canEdit}
          isSetUp={isSetUp && canEdit}
          onSetUp={setSetUp}
        />
      )}
      <Section title={t('wall.screens')} count={now.screens.length} loading={!screens}>
        {screens && (
          <div className={styles.screens}>
            <ScreenRows display={displayKey} screens={screens} items={items} canEdit={canEdit} />
          </div>
        )}
      </Section>
    </>
  )
}

type NewWallProps = { displayKey: DisplayKey; screens: WallNow['screens']; onMake: (wall: Wanted) => void }

function NewWall({ displayKey, screens, onMake }: NewWallProps) {
  const { t } = useI18n()
  const [size, setSize] = useState(() => usualSize(screens.length))
  const { data: all } = useAllScreens(displayKey.organisationId)
  const like = all?.screens.find(({ paired }) => paired?.id === screens[0]?.id)
  const { paired } = like ?? {}
  return (
    <Section title={t('wall.make-title')} lead={t('wall.make-lead')}>
      <SizeChoice value={size} onPick={setSize} />
      <Button
        className={styles.make ?? ''}
        disabled={!paired}
        onClick={() => paired && onMake(newWall(size, screens, paired, like?.told?.state.rotation ?? 0))}
      >
        {t('wall.make')}
      </Button>
    </Section>
  )
}

type HungProps = Omit<Props, 'programme'> & {
  wall: Wanted
  isSetUp: boolean
  onSetUp: (isSetUp: boolean) => void
}

function Hung({ displayKey, name, now, wall, edit, canEdit, isSetUp, onSetUp }: HungProps) {
  const { t } = useI18n()
  const notice = useNotice()
  const [isRemoving, setRemoving] = useState(false)
  // The server must have the wall before it can show a test card.
  useTestCard(displayKey, isSetUp && now.wall !== null, now.screens)
  const moving = useMoving((id, target) => {
    const cell = target === 'outside' ? undefined : target
    const screen = now.screens.find((one) => one.id === id)
    const next = withScreenAt(wall, id, cell)
    if (next === wall || !screen) return
    edit.change(next)
    announce(
      cell
        ? t('wall.placed', {
            name: screen.name,
            where: t('wall.cell', { column: cell.column + 1, row: cell.row + 1 }),
          })
        : t('wall.taken-out', { name: screen.name }),
    )
  })
  const outside = now.screens.filter(({ id }) => !wall.cells.some(({ screenId }) => screenId === id))
  const missing =
    cellsOf(wall).length -
    wall.cells.filter(({ screenId }) => now.screens.some(({ id, isConnected }) => id === screenId && isConnected))
      .length

  const remove = () => {
    setRemoving(false)
    onSetUp(false)
    edit.change(null, () => notice('success', t('wall.removed')))
  }

  return (
    <div className={styles.columns} data-set-up={isSetUp || undefined}>
      <div className={styles.view}>
        <div className={styles.bar}>
          <p className={styles.state} data-state={now.state ?? undefined} role="status">
            {missing === 0 ? <CheckIcon size={18} /> : <WarningIcon size={18} />}
            {missing === 0
              ? t('wall.state.whole')
              : now.state === 'silent'
                ? t('wall.state.silent')
                : t('wall.state.partial', { count: missing })}
          </p>
          <span className={styles.size}>{t('wall.size-of', { columns: wall.columns, rows: wall.rows })}</span>
          {canEdit && (
            <Button size="sm" variant={isSetUp ? 'filled' : 'default'} onClick={() => onSetUp(!isSetUp)}>
              {t(isSetUp ? 'wall.done' : 'wall.set-up')}
            </Button>
          )}
        </div>
        <WallBoard
          display={displayKey}
          name={name}
          wall={wall}
          screens={now.screens}
          isSetUp={isSetUp}
          moving={moving}
        />
        {isSetUp && <WallTray screens={outside} moving={moving} />}
      </div>
      {isSetUp && (
        <Section title={t('wall.set-up-heading')} lead={t('wall.set-up-lead')}>
          <SizeChoice value={wall} onPick={(size) => edit.change(resized(wall, size))} />
          <Measurements key={measuresOf(wall)} wall={wall} onSave={edit.save} />
          <Button variant="subtle" color="red" className={styles.remove ?? ''} onClick={() => setRemoving(true)}>
            {t('wall.remove')}
          </Button>
        </Section>
      )}
      <DraggedScreen screens={now.screens} dragged={moving.dragged} />
      {isRemoving && (
        <ConfirmDialog
          question={t('wall.remove-question')}
          subject={name}
          confirmLabel={t('wall.remove')}
          onConfirm={remove}
          onCancel={() => setRemoving(false)}
        >
          <p className={styles.about}>{t('wall.remove-about')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** The form begins anew when somebody has changed the measurements, and not when a screen was moved. */
const measuresOf = ({ panelWidthMm, panelHeightMm, frameSideMm, frameTopMm }: Wanted) =>
  [panelWidthMm, panelHeightMm, frameSideMm, frameTopMm].join(' ')
