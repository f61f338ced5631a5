import { Button } from '@mantine/core'
import { Dialog, DialogActions } from '../../../platform/ui/dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import type { Misfit } from './paste-plan.ts'

/** Texts that are listed one by one. */
const MOST_LISTED = 8

type Props = { misfits: readonly Misfit[]; onRest: () => void; onClose: () => void }

/** Texts of a paste or a file that are no values of their columns. The rest can be used without them. */
export default function MisfitsDialog({ misfits, onRest, onClose }: Props) {
  const { t } = useI18n()
  return (
    <Dialog title={t('tables.misfits.title', { count: misfits.length })} role="alertdialog" onClose={onClose}>
      <p>{t('tables.misfits.lead')}</p>
      <ul>
        {misfits.slice(0, MOST_LISTED).map(({ text, column, row, code }) => (
          <li key={`${row} ${column}`} dir="auto">
            {t('tables.misfits.one', { column, number: row, text: text.slice(0, 60), reason: t(`error.${code}`) })}
          </li>
        ))}
      </ul>
      {misfits.length > MOST_LISTED && <p>{t('tables.misfits.more', { count: misfits.length - MOST_LISTED })}</p>}
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('action.cancel')}
        </Button>
        <Button
          onClick={() => {
            onClose()
            onRest()
          }}
        >
          {t('tables.misfits.rest')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
