import { PAGES } from '@placard/contract'
import { Logo } from '../../../platform/ui/brand.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { usePageTitle } from '../../../platform/ui/page-title.ts'
import styles from './test.module.css'

const DECK = '/smart-classroom/index.html'

/** R7 */
export default function Test() {
  const { t } = useI18n()
  usePageTitle(t('test.heading'))
  return (
    <main className={styles.page}>
      <header className={styles.bar}>
        <a href={PAGES.landing} aria-label={t('product.name')}>
          <Logo size={28} />
        </a>
        <h1 className={styles.heading}>{t('test.heading')}</h1>
      </header>
      <iframe className={styles.frame} src={DECK} title={t('test.frame')} allow="fullscreen" />
    </main>
  )
}
