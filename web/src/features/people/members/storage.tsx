import type { OrganisationId } from '@placard/contract'
import { codeOf } from '../../../platform/api/api-error.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { Section } from '../../../platform/ui/section.tsx'
import { StorageBar } from '../../../platform/ui/storage-bar.tsx'
import { useStorage } from './people-query.ts'

/** For owners: the storage used, and the quota. */
export function Storage({ organisationId }: { organisationId: OrganisationId }) {
  const { t } = useI18n()
  const { data, error, refetch } = useStorage(organisationId)
  return (
    <Section
      title={t('people.storage')}
      loading={!data && !error}
      problem={error ? t(`error.${codeOf(error)}`) : undefined}
      onRetry={refetch}
    >
      {data && <StorageBar usedBytes={data.usedBytes} quotaBytes={data.quotaBytes} />}
      <p className={panel.lead}>{t('people.storage-lead')}</p>
    </Section>
  )
}
