import { PAGES } from '@placard/contract'
import { Logo } from '../platform/ui/brand.tsx'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import styles from './brand-link.module.css'

/** The logo and the name of the product, on pages without the bar. */
export function BrandLink({ size = 28 }: { size?: number }) {
  const { t } = useI18n()
  return (
    <a className={styles.brand} href={PAGES.landing}>
      <Logo size={size} />
      <span>{t('product.name')}</span>
    </a>
  )
}
