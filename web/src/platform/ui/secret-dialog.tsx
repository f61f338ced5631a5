import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { useI18n } from './i18n/i18n.tsx'
import panel from './panel.module.css'

type Props = { title: string; lead: string; secret: string; children?: ReactNode; onClose: () => void }

/** Shows a secret, to copy. It is only displayed once. */
export function SecretDialog({ title, lead, secret, children, onClose }: Props) {
  const { t } = useI18n()
  return (
    <Dialog title={title} onClose={onClose} closable={false}>
      <p className={panel.lead}>{lead}</p>
      <code className={panel.secret} dir="ltr">
        {secret}
      </code>
      {children}
      <DialogActions>
        <CopyButton text={secret} copied={t('tokens.copied')} notCopied={t('tokens.not-copied')} data-autofocus>
          {t('tokens.copy')}
        </CopyButton>
        <Button onClick={onClose}>{t('tokens.kept')}</Button>
      </DialogActions>
    </Dialog>
  )
}
