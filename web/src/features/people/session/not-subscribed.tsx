import { Button } from '@mantine/core'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { Contact } from './contact.tsx'
import { Outcome } from './outcome.tsx'

type Props = {
  email: string
  /** Returns to the form, with the typed values. */
  onBack: () => void
}

/**
 * A5: replaces the form, explains why the account has no access, and says what to do. The toast shows the specified words.
 */
export default function NotSubscribed({ email, onBack }: Props) {
  const { t } = useI18n()
  return (
    <Outcome title={t('login.waiting.title')}>
      <p>{t('login.waiting.lead', { email })}</p>
      <p>{t('login.waiting.link')}</p>
      <Contact />
      <Button variant="default" fullWidth size="md" onClick={onBack}>
        {t('login.waiting.back')}
      </Button>
    </Outcome>
  )
}
