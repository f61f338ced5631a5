import { type Display, PAGES, type Session } from '@placard/contract'
import { useEffect, useState } from 'react'
import { itemsIn } from '../../../features/content/schedules/what-plays.ts'
import { SCREENS_HEADING_ID } from '../../../features/screens/screens/heading-id.ts'
import { ScreensPanel } from '../../../features/screens/screens/screens-panel.tsx'
import { renewSession } from '../../../platform/api/renew-session.ts'
import { useKnownScreens } from '../../../platform/api/screens/use-screens.ts'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { LayoutIcon, PlusIcon, ScreenIcon, SettingsIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { QuietButton, QuietLink } from '../../../programme/header.tsx'
import type { Part } from '../../../programme/parts.tsx'
import { ProgrammePage } from '../../../programme/programme-page.tsx'
import { ProposalsLink } from '../../../programme/proposals-link.tsx'
import { SaveStatus } from '../../../programme/save-status.tsx'
import { keyOf } from '../../../shell/chosen-display.ts'
import { isEditor } from '../../../shell/is-editor.ts'
import { type DialogName, DisplayDialog } from './dialogs.tsx'

const ProviderMessage = lazyDialog(() => import('./provider-message.tsx'), { quiet: true, ahead: false })
/** Loaded late: it reports screens that have been dark for minutes, so a moment does not matter. */
const ScreenAlarm = lazyDialog(() => import('../../../features/screens/screens/screen-alarm.tsx'), { patient: true })

/** Loaded on demand: take-overs are rare. */
const Covered = lazyDialog(() => import('../../../features/playout/take-overs/covered.tsx'), {
  quiet: 'for good',
  ahead: false,
})

/** Loaded late: few displays have zones, or something in a corner. */
const OnDisplay = lazyDialog(() => import('./on-display.tsx'), { patient: true, ahead: false })

type Props = { session: Session; display: Display; addPath: string }

/** The dashboard of a display: its preview, its content, and its screens. */
export function DisplayDashboard({ session, display, addPath }: Props) {
  const { t } = useI18n()
  const key = keyOf(display)
  const { data } = useProgramme(key)
  const screens = useKnownScreens(key)
  const [open, setOpen] = useState<DialogName>()
  const [part, setPart] = useState<Part>('pictures')
  const canEdit = isEditor(session.role)
  const name = data?.name ?? display.name

  useEffect(() => {
    // The display was renamed, so the choice of displays is updated as well.
    if (name !== display.name) void renewSession()
  }, [name, display.name])

  return (
    <>
      <ProgrammePage
        session={session}
        programmeKey={key}
        name={name}
        canEdit={canEdit}
        addPath={addPath}
        title={t('dashboard.hello', { name })}
        above={
          <>
            {data && data.covers.length > 0 && <Covered covers={data.covers} />}
            {session.profile?.msg && <ProviderMessage session={session} />}
          </>
        }
        state={
          <>
            <SaveStatus programmeKey={key} screens={screens} />
            <ScreenAlarm display={key} onFollow={() => setPart('places')} />
          </>
        }
        tools={
          <>
            {((canEdit && !session.limited) || data?.layout) && (
              <QuietLink to={`${PAGES.layout}?display=${display.id}`} icon={<LayoutIcon size={16} />}>
                {t('layout.open')}
              </QuietLink>
            )}
            {canEdit && (
              <QuietLink to={`${PAGES.takeOver}?insert=${display.id}`} icon={<ScreenIcon size={16} />}>
                {t('insert.open')}
              </QuietLink>
            )}
            {session.role === 'owner' && (
              <QuietButton icon={<SettingsIcon size={16} />} onPress={() => setOpen('settings')}>
                {t('display.settings')}
              </QuietButton>
            )}
            {session.role === 'owner' && (
              <QuietLink to={`${PAGES.people}#displays`} icon={<PlusIcon size={16} />}>
                {t('display.add')}
              </QuietLink>
            )}
            {session.role !== 'viewer' && <ProposalsLink programmeKey={key} />}
          </>
        }
        below={data && <OnDisplay display={key} programme={data} />}
        hasZones={!!data?.layout}
        lookOnly={t('dashboard.look-only')}
        dropLead={t('upload.drop-anywhere-lead', { name: display.name })}
        places={{
          label: t('dashboard.part.screens'),
          panel: (
            <ScreensPanel
              display={key}
              items={data ? [...itemsIn(data), ...data.zones.flatMap((zone) => zone.items)] : []}
              revision={data?.revision}
              canEdit={canEdit}
            />
          ),
        }}
        screens={screens}
        placesHeadingId={SCREENS_HEADING_ID}
        part={part}
        onPart={setPart}
        onShowOnScreen={() => setOpen('screen')}
        onAddPlaylist={() => setOpen('playlist')}
      />
      <DisplayDialog
        open={open}
        display={display}
        items={data?.items}
        mayMakePlaylists={!session.limited}
        onClose={() => setOpen(undefined)}
      />
    </>
  )
}
