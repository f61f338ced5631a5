import { Button, Progress } from '@mantine/core'
import { DEFAULT_QUOTA_BYTES, type Organisation } from '@placard/contract'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import styles from './operator.module.css'
import { writeBytes } from './storage-size.ts'

/** From here on somebody should think of more. */
const NEARLY_FULL = 0.9

export type OrganisationAction = 'people' | 'edit' | 'suspend' | 'resume' | 'remove'
type Props = { organisation: Organisation; onAct: (action: OrganisationAction) => void }

export function OrganisationCard({ organisation, onAct }: Props) {
  const { t, language } = useI18n()
  const { id, name, createdAt, suspendedAt } = organisation
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
  const counts = [
    ['console.count.displays', organisation.displays],
    ['console.count.people', organisation.people],
    ['console.count.items', organisation.items],
    ['console.count.lines', organisation.lines],
  ] as const
  const button = (action: OrganisationAction, danger = false) => (
    <Button
      variant={danger ? 'subtle' : 'default'}
      {...(danger ? { color: 'red', className: styles.danger ?? '' } : {})}
      size="sm"
      aria-label={t(`console.do.${action}-of`, { name })}
      onClick={() => onAct(action)}
    >
      {t(`console.do.${action}`)}
    </Button>
  )
  return (
    <li className={styles.organisation} data-suspended={suspendedAt === null ? undefined : ''}>
      <div className={styles.organisationHead}>
        <h3 dir="auto">{name}</h3>
        <span className={styles.state} data-on={suspendedAt === null ? '' : undefined}>
          {suspendedAt === null
            ? t('console.subscribed-state')
            : t('console.unsubscribed-since', { date: day.format(suspendedAt) })}
        </span>
        <small>
          <code dir="ltr">{id}</code> · {t('console.since', { date: day.format(createdAt) })}
        </small>
      </div>
      <dl className={styles.counts}>
        {counts.map(([key, count]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{new Intl.NumberFormat(language).format(count)}</dd>
          </div>
        ))}
      </dl>
      <Storage organisation={organisation} />
      <div className={styles.buttons}>
        {button('people')}
        {button('edit')}
        {suspendedAt === null ? (
          button('suspend')
        ) : (
          <>
            {button('resume')}
            {button('remove', true)}
          </>
        )}
      </div>
    </li>
  )
}

function Storage({ organisation: { storageBytes, quotaBytes } }: { organisation: Organisation }) {
  const { t, language } = useI18n()
  const quota = quotaBytes ?? DEFAULT_QUOTA_BYTES
  const share = quota === 0 ? 1 : Math.min(1, storageBytes / quota)
  const words = t('console.storage', {
    used: writeBytes(storageBytes, language),
    quota: writeBytes(quota, language),
  })
  return (
    <div className={styles.storage}>
      <p>
        {words}
        {quotaBytes === null && <span>{t('console.storage-default')}</span>}
      </p>
      <Progress.Root size="sm" radius="xl">
        <Progress.Section value={share * 100} aria-label={words} color={share >= NEARLY_FULL ? 'red' : 'teal'} />
      </Progress.Root>
    </div>
  )
}
