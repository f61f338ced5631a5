import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { CORNERS, type Corner, type CornerPiece, type DisplayKey } from '@placard/contract'
import { useId, useState } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PencilIcon, PlusIcon, TrashIcon } from '../../../platform/ui/icons.tsx'
import { ConditionChip } from '../conditions/in-words.ts'
import { ScheduleDialog } from '../entries/dialogs.ts'
import { ScheduleLine } from '../schedules/schedule-line.tsx'
import type { ScheduleClock } from '../schedules/use-schedule-clock.ts'
import styles from './corner-card.module.css'
import { nameOfPiece } from './name-of-piece.ts'
import type { useCornerPieces } from './use-corner-pieces.ts'

type Props = {
  displayKey: DisplayKey
  corner: Corner
  piece: CornerPiece | undefined
  /** The corners that are empty. */
  free: readonly Corner[]
  clock: ScheduleClock
  canEdit: boolean
  commands: ReturnType<typeof useCornerPieces>
  /** Why the piece is not on the screens. */
  problem: string | undefined
  onOpen: () => void
}

/** A corner in words: what stands in it, when, and what can be done with it. */
export function CornerCard({ displayKey, corner, piece, free, clock, canEdit, commands, problem, onOpen }: Props) {
  const { t } = useI18n()
  const headingId = useId()
  const [isScheduling, setScheduling] = useState(false)
  const place = t(`corner.at.${corner}`)
  const button = { 'aria-describedby': headingId, onClick: () => setScheduling(true) }
  return (
    <section className={styles.card} aria-labelledby={headingId} data-empty={!piece || undefined}>
      <div className={styles.head}>
        <CornerIcon corner={corner} />
        <div className={styles.words}>
          <h2 id={headingId} className={styles.name}>
            {place}
          </h2>
          <p className={styles.what}>{piece ? nameOfPiece(piece, t) : t('corner.empty')}</p>
        </div>
        {canEdit &&
          (piece ? (
            <>
              <ActionIcon aria-label={t('corner.edit', { corner: place })} title={t('action.edit')} onClick={onOpen}>
                <PencilIcon />
              </ActionIcon>
              <ActionIcon
                aria-label={t('corner.remove', { corner: place })}
                title={t('corner.remove-here')}
                onClick={() => commands.remove(piece)}
              >
                <TrashIcon />
              </ActionIcon>
            </>
          ) : (
            <Button
              variant="light"
              size="compact-md"
              leftSection={<PlusIcon size={16} />}
              aria-describedby={headingId}
              onClick={onOpen}
            >
              {t('corner.add-here')}
            </Button>
          ))}
      </div>
      {problem && <p className={styles.problem}>{problem}</p>}
      {piece && (
        <div className={styles.foot}>
          <ScheduleLine schedule={piece.schedule} clock={clock} canEdit={canEdit} {...button} />
          {piece.condition && (
            <ConditionChip programmeKey={displayKey} condition={piece.condition} canEdit={canEdit} {...button} />
          )}
          {canEdit && free.length > 0 && (
            <NativeSelect
              size="xs"
              className={styles.move ?? ''}
              aria-label={t('corner.stands', { corner: place })}
              value={corner}
              data={CORNERS.filter((one) => one === corner || free.includes(one)).map((value) => ({
                value,
                label: t(`corner.at.${value}`),
              }))}
              onChange={({ currentTarget }) => commands.move(piece, currentTarget.value as Corner)}
            />
          )}
        </div>
      )}
      {isScheduling && piece && (
        <ScheduleDialog
          programmeKey={displayKey}
          things={[{ ...piece, id: corner }]}
          name={`${place}: ${nameOfPiece(piece, t)}`}
          save={(change, revision) => commands.setWhen(piece, change, revision)}
          onClose={() => setScheduling(false)}
        />
      )}
    </section>
  )
}

/** A screen with a mark in one of its corners. */
function CornerIcon({ corner }: { corner: Corner }) {
  const [x, y] = [corner.endsWith('left') ? 4 : 21, corner.startsWith('top') ? 4 : 12]
  return (
    <svg className={styles.icon} viewBox="0 0 36 24" aria-hidden="true">
      <rect x="1" y="1" width="34" height="22" rx="3.5" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <rect x={x} y={y} width="11" height="8" rx="2" fill="currentColor" />
    </svg>
  )
}
