import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { partFailed } from '../api/load-part.ts'
import { useI18n } from '../ui/i18n/i18n.tsx'
import styles from './update-notice.module.css'

/** X6: offers a reload, and leaves it to the reader: something may be typed on the page. */
export function UpdateNotice() {
  const { t } = useI18n()
  const [shown, setShown] = useState(false)

  useEffect(() => {
    const show = () => setShown(true)
    window.addEventListener('vite:preloadError', show)
    const undo = partFailed.on(show)
    return () => {
      window.removeEventListener('vite:preloadError', show)
      undo()
    }
  }, [])

  if (!shown) return null
  return (
    <div className={styles.notice} role="alert">
      <div>
        <p className={styles.title}>{t('update.title')}</p>
        <p className={styles.lead}>{t('update.lead')}</p>
      </div>
      <Button size="sm" onClick={() => location.reload()}>
        {t('action.reload')}
      </Button>
    </div>
  )
}
