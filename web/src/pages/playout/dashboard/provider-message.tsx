import { CloseButton } from '@mantine/core'
import type { Session } from '@placard/contract'
import { useState } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './provider-message.module.css'

const HIDDEN_KEY = 'placard-hidden-message'

/** E3: the provider's message about the subscription, until the user closes it. Another message is shown again. */
export default function ProviderMessage({ session: { email, profile } }: { session: Session }) {
  const { t } = useI18n()
  const [hidden, setHidden] = useState(readHidden)
  if (!profile?.msg) return null
  const mark = `${email}\n${profile.msg}`
  if (hidden === mark) return null

  const hide = () => {
    setHidden(mark)
    try {
      localStorage.setItem(HIDDEN_KEY, mark)
    } catch {
      // Without storage it stays closed until the page is closed.
    }
  }
  return (
    <aside className={styles.message} aria-label={t('dashboard.message')}>
      <div className={styles.words}>
        <p className={styles.from}>
          {t('dashboard.message')}
          {profile.subType && (
            <>
              {' · '}
              {t('people.subscription')}: <bdi>{profile.subType}</bdi>
            </>
          )}
        </p>
        <p dir="auto">{profile.msg}</p>
      </div>
      <CloseButton aria-label={t('dashboard.message-hide')} onClick={hide} />
    </aside>
  )
}

function readHidden(): string | null {
  try {
    return localStorage.getItem(HIDDEN_KEY)
  } catch {
    return null
  }
}
