import { Button } from '@mantine/core'
import type { ApiErrorCode } from '../../../platform/api/api-error.ts'
import { Dialog, DialogActions } from '../../../platform/ui/dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'

type Props = { code: ApiErrorCode; onRetry: () => void; onCancel: () => void }

/** C4: error codes of the server that stand for the specified sentence. */
const SENTENCES: ReadonlySet<ApiErrorCode> = new Set(['file-too-large', 'not-an-image'])

/**
 * X3: an alert with the error, over the form, which stays as it is. Loaded with the page, because it often has to report that nothing
 * can be loaded.
 */
export function UploadFailed({ code, onRetry, onCancel }: Props) {
  const { t } = useI18n()
  return (
    <Dialog title={t('add.failed')} role="alertdialog" describedBy="upload-failure" onClose={onCancel} size="small">
      <p id="upload-failure">
        {SENTENCES.has(code) ? t('add.file-unfit') : t(`error.${code}`)} {t('add.failed-kept')}
      </p>
      <DialogActions>
        <Button variant="default" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        <Button onClick={onRetry} data-autofocus>
          {t('action.retry')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
