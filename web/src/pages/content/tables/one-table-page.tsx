import { PAGES, type Session } from '@placard/contract'
import type { ReactNode } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { InnerPage } from '../../../shell/inner-page.tsx'

type Props = {
  session: Session
  /** The name of the table. Omitted: it is not known. */
  name?: string
  lead?: string | undefined
  children: ReactNode
}

/** The page of one table, with the way back to all tables unless the user may see one table or none. */
export function OneTablePage({ session, name, lead, children }: Props) {
  const { t } = useI18n()
  const hasOthers = session.tables === null || session.tables.length > 1
  return (
    <InnerPage
      session={session}
      title={name ?? t('tables.title')}
      lead={lead}
      width="list"
      back={hasOthers ? { to: PAGES.tables, label: t('tables.back') } : undefined}
    >
      {children}
    </InnerPage>
  )
}
