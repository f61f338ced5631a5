import { Button } from '@mantine/core'
import type { Shape } from '@placard/playback'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './conflict-panel.module.css'
import { ShapeDrawing } from './shape-drawing.tsx'
import type { Conflict } from './use-layout.ts'

type Props = { conflict: Conflict; shape: Shape; isRightToLeft: boolean; onSettle: (takesMine: boolean) => void }

/** Somebody else has changed the layout meanwhile: both are shown, and one is chosen. */
export function ConflictPanel({ conflict, shape, isRightToLeft, onSettle }: Props) {
  const { t } = useI18n()
  const { mine, theirs } = conflict
  return (
    <section className={styles.panel} role="alert">
      <div className={styles.words}>
        <h2 className={styles.title}>{t('layout.conflict')}</h2>
        <p>{t('layout.conflict-lead')}</p>
      </div>
      <div className={styles.sides}>
        {[
          { label: t('conflict.theirs'), layout: theirs, action: t('conflict.take-theirs'), takesMine: false },
          { label: t('conflict.mine'), layout: mine, action: t('conflict.keep-mine'), takesMine: true },
        ].map(({ label, layout, action, takesMine }) => (
          <div key={action} className={styles.side}>
            <span className={styles.drawing}>
              <ShapeDrawing layout={layout ?? undefined} shape={shape} isMirrored={isRightToLeft} />
            </span>
            <span className={styles.label}>{label}</span>
            <Button size="sm" variant={takesMine ? 'filled' : 'default'} onClick={() => onSettle(takesMine)}>
              {action}
            </Button>
          </div>
        ))}
      </div>
    </section>
  )
}
