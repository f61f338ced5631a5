import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from './copy-button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { useI18n } from './i18n/i18n.tsx'
import styles from './link-dialog.module.css'
import panel from './panel.module.css'
import { QrCode } from './qr-code.tsx'

/** Shows an invitation's link, to copy or to scan. It is only displayed once. */
export function LinkDialog({ link, lead, onClose }: { link: string; lead: string; onClose: () => void }) {
  const { t } = useI18n()
  const [showsCode, setShowsCode] = useState(false)
  return (
    <Dialog title={t('people.invite-made')} onClose={onClose} closable={false}>
      <div className={panel.form}>
        <p className={styles.lead}>{lead}</p>
        <TextInput
          label={t('people.invite-link')}
          className={styles.link ?? ''}
          dir="ltr"
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        {showsCode && <QrCode text={link} label={t('people.code')} />}
        <DialogActions>
          {!showsCode && (
            <Button variant="subtle" onClick={() => setShowsCode(true)}>
              {t('people.show-code')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('people.done')}
          </Button>
          <CopyButton
            variant="filled"
            text={link}
            copied={t('people.copied')}
            notCopied={t('people.not-copied')}
            data-autofocus
          >
            {t('people.copy')}
          </CopyButton>
        </DialogActions>
      </div>
    </Dialog>
  )
}
