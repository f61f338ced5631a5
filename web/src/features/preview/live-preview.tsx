import { Button } from '@mantine/core'
import { type DisplayKey, lookPath } from '@placard/contract'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { ScreenIcon } from '../../ui/icons.tsx'
import styles from './live-preview.module.css'

type Props = { display: DisplayKey; name: string; onShowOnScreen: () => void }

/** The real player in a frame: what it shows is what the screens show. */
export function LivePreview({ display, name, onShowOnScreen }: Props) {
  const { t } = useI18n()
  return (
    <section className={styles.preview} aria-labelledby="preview-heading">
      <h2 id="preview-heading" className={styles.heading}>
        {t('preview.heading')}
      </h2>
      <div className={styles.glass}>
        <iframe className={styles.frame} src={lookPath(display)} title={t('preview.frame', { name })} loading="lazy" />
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
