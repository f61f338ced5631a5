import { ActionIcon, Button } from '@mantine/core'
import type { OrganisationId, PreparedTakeOver } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PencilIcon, PlusIcon, TrashIcon } from '../../../platform/ui/icons.tsx'
import { ContentPicture } from './content-picture.tsx'
import styles from './take-overs.module.css'

type Props = {
  organisationId: OrganisationId
  prepared: readonly PreparedTakeOver[]
  mayStart: boolean
  mayPrepare: boolean
  /** @param prepared undefined: the user writes the content */
  onStart: (prepared: PreparedTakeOver | undefined) => void
  onEdit: (prepared: PreparedTakeOver) => void
  onRemove: (prepared: PreparedTakeOver) => void
}

/** TO1: the first step: choosing the content. */
export function PreparedCards({ organisationId, prepared, mayStart, mayPrepare, onStart, onEdit, onRemove }: Props) {
  const { t } = useI18n()
  return (
    <ul className={styles.cards}>
      {prepared.map((one) => (
        <li key={one.id} className={styles.card}>
          <ContentPicture content={one.content} organisationId={organisationId} />
          <div className={styles.title}>
            <strong dir="auto">{one.name}</strong>
            {mayPrepare && (
              <span className={styles.tools}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('take-over.edit-of', { name: one.name })}
                  onClick={() => onEdit(one)}
                >
                  <PencilIcon size={18} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('take-over.remove-of', { name: one.name })}
                  onClick={() => onRemove(one)}
                >
                  <TrashIcon size={18} />
                </ActionIcon>
              </span>
            )}
          </div>
          {mayStart && (
            <Button
              className={styles.go ?? ''}
              fullWidth
              aria-label={t('take-over.show-of', { name: one.name })}
              onClick={() => onStart(one)}
            >
              {t('take-over.show')}
            </Button>
          )}
        </li>
      ))}
      {mayStart && (
        <li className={styles.card}>
          <span className={styles.screen} data-empty>
            <PlusIcon size={32} />
          </span>
          <div className={styles.title}>
            <strong>{t('take-over.own')}</strong>
          </div>
          <Button variant="default" fullWidth onClick={() => onStart(undefined)}>
            {t('take-over.own-show')}
          </Button>
        </li>
      )}
      {!mayStart && prepared.length === 0 && <li className={styles.hint}>{t('take-over.none')}</li>}
    </ul>
  )
}
