import type { Display, Session } from '@placard/contract'
import type { ReactNode } from 'react'
import { EmptyState } from '../platform/ui/empty-state.tsx'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import { ScreenIcon } from '../platform/ui/icons.tsx'
import { useChosenDisplay } from './chosen-display.ts'
import { InnerPage } from './inner-page.tsx'
import { RequireOrganisation } from './require-session.tsx'

type Props = {
  /** Of the page while the organisation has no display. */
  title: string
  children: (session: Session, display: Display) => ReactNode
}

/** A page about the display in its address, or about the first one. The children must use the id of the display as key. */
export function OfChosenDisplay({ title, children }: Props) {
  return (
    <RequireOrganisation>
      {(session) => (
        <Chosen session={session} title={title}>
          {children}
        </Chosen>
      )}
    </RequireOrganisation>
  )
}

function Chosen({ session, title, children }: Props & { session: Session }) {
  const { t } = useI18n()
  const { display } = useChosenDisplay(session)
  if (display) return children(session, display)
  return (
    <InnerPage session={session} title={title} width="list">
      <EmptyState
        framed
        icon={<ScreenIcon size={24} />}
        title={t('dashboard.no-display.title')}
        lead={t('dashboard.no-display.lead')}
      />
    </InnerPage>
  )
}
