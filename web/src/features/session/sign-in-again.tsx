import { UnstyledButton } from '@mantine/core'
import type { Session } from '@placard/contract'
import { Dialog } from '../../ui/dialog.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import styles from './session.module.css'
import { SignInForm } from './sign-in-form.tsx'

type Props = { email: string; onSignedIn: (session: Session) => void; onLeave: () => void }

/** A6: over the page as it is, so that nothing typed is lost. */
export default function SignInAgain({ email, onSignedIn, onLeave }: Props) {
  const { t } = useI18n()
  return (
    <Dialog title={t('login.again.title')} closable={false} veiled onClose={() => {}} size="small">
      <p className={styles.lead}>{t('login.again.lead')}</p>
      <SignInForm email={email} onSignedIn={onSignedIn} />
      <p className={styles.leave}>
        <UnstyledButton className={styles.link ?? ''} onClick={onLeave}>
          {t('login.again.leave')}
        </UnstyledButton>
      </p>
    </Dialog>
  )
}
