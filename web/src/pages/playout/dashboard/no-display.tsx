import { Button } from '@mantine/core'
import type { Display, Session } from '@placard/contract'
import { useState } from 'react'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ScreenIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import ProviderMessage from './provider-message.tsx'

const AddDisplay = lazyDialog(() => import('../../../features/content/displays/add-display.tsx'))

/** Shown instead of the dashboard if there is no display. */
export default function NoDisplay({ session, onAdded }: { session: Session; onAdded: (id: Display['id']) => void }) {
  const { t } = useI18n()
  const [adding, setAdding] = useState(false)
  const owned = session.role === 'owner' ? session.organisation : null
  return (
    <>
      <ProviderMessage session={session} />
      <EmptyState
        framed
        icon={<ScreenIcon size={24} />}
        title={t('dashboard.no-display.title')}
        lead={t(owned ? 'dashboard.no-display.lead-owner' : 'dashboard.no-display.lead')}
        action={owned && <Button onClick={() => setAdding(true)}>{t('display.add')}</Button>}
      />
      {adding && owned && <AddDisplay organisationId={owned.id} onAdded={onAdded} onClose={() => setAdding(false)} />}
    </>
  )
}
