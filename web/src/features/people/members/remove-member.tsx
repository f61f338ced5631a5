import type { Member, OrganisationId } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'
import { DecideDialog } from '../../../platform/form/decide-dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { readPeopleAgain } from './people-query.ts'

type Props = { organisationId: OrganisationId; member: Member; onClose: () => void }

/** AC5 */
export default function RemoveMember({ organisationId, member: { id, email }, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()

  const remove = async () => {
    try {
      await call('removeMember', { params: { organisationId, memberId: id } })
      notice('success', t('people.removed', { email }))
    } finally {
      void readPeopleAgain(client)
    }
  }

  return (
    <DecideDialog
      question={t('people.remove-question')}
      confirmLabel={t('people.remove')}
      danger
      work={remove}
      onClose={onClose}
    >
      <strong>
        <bdi>{email}</bdi>
      </strong>
      <p>{t('people.remove-effect')}</p>
    </DecideDialog>
  )
}
