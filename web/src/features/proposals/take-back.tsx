import { Button } from '@mantine/core'
import type { OwnProposal } from '@placard/contract'
import { useState } from 'react'
import { codeOf } from '../../api/api-error.ts'
import ConfirmDialog from '../../ui/confirm-dialog.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { useNotice } from '../../ui/notices.ts'

type Props = {
  proposal: Pick<OwnProposal, 'title'>
  /** @throws ApiError */
  take: () => Promise<unknown>
  /** It was taken back, or it does not wait any more: there is something else to show. */
  onDone: () => void
}

/** [CL1] [CL2] Whoever proposed something takes it back, as long as nobody has decided. Asks first. */
export function TakeBack({ proposal: { title }, take, onDone }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const [asks, setAsks] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const takeBack = async () => {
    setAsks(false)
    setBusy(true)
    try {
      await take()
      notice('success', t('propose.taken-back'))
    } catch (error) {
      notice('error', t(`error.${codeOf(error)}`))
    } finally {
      setBusy(false)
      onDone()
    }
  }
  return (
    <>
      <Button
        size="sm"
        variant="default"
        loading={isBusy}
        aria-label={t('propose.take-back-of', { title })}
        onClick={() => setAsks(true)}
      >
        {t('propose.take-back')}
      </Button>
      {asks && (
        <ConfirmDialog
          question={t('propose.take-back-question')}
          subject={title}
          confirmLabel={t('propose.take-back')}
          onConfirm={() => void takeBack()}
          onCancel={() => setAsks(false)}
        />
      )}
    </>
  )
}
