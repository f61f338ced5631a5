import { Button } from '@mantine/core'
import { PAGES, type Session } from '@placard/contract'
import { Link } from 'react-router'
import { Shell } from '../../shell/shell.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { StackIcon } from '../../ui/icons.tsx'
import { usePageTitle } from '../../ui/page-title.ts'

/** In the place of a playlist that is not there, or not theirs. */
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
