import { DEFAULT_QUOTA_BYTES, type Organisation } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'
import panel from '../../../platform/ui/panel.module.css'
import { RowButton } from '../../../platform/ui/rows.tsx'
import { StorageBar } from '../../../platform/ui/storage-bar.tsx'
import styles from './console.module.css'

export type OrganisationAction = 'people' | 'edit' | 'suspend' | 'resume' | 'remove'
type Props = { organisation: Organisation; onAct: (action: OrganisationAction) => void }

/** Properties for the card's `<li>`. */
export const organisationEntry = ({ suspendedAt }: Organisation) => ({
  className: styles.organisation,
  'data-suspended': suspendedAt === null ? undefined : '',
})

export function OrganisationCard({ organisation, onAct }: Props) {
  const { t, language } = useI18n()
  const { id, name, createdAt, suspendedAt } = organisation
  const day = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium' })
  const counts = [
    ['console.count.displays', organisation.displays],
    ['console.count.people', organisation.people],
    ['console.count.items', organisation.items],
    ['console.count.lines', organisation.lines],
  ] as const
  const button = (action: OrganisationAction, danger = false) => (
    <RowButton label={t(`console.do.${action}-of`, { name })} danger={danger} onClick={() => onAct(action)}>
      {t(`console.do.${action}`)}
    </RowButton>
  )
  return (
    <>
      <div className={styles.organisationHead}>
        <h3 dir="auto">{name}</h3>
        <span className={`${panel.state} ${styles.subscription}`} data-on={suspendedAt === null ? '' : undefined}>
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
      <StorageBar
        usedBytes={organisation.storageBytes}
        quotaBytes={organisation.quotaBytes ?? DEFAULT_QUOTA_BYTES}
        note={organisation.quotaBytes === null ? t('console.storage-default') : undefined}
      />
      <div className={panel.buttons}>
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
    </>
  )
}
