import { Button } from '@mantine/core'
import { PAGES, type Session } from '@placard/contract'
import { Link } from 'react-router'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { StackIcon } from '../../../platform/ui/icons.tsx'
import { usePageTitle } from '../../../platform/ui/page-title.ts'
import { Shell } from '../../../shell/shell.tsx'

/** Shown for a playlist that does not exist, or that the user may not see. */
export function NoPlaylist({ session }: { session: Session }) {
  const { t } = useI18n()
  usePageTitle(t('playlists.title'))
  return (
    <Shell session={session} display={undefined} onChooseDisplay={() => {}}>
      <EmptyState
        framed
        icon={<StackIcon size={24} />}
        title={t('playlists.gone')}
        lead={t('playlists.gone-lead')}
        action={
          <Button component={Link} to={PAGES.playlists}>
            {t('playlists.back')}
          </Button>
        }
      />
    </Shell>
  )
}
