import { Switch } from '@mantine/core'
import type { OrganisationId } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { readProposalsAgain } from './proposals-query.ts'

/** The organisation's setting that lets proposers approve their own proposals, saved when it is changed. */
export function OwnCounts({ organisationId, ownCounts }: { organisationId: OrganisationId; ownCounts: boolean }) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const [chosen, setChosen] = useState(ownCounts)
  const choose = async (wanted: boolean) => {
    setChosen(wanted)
    try {
      await call('updateProposalChoice', { params: { organisationId }, body: { ownCounts: wanted } })
      notice('success', t('proposals.saved'))
    } catch (error) {
      setChosen(!wanted)
      notice('error', t(`error.${codeOf(error)}`))
    }
    void readProposalsAgain(client, organisationId)
  }
  return (
    <Switch
      label={t('proposals.own-counts')}
      description={t('proposals.own-counts-hint')}
      checked={chosen}
      onChange={({ currentTarget }) => void choose(currentTarget.checked)}
    />
  )
}
