import { Button } from '@mantine/core'
import { type DisplayKey, lookPath } from '@placard/contract'
import { useEffect, useState } from 'react'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { ScreenIcon } from '../../ui/icons.tsx'
import styles from './live-preview.module.css'

type Props = { display: DisplayKey; name: string; onShowOnScreen: () => void }

/** The real player in a frame: what it shows is what the screens show. */
export function LivePreview({ display, name, onShowOnScreen }: Props) {
  const { t } = useI18n()
  const isPainted = usePainted()
  return (
    <section className={styles.preview} aria-labelledby="preview-heading">
      <h2 id="preview-heading" className={styles.heading}>
        {t('preview.heading')}
      </h2>
      <div className={styles.glass}>
        <iframe
          className={styles.frame}
          src={isPainted ? lookPath(display) : undefined}
          title={t('preview.frame', { name })}
          loading="lazy"
        />
        <span className={styles.badge}>{t('preview.badge')}</span>
      </div>
      <div className={styles.below}>
        <Button variant="subtle" size="sm" leftSection={<ScreenIcon size={18} />} onClick={onShowOnScreen}>
          {t('screen-address.title')}
        </Button>
      </div>
    </section>
  )
}

/** Whether this page has been painted: the player in the frame is a page of its own, and not to be waited for. */
function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    // The first frame is being made; a timer from within it runs when it has been.
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true), 0)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted
}
