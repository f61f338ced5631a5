import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import { NoticeIcon, PlusIcon, TextIcon } from '../platform/ui/icons.tsx'

// D3: buttons for the top of the page and for empty lists.

export function AddContainerLink({ path }: { path: string }) {
  const { t } = useI18n()
  return (
    <Button component={Link} to={path} leftSection={<PlusIcon />}>
      {t('dashboard.add-container')}
    </Button>
  )
}

export function AddTextButton({ onPress }: { onPress: () => void }) {
  const { t } = useI18n()
  return (
    <Button variant="default" leftSection={<TextIcon />} onClick={onPress}>
      {t('dashboard.add-text')}
    </Button>
  )
}

/** CT1: for everything that is not a picture. */
export function AddAnythingButton({ onPress }: { onPress: () => void }) {
  const { t } = useI18n()
  return (
    <Button variant="default" leftSection={<PlusIcon />} onClick={onPress}>
      {t('door.open')}
    </Button>
  )
}

/** CT14 */
export function WriteNoticeButton({ className, onPress }: { className?: string | undefined; onPress: () => void }) {
  const { t } = useI18n()
  return (
    <Button variant="default" className={className ?? ''} leftSection={<NoticeIcon />} onClick={onPress}>
      {t('notices.write')}
    </Button>
  )
}
