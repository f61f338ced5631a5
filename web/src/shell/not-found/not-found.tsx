import { Button } from '@mantine/core'
import { PAGES } from '@placard/contract'
import { useI18n } from '../../platform/ui/i18n/i18n.tsx'
import { usePageTitle } from '../../platform/ui/page-title.ts'
import { Fallback } from '../fallback.tsx'

/** R8 */
export function NotFound() {
  const { t } = useI18n()
  usePageTitle(t('fallback.not-found'))
  return (
    <Fallback
      title={t('fallback.title')}
      detail={t('fallback.not-found')}
      lead={t('fallback.not-found-lead')}
      action={
        <Button component="a" href={PAGES.landing}>
          {t('fallback.home')}
        </Button>
      }
    />
  )
}
