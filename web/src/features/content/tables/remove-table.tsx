import type { Table } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'
import { askTablesAnew } from '../../../platform/api/tables.ts'
import { DecideDialog } from '../../../platform/form/decide-dialog.tsx'
import { errorInWords } from '../../../platform/form/problems.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'

type Props = { table: Table; onRemoved: () => void; onBack: () => void; onClose: () => void }

/** Asks, and removes exactly the state that is shown. The notice afterwards can restore it. */
export default function RemoveTable({ table, onRemoved, onBack, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const { organisationId, id: tableId, name, revision } = table
  const params = { organisationId, tableId }

  const bringBack = async () => {
    try {
      await call('bringBackTable', { params })
      await askTablesAnew(client, organisationId)
      notice('success', t('tables.back-again', { name }))
      onBack()
    } catch (error) {
      console.error('bringing a table back failed', error)
      notice('error', t('tables.not-back', { name, reason: errorInWords(error, t) }))
    }
  }

  return (
    <DecideDialog
      question={t('tables.remove-question')}
      confirmLabel={t('tables.remove')}
      danger
      work={async () => {
        await call('removeTable', { params, ifMatch: revision })
        onRemoved()
        await askTablesAnew(client, organisationId)
        notice('success', t('tables.removed', { name }), { label: t('activity.undo'), run: () => void bringBack() })
      }}
      words={({ code }) => (code === 'changed-meanwhile' ? t('tables.remove-changed') : undefined)}
      onClose={onClose}
    >
      <strong dir="auto">{name}</strong>
      <p>{t('tables.remove-lead')}</p>
    </DecideDialog>
  )
}
