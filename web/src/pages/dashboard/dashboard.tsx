import { Button, Skeleton, UnstyledButton } from '@mantine/core'
import { type Display, PAGES, type Programme, type Session } from '@placard/contract'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { codeOf } from '../../api/api-error.ts'
import { renewSession } from '../../api/renew-session.ts'
import { useLiveProgramme, useProgramme } from '../../api/use-programme.ts'
import { ItemList, ItemListSkeleton } from '../../features/items/item-list.tsx'
import { MediaFrom } from '../../features/items/media-from.ts'
import { useSeenItems } from '../../features/items/use-items.ts'
import { LineList } from '../../features/lines/line-list.tsx'
import { useSeenLines } from '../../features/lines/use-lines.ts'
import { LivePreview } from '../../features/preview/live-preview.tsx'
import { ScreenAlarm } from '../../features/screens/screen-alarm.tsx'
import { ScreensPanel } from '../../features/screens/screens-panel.tsx'
import { DropAnywhere } from '../../features/uploads/drop-anywhere.tsx'
import { keyOf, useChosenDisplay } from '../../shell/chosen-display.ts'
import { RequireOrganisation } from '../../shell/require-session.tsx'
import { Shell } from '../../shell/shell.tsx'
import { useUploadDock } from '../../shell/use-upload-dock.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { HistoryIcon, PictureIcon, PlayIcon, PlusIcon, ScreenIcon, SettingsIcon, TextIcon } from '../../ui/icons.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import styles from './dashboard.module.css'
import { LiveStatus } from './live-status.tsx'
import { ProviderMessage } from './provider-message.tsx'
import { SaveStatus } from './save-status.tsx'
import { useFilmAddress } from './use-film-address.ts'
import { useLostDisplay } from './use-lost-display.ts'
import { useUndoKey } from './use-undo-key.ts'

const ActivityDialog = lazyDialog(() => import('../../features/activity/activity-dialog.tsx'))
const AddDisplay = lazyDialog(() => import('../../features/displays/add-display.tsx'))
const AddLine = lazyDialog(() => import('../../features/lines/add-line.tsx'))
const EditDisplay = lazyDialog(() => import('../../features/displays/edit-display.tsx'))
const PreviewLines = lazyDialog(() => import('../../features/lines/preview-lines.tsx'))
const ShowOnScreen = lazyDialog(() => import('../../features/screen-address/show-on-screen.tsx'))

/** R4, rows D */
export default function Dashboard() {
  return <RequireOrganisation>{(session) => <DashboardPage session={session} />}</RequireOrganisation>
}

function DashboardPage({ session }: { session: Session }) {
  const { t } = useI18n()
  const { display, choose, pathTo } = useChosenDisplay(session)
  usePageTitle(t('dashboard.title'))
  useLostDisplay(session, display)
  return (
    <Shell session={session} display={display} onChooseDisplay={choose}>
      {display ? (
        // Another display is another page: no dialog and no focus of the one before stays.
        <DisplayDashboard key={display.id} session={session} display={display} addPath={pathTo(PAGES.addContainer)} />
      ) : (
        <NoDisplay session={session} onAdded={choose} />
      )}
    </Shell>
  )
}

function NoDisplay({ session, onAdded }: { session: Session; onAdded: (id: Display['id']) => void }) {
  const { t } = useI18n()
  const [adding, setAdding] = useState(false)
  const owned = session.role === 'owner' ? session.organisation : null
  return (
    <>
      <ProviderMessage session={session} />
      <EmptyState
        framed
        icon={<ScreenIcon size={24} />}
        title={t('dashboard.no-display.title')}
        lead={t(owned ? 'dashboard.no-display.lead-owner' : 'dashboard.no-display.lead')}
        action={owned && <Button onClick={() => setAdding(true)}>{t('display.add')}</Button>}
      />
      {adding && owned && <AddDisplay organisationId={owned.id} onAdded={onAdded} onClose={() => setAdding(false)} />}
    </>
  )
}

const NOTHING = { items: [], lines: [] } satisfies Pick<Programme, 'items' | 'lines'>

type DashboardProps = { session: Session; display: Display; addPath: string }

