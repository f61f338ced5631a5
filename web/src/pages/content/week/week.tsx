import { Button } from '@mantine/core'
import { isPlaylistId, PAGES, type ProgrammeKey, type Session } from '@placard/contract'
import { Link, useSearchParams } from 'react-router'
import { codeOf } from '../../../platform/api/api-error.ts'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { usePageTitle } from '../../../platform/ui/page-title.ts'
import { LoadFailed } from '../../../programme/load-failed.tsx'
import { keyOf, useChosenDisplay } from '../../../shell/chosen-display.ts'
import { RequireOrganisation } from '../../../shell/require-session.tsx'
import { Shell } from '../../../shell/shell.tsx'
import { CalendarIcon } from './icons.tsx'
import { WeekPage } from './week-page.tsx'

/** The week of the display or the playlist in the page's address. */
export default function Week() {
  return <RequireOrganisation>{(session) => <Chosen session={session} />}</RequireOrganisation>
}

function Chosen({ session }: { session: Session }) {
  const [query, setQuery] = useSearchParams()
  const { display } = useChosenDisplay(session)
  const id = query.get('id')
  const isPlaylist = id !== null && isPlaylistId(id)
  const { organisation } = session
  const key: ProgrammeKey | undefined =
    isPlaylist && organisation
      ? { organisationId: organisation.id, playlistId: id }
      : display && (id === null || display.id === id)
        ? keyOf(display)
        : undefined
  return (
    <Shell
      session={session}
      display={isPlaylist ? undefined : display}
      onChooseDisplay={(chosen) => setQuery({ id: chosen })}
    >
      {/* Keyed by programme, so that no dialog of the previous one remains. */}
      {key ? <Loaded key={id} session={session} programmeKey={key} /> : <NoWeek />}
    </Shell>
  )
}

function Loaded({ session, programmeKey }: { session: Session; programmeKey: ProgrammeKey }) {
  const { data, error, refetch } = useProgramme(programmeKey)
  if (data) return <WeekPage session={session} programmeKey={programmeKey} programme={data} />
  if (!error) return null
  if (codeOf(error) === 'playlist-not-found' || codeOf(error) === 'display-not-found') return <NoWeek />
  return <LoadFailed error={error} onRetry={() => void refetch()} />
}

/** Shown for a display or a playlist that does not exist, or that the user may not see. */
function NoWeek() {
  const { t } = useI18n()
  usePageTitle(t('week.title'))
  return (
    <EmptyState
      framed
      icon={<CalendarIcon size={24} />}
      title={t('week.gone')}
      lead={t('week.gone-lead')}
      action={
        <Button component={Link} to={PAGES.dashboard}>
          {t('nav.displays')}
        </Button>
      }
    />
  )
}
