import { ActionIcon, Button } from '@mantine/core'
import { DEFAULT_PLAYER_DURATION_SECONDS, type Item, readItemUrl } from '@placard/contract'
import { type PointerEvent, useId } from 'react'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { ArrowBackIcon, ArrowOnIcon, EyeIcon, EyeOffIcon, GripIcon, PencilIcon, TrashIcon } from '../../ui/icons.tsx'
import styles from './item-card.module.css'
import { ItemPicture } from './item-picture.tsx'

type Props = {
  item: Item
  /** False for whoever only looks. */
  canEdit: boolean
  first: boolean
  last: boolean
  /** The handle of the card. */
  handle: { onPointerDown: (event: PointerEvent) => void }
  onShow: (visible: boolean) => void
  onMove: (direction: 'up' | 'down') => void
  onEdit: () => void
  onDelete: () => void
}

/** D5. The buttons are named as specified; the title that each belongs to is their description. */
export function ItemCard({ item, canEdit, first, last, handle, onShow, onMove, onEdit, onDelete }: Props) {
  const { t } = useI18n()
  const titleId = useId()
  const about = { 'aria-describedby': titleId }
  return (
    <article
      className={styles.card}
      aria-labelledby={titleId}
      data-hidden={!item.visible || undefined}
      data-item={item.id}
    >
      <div className={styles.media}>
        <ItemPicture item={item} />
        {canEdit && !(first && last) && (
          <span className={styles.grip} title={t('items.drag')} data-grip {...handle}>
            <GripIcon />
          </span>
        )}
        <div className={styles.badges}>
          {!item.playable && <span className={styles.unplayable}>{t('items.unplayable')}</span>}
          {!item.visible && <span className={styles.hidden}>{t('items.hidden')}</span>}
        </div>
      </div>
      <div className={styles.body}>
        <div className={styles.heading}>
          <div className={styles.words}>
            <h3 id={titleId} className={styles.title} dir="auto" tabIndex={-1}>
              {item.title}
            </h3>
            <p className={styles.facts}>
              <span>{t(`items.type.${item.type}`)}</span>
              <span aria-hidden="true">·</span>
              <span>
                {item.duration
                  ? t('items.seconds', { seconds: item.duration })
                  : t('items.default-duration', { seconds: DEFAULT_PLAYER_DURATION_SECONDS })}
              </span>
            </p>
          </div>
          {canEdit && (
            <div className={styles.moves}>
              <ActionIcon aria-label={t('items.move-earlier')} {...about} disabled={first} onClick={() => onMove('up')}>
                <ArrowBackIcon />
              </ActionIcon>
              <ActionIcon aria-label={t('items.move-later')} {...about} disabled={last} onClick={() => onMove('down')}>
                <ArrowOnIcon />
              </ActionIcon>
            </div>
          )}
        </div>
        {!item.playable && <p className={styles.reason}>{t(`unplayable.${problemOf(item)}`)}</p>}
        {canEdit && (
          <div className={styles.actions}>
            <Button
              {...about}
              variant="default"
              size="sm"
              leftSection={item.visible ? <EyeOffIcon size={16} /> : <EyeIcon size={16} />}
              onClick={() => onShow(!item.visible)}
            >
              {item.visible ? t('action.hide') : t('action.show')}
            </Button>
            <Button {...about} variant="default" size="sm" leftSection={<PencilIcon size={16} />} onClick={onEdit}>
              {t('action.edit')}
            </Button>
            <Button
              {...about}
              variant="default"
              size="sm"
              className={styles.delete ?? ''}
              leftSection={<TrashIcon size={16} />}
              onClick={onDelete}
            >
              {t('action.delete')}
            </Button>
          </div>
        )}
      </div>
    </article>
  )
}

function problemOf(item: Item) {
  const address = readItemUrl(item.type, item.url)
  return address.playable ? 'unknown' : address.problem
}