function DisplayDashboard({ session, display, addPath }: DashboardProps) {
  const { t } = useI18n()
  const key = keyOf(display)
  const { data, error, refetch } = useProgramme(key)
  const live = useLiveProgramme(key)
  const items = useSeenItems(key, data?.items ?? NOTHING.items)
  const lines = useSeenLines(key, data?.lines ?? NOTHING.lines)
  const [open, setOpen] = useState<'add-text' | 'preview' | 'activity' | 'screen' | 'settings'>()
  const [part, setPart] = useState<Part>('pictures')
  const { take, dock } = useUploadDock(session, display)
  useUndoKey(key)
  const takeFilm = useFilmAddress(key)
  const canEdit = session.role !== 'viewer'
  const name = data?.name

  useEffect(() => {
    // Somebody has named it anew: the choice of displays says so as well.
    if (name !== undefined && name !== display.name) void renewSession()
  }, [name, display.name])

  const addContainer = (
    <Button component={Link} to={addPath} leftSection={<PlusIcon />}>
      {t('dashboard.add-container')}
    </Button>
  )
  const addText = (variant: 'default' | 'filled') => (
    <Button
      variant={variant}
      leftSection={<TextIcon />}
      onClick={() => {
        setPart('texts')
        setOpen('add-text')
      }}
    >
      {t('dashboard.add-text')}
    </Button>
  )

  return (
    <div className={styles.page} data-part={part}>
      <ProviderMessage session={session} />
      <header className={styles.header}>
        <div className={styles.hello}>
          <h1 className={styles.title}>{t('dashboard.hello', { name: data?.name ?? display.name })}</h1>
          <p className={styles.state}>
            <LiveStatus status={live} />
            <ScreenAlarm display={key} onFollow={() => setPart('screens')} />
            <SaveStatus />
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              className={styles.activity ?? ''}
              leftSection={<HistoryIcon size={16} />}
              onClick={() => setOpen('activity')}
            >
              {t('activity.open')}
            </Button>
            {session.role === 'owner' && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                className={styles.activity ?? ''}
                leftSection={<SettingsIcon size={16} />}
                onClick={() => setOpen('settings')}
              >
                {t('display.settings')}
              </Button>
            )}
          </p>
          {!canEdit && <p className={styles.look}>{t('dashboard.look-only')}</p>}
        </div>
        <div className={styles.actions} data-look={canEdit ? undefined : ''}>
          {canEdit && addContainer}
          {canEdit && addText('default')}
          <Button variant="default" leftSection={<PlayIcon />} onClick={() => setOpen('preview')}>
            {t('dashboard.preview')}
          </Button>
        </div>
      </header>

      {error && !data && (
        <div className={styles.failed}>
          <ErrorBox message={`${t('dashboard.load-failed')} ${t(`error.${codeOf(error)}`)}`} />
          <Button variant="default" onClick={() => void refetch()}>
            {t('action.retry')}
          </Button>
        </div>
      )}

      <div className={styles.top}>
        <LivePreview display={key} name={display.name} onShowOnScreen={() => setOpen('screen')} />
        <div className={styles.side}>
          <dl className={styles.tiles}>
            <Tile
              icon={<PictureIcon />}
              label={t('dashboard.images')}
              value={data && items.filter((item) => item.visible && item.playable).length}
              note={hiddenNote(items.filter((item) => !item.visible).length, (count) =>
                t('dashboard.hidden', { count }),
              )}
            />
            <Tile icon={<TextIcon />} label={t('dashboard.texts')} value={data && lines.length} />
          </dl>
          <Parts part={part} onChoose={setPart} />
          {data ? (
            <LineList display={key} lines={data.lines} canEdit={canEdit} emptyAction={canEdit && addText('default')} />
          ) : (
            !error && <Skeleton radius="lg" className={styles.linesSkeleton ?? ''} />
          )}
        </div>
      </div>

      <div className={styles.screens}>
        <ScreensPanel display={key} items={data?.items ?? NOTHING.items} revision={data?.revision} canEdit={canEdit} />
      </div>

      <div className={styles.pictures}>
        {data ? (
          <MediaFrom value={data.mediaUrl}>
            <ItemList display={key} items={data.items} canEdit={canEdit} emptyAction={canEdit && addContainer} />
          </MediaFrom>
        ) : (
          !error && <ItemListSkeleton />
        )}
      </div>

      {canEdit && (
        <DropAnywhere
          title={t('upload.drop-anywhere')}
          lead={t('upload.drop-anywhere-lead', { name: display.name })}
          onFiles={take}
          onText={takeFilm}
        />
      )}
      {canEdit && dock()}
      {open === 'settings' && <EditDisplay display={display} onClose={() => setOpen(undefined)} />}
      {open === 'add-text' && <AddLine display={key} onClose={() => setOpen(undefined)} />}
      {open === 'activity' && (
        <ActivityDialog
          display={key}
          name={data?.name ?? display.name}
          role={session.role}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'preview' && <PreviewLines lines={lines} onClose={() => setOpen(undefined)} />}
      {open === 'screen' && <ShowOnScreen display={key} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

const PARTS = ['pictures', 'texts', 'screens'] as const
type Part = (typeof PARTS)[number]

/** On a phone one part of the page at a time, right below the preview; elsewhere all of them stand there, and this does not. */
function Parts({ part, onChoose }: { part: Part; onChoose: (part: Part) => void }) {
  const { t } = useI18n()
  return (
    <nav className={styles.parts} aria-label={t('dashboard.parts')}>
      {PARTS.map((name) => (
        <UnstyledButton
          key={name}
          className={styles.part ?? ''}
          aria-pressed={name === part}
          onClick={() => onChoose(name)}
        >
          {t(`dashboard.part.${name}`)}
        </UnstyledButton>
      ))}
    </nav>
  )
}

const hiddenNote = (count: number, say: (count: number) => string) => (count > 0 ? say(count) : undefined)

type TileProps = { icon: React.ReactNode; label: string; value: number | undefined; note?: string | undefined }

/** D2 */
function Tile({ icon, label, value, note }: TileProps) {
  const { number } = useI18n()
  return (
    <div className={styles.tile}>
      <dt className={styles.tileLabel}>
        {label}
        <span className={styles.tileIcon}>{icon}</span>
      </dt>
      <dd className={styles.tileValue}>
        {value === undefined ? <Skeleton width="2ch" height="2rem" /> : number(value)}
        {note && <span className={styles.tileNote}>{note}</span>}
      </dd>
    </div>
  )
}
