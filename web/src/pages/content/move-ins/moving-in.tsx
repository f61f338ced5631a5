import { Skeleton } from '@mantine/core'
import {
  libraryPath,
  MoveInId,
  type OrganisationId,
  PAGES,
  playlistPath,
  type Session,
  tablePath,
} from '@placard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useSearchParams } from 'react-router'
import { askLibraryAnew } from '../../../features/content/library/use-library.ts'
import { BringHere, useDrop } from '../../../features/content/move-ins/bring-here.tsx'
import { MoveInList } from '../../../features/content/move-ins/move-in-list.tsx'
import { movingOf } from '../../../features/content/move-ins/moving.ts'
import { PlanForm } from '../../../features/content/move-ins/plan-form.tsx'
import { Bringing, Reading, Stopped } from '../../../features/content/move-ins/progress.tsx'
import type { Brought } from '../../../features/content/move-ins/read.ts'
import { Report } from '../../../features/content/move-ins/report.tsx'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { askPlaylistsAnew } from '../../../platform/api/playlists.ts'
import { askTablesAnew } from '../../../platform/api/tables.ts'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { Section } from '../../../platform/ui/section.tsx'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { RequireOrganisation } from '../../../shell/require-session.tsx'
import styles from './moving-in.module.css'

const ConfirmDialog = lazyDialog(() => import('../../../platform/ui/confirm-dialog.tsx'))

/** MV1: brings in content from elsewhere, and reports the result. */
export default function MovingInRoute() {
  return (
    <RequireOrganisation>
      {(session) => session.organisation && <MovingIn session={session} organisationId={session.organisation.id} />}
    </RequireOrganisation>
  )
}

type Props = { session: Session; organisationId: OrganisationId }

function MovingIn({ session, organisationId }: Props) {
  const { t } = useI18n()
  const [query, setQuery] = useSearchParams()
  const shown = MoveInId.safeParse(query.get('report')).data
  const show = (id: MoveInId | undefined) => setQuery(id === undefined ? {} : { report: id })
  return (
    <InnerPage
      session={session}
      title={t('moving.title')}
      lead={t('moving.lead')}
      width="list"
      back={shown && { to: PAGES.movingIn, label: t('moving.title') }}
    >
      {session.role === 'viewer' ? (
        <ErrorBox message={t('error.not-allowed')} />
      ) : shown ? (
        <OneReport organisationId={organisationId} id={shown} onRemoved={() => show(undefined)} />
      ) : (
        <Move session={session} organisationId={organisationId} onEnded={show} />
      )}
    </InnerPage>
  )
}

const moveInsKey = (organisationId: OrganisationId) => ['move-ins', organisationId]

function Move({ session, organisationId, onEnded }: Props & { onEnded: (id: MoveInId) => void }) {
  const { t } = useI18n()
  const client = useQueryClient()
  const [moving] = useState(() =>
    movingOf(session.email, organisationId, () => {
      void askLibraryAnew(client, organisationId)
      void askPlaylistsAnew(client, organisationId)
      void askTablesAnew(client, organisationId)
      void client.invalidateQueries({ queryKey: moveInsKey(organisationId) })
    }),
  )
  const state = useSyncExternalStore(moving.subscribe, moving.state)
  const { data: before } = useQuery({
    queryKey: moveInsKey(organisationId),
    queryFn: ({ signal }) => call('listMoveIns', { params: { organisationId }, signal }),
    staleTime: 0,
  })
  const ended = state.status === 'ended' ? state.id : undefined
  useEffect(() => {
    if (ended === undefined) return
    moving.clear()
    onEnded(ended)
  }, [ended, moving, onEnded])
  // UTC times of other products are converted to the time zone of the first display.
  const timeZone = session.displays[0]?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

  const isOpen = state.status === 'idle' || state.status === 'unreadable' || state.status === 'planned'
  const take = (name: string, brought: Promise<Brought> | Brought) => moving.read(name, brought, timeZone)
  const isOver = useDrop(isOpen ? take : undefined)

  switch (state.status) {
    case 'planned':
      return (
        <PlanForm
          plan={state.plan}
          before={state.before}
          displays={session.displays}
          mayEditPlaylists={!session.limited}
          onBegin={moving.begin}
          onClear={moving.clear}
          linkTo={(id, words) => (
            <Link to={playlistPath(id)} className={styles.link}>
              {words}
            </Link>
          )}
        />
      )
    case 'bringing':
      return <Bringing progress={state.progress} onStop={moving.stop} />
    case 'stopped':
      return <Stopped state={state} onGoOn={moving.goOn} onClear={moving.clear} />
    case 'reading':
      return <Reading name={state.name} share={state.share} onStop={moving.clear} />
    case 'ended':
      return <Skeleton height="12rem" radius="lg" />
    case 'idle':
    case 'unreadable':
      return (
        <>
          {state.status === 'unreadable' && <ErrorBox message={`${state.name}: ${t(`moving.why.${state.reason}`)}`} />}
          <BringHere isOver={isOver} onBrought={take} />
          <Products />
          {before && before.length > 0 && (
            <MoveInList
              moveIns={before}
              linkTo={(id, words) => (
                <Link to={`${PAGES.movingIn}?report=${id}`} className={styles.link} dir="auto">
                  {words}
                </Link>
              )}
            />
          )}
        </>
      )
  }
}

/** Explains for each product how to export its content. */
function Products() {
  const { t } = useI18n()
  return (
    <ul className={styles.products}>
      {(['files', 'anthias', 'xibo'] as const).map((kind) => (
        <li key={kind} className={styles.product}>
          <h2>{t(`moving.from.${kind}`)}</h2>
          <p>{t(`moving.from-lead.${kind}`)}</p>
        </li>
      ))}
    </ul>
  )
}

type OneProps = { organisationId: OrganisationId; id: MoveInId; onRemoved: () => void }

function OneReport({ organisationId, id, onRemoved }: OneProps) {
  const { t } = useI18n()
  const client = useQueryClient()
  const [isRemoving, setRemoving] = useState(false)
  const params = { organisationId, moveInId: id }
  const { data, error, refetch } = useQuery({
    queryKey: [...moveInsKey(organisationId), id],
    queryFn: ({ signal }) => call('getMoveIn', { params, signal }),
    staleTime: 0,
  })
  const remove = async () => {
    setRemoving(false)
    await call('removeMoveIn', { params })
    await client.invalidateQueries({ queryKey: moveInsKey(organisationId) })
    onRemoved()
  }
  if (!data) {
    const problem = error ? t(`error.${codeOf(error)}`) : undefined
    return <Section title={t('moving.title')} loading={!error} problem={problem} onRetry={refetch} />
  }
  return (
    <>
      <Report
        report={data}
        linkTo={({ mediaId, playlistId, tableId }, words) => {
          const to = playlistId
            ? playlistPath(playlistId)
            : tableId
              ? tablePath(tableId)
              : mediaId && libraryPath(mediaId)
          return to ? (
            <Link to={to} className={styles.link} dir="auto">
              {words}
            </Link>
          ) : (
            <bdi>{words}</bdi>
          )
        }}
        onRemove={() => setRemoving(true)}
      />
      {isRemoving && (
        <ConfirmDialog
          question={t('moving.remove-question')}
          subject={data.name}
          confirmLabel={t('moving.remove-report')}
          onConfirm={() => void remove()}
          onCancel={() => setRemoving(false)}
        />
      )}
    </>
  )
}
