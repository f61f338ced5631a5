import { Button } from '@mantine/core'
import { CopyButton } from '../../../platform/ui/copy-button.tsx'
import { DialogActions } from '../../../platform/ui/dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { saveFile } from '../../../platform/ui/save-file.ts'
import styles from './account.module.css'

/** Shows the recovery codes, which are only displayed once. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const { t } = useI18n()
  const text = `${codes.join('\n')}\n`

  const download = () => saveFile(`${t('account.factor.file-name')}.txt`, new Blob([text], { type: 'text/plain' }))

  return (
    <>
      <p className={panel.lead}>{t('account.factor.codes-lead')}</p>
      <ul className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <DialogActions>
        <CopyButton text={text} copied={t('account.factor.copied')} notCopied={t('tokens.not-copied')}>
          {t('account.factor.copy')}
        </CopyButton>
        <Button variant="default" onClick={download} data-autofocus>
          {t('account.factor.download')}
        </Button>
        <Button onClick={onKept}>{t('account.factor.kept')}</Button>
      </DialogActions>
    </>
  )
}
