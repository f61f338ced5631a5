import { UnstyledButton } from '@mantine/core'
import type { Bye, Session } from '@placard/contract'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './session.module.css'
import { SignInForm } from './sign-in-form.tsx'

type Props = {
  /** The session that has ended, and the reason, if known. */
  before: Session
  because: Bye['because']
  onSignedIn: (session: Session) => void
  onLeave: () => void
}

/** A6: shown over the unchanged page, so that nothing typed is lost. */
export default function SignInAgain({ before, because, onSignedIn, onLeave }: Props) {
  const { t } = useI18n()
  const removed = because === 'not-subscribed'
  return (
    <Dialog
      title={t(removed ? 'login.removed.title' : 'login.again.title')}
      closable={false}
      veiled
      onClose={() => {}}
      size="small"
    >
      <p className={styles.lead}>
        {removed ? t('login.removed.lead', { name: before.organisation?.name ?? '' }) : t('login.again.lead')}
      </p>
      <SignInForm email={before.email} onSignedIn={onSignedIn} />
      <p className={styles.leave}>
        <UnstyledButton className={styles.link ?? ''} onClick={onLeave}>
          {t('login.again.leave')}
        </UnstyledButton>
      </p>
    </Dialog>
  )
}
