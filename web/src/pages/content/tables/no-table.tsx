import { PAGES, type Session } from '@placard/contract'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { TableIcon } from '../../../platform/ui/icons.tsx'
import { InnerPage } from '../../../shell/inner-page.tsx'

/** Shown for a table that does not exist any more, or that the user may not see. */
export function NoTable({ session }: { session: Session }) {
  const { t } = useI18n()
  const { tables, organisation } = session
  const hasNone = tables?.length === 0
  return (
    <InnerPage session={session} title={t('tables.title')} width="list" back={backToAll(session, t('tables.back'))}>
      <EmptyState
        framed
        icon={<TableIcon size={24} />}
        title={t(hasNone ? 'tables.no-longer' : 'tables.gone')}
        lead={tables ? t('tables.ask-owner', { name: organisation?.name ?? '' }) : t('tables.gone-lead')}
      />
    </InnerPage>
  )
}

/** The link back to all tables. None for a user who has one table or none. */
export function backToAll({ tables }: Session, label: string): { to: string; label: string } | undefined {
  return tables && tables.length < 2 ? undefined : { to: PAGES.tables, label }
}
