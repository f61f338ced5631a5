import { Button } from '@mantine/core'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { Contact } from './contact.tsx'
import { Outcome } from './outcome.tsx'

type Props = {
  email: string
  /** To the form, with what was typed. */
  onBack: () => void
}

/**
 * A5, in the place of the form: why nothing is open, and what to do. The toast has said it in the words of the specification.
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
