import type { Session } from '@placard/contract'
import type { ReactNode } from 'react'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import { InnerPage } from './inner-page.tsx'
import { RequireSession } from './require-session.tsx'

type Props = {
  title: string
  lead?: string
  width: 'form' | 'list'
  children: (organisation: NonNullable<Session['organisation']>, session: Session) => ReactNode
}

/** A page for the owners of an organisation. Other users read that they must ask one. */
export function OwnersPage({ title, lead, width, children }: Props) {
  const { t } = useI18n()
  return (
    <RequireSession>
      {(session) => {
        const organisation = session.role === 'owner' ? session.organisation : undefined
        return (
          <InnerPage
            session={session}
            title={title}
            lead={organisation ? lead : t('error.not-allowed')}
            width={organisation ? width : 'form'}
          >
            {organisation && children(organisation, session)}
          </InnerPage>
        )
      }}
    </RequireSession>
  )
}
