import { Button } from '@mantine/core'
import { PAGES } from '@placard/contract'
import { Dialog, DialogActions } from '../../../platform/ui/dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { Contact } from './contact.tsx'
import styles from './session.module.css'

export default function HelpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useI18n()
  return (
    <Dialog title={t('login.help.title')} onClose={onClose}>
      <ul className={styles.help}>
        <li>
          {t('login.help.password')}{' '}
          {/* In a new tab: this page may contain typed text while the user signs in again. */}
          <a className={styles.link} href={PAGES.forgotPassword} target="_blank" rel="noopener">
            {t('login.forgot')}
          </a>
        </li>
        <li>{t('login.help.address')}</li>
        <li>{t('login.help.subscription')}</li>
      </ul>
      <Contact />
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
