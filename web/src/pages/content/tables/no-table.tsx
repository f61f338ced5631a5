import { PAGES, type Session } from '@placard/contract'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { TableIcon } from '../../../platform/ui/icons.tsx'
import { InnerPage } from '../../../shell/inner-page.tsx'

/** Shown for a table that does not exist any more. */
export function NoTable({ session }: { session: Session }) {
  const { t } = useI18n()
  return (
    <InnerPage
      session={session}
      title={t('tables.title')}
      width="list"
      back={{ to: PAGES.tables, label: t('tables.back') }}
    >
      <EmptyState framed icon={<TableIcon size={24} />} title={t('tables.gone')} lead={t('tables.gone-lead')} />
    </InnerPage>
  )
}
