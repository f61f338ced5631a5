import { Button } from '@mantine/core'
import { PAGES } from '@placard/contract'
import { Link } from 'react-router'
import { useI18n } from '../../ui/i18n/i18n.tsx'

/** The way to all screens of the organisation, where one is added. */
export default function PairedLinks() {
  const { t } = useI18n()
  return (
    <Button component={Link} to={PAGES.screens} variant="subtle" size="sm">
      {t('paired.see-all')}
    </Button>
  )
}
