import { Button } from '@mantine/core'
import type { OwnProposal } from '@placard/contract'
import { useState } from 'react'
import { useDoing } from '../../../platform/form/use-doing.ts'
import ConfirmDialog from '../../../platform/ui/confirm-dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'

type Props = {
  proposal: Pick<OwnProposal, 'title'>
  /** @throws ApiError */
  take: () => Promise<unknown>
  /** Called when the proposal was withdrawn, or is no longer waiting: the page has to be refreshed. */
  onDone: () => void
}

/** [CL1] [CL2] Withdraws the user's own proposal while it is undecided. Asks first. */
export function TakeBack({ proposal: { title }, take, onDone }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const [asks, setAsks] = useState(false)
  const { run, isBusy } = useDoing({ tell: (words) => notice('error', words), after: onDone })
  const takeBack = () => {
    setAsks(false)
    run('take back', async () => {
      await take()
      notice('success', t('propose.taken-back'))
    })
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
          onConfirm={takeBack}
          onCancel={() => setAsks(false)}
        />
      )}
    </>
  )
}
