import { Button } from '@mantine/core'
import {
  type Item,
  isPlaylistId,
  mediaIdOf,
  PAGES,
  type ProgrammeKey,
  playlistPath,
  programmeIdOf,
  type Session,
} from '@placard/contract'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ItemPicture } from '../../../features/content/items/item-picture.tsx'
import { UploadProgress } from '../../../features/content/uploads/upload-progress.tsx'
import { useProgrammeIf } from '../../../platform/api/use-programme.ts'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { keyOf, useChosenDisplay } from '../../../shell/chosen-display.ts'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { isEditor } from '../../../shell/is-editor.ts'
import { RequireOrganisation } from '../../../shell/require-session.tsx'
import { useUploadDock } from '../../../shell/use-upload-dock.tsx'
import styles from './add-container.module.css'
import { AddForm } from './add-form.tsx'
import { UploadFailed } from './upload-failed.tsx'
import { useAdding } from './use-adding.ts'

const DescribeFile = lazyDialog(() => import('../../../features/content/library/describe-file.tsx'), {
  quiet: 'for good',
  ahead: false,
})

/** Loaded on demand, because the dashboard loads this page when it is idle. */
const SetWhen = lazyDialog(() => import('./set-when.tsx'), { quiet: 'for good', ahead: false })

/** R5, rows C */
export default function AddContainer() {
  return <RequireOrganisation>{(session) => <AddContainerPage session={session} />}</RequireOrganisation>
}

function AddContainerPage({ session }: { session: Session }) {
  const { t } = useI18n()
  const target = useTarget(session)
  const mayAdd = target.mayAdd
  return (
    <InnerPage
      session={session}
      title={t('add.title')}
      lead={mayAdd && target.name !== undefined && t('add.lead', { name: target.name })}
      width="form"
      back={target.back}
    >
      {!mayAdd ? (
        <ErrorBox message={t('error.not-allowed')} />
      ) : target.key ? (
        <Adding key={programmeIdOf(target.key)} session={session} programmeKey={target.key} back={target.back} />
      ) : (
        <ErrorBox message={t('dashboard.no-display.lead')} />
      )}
    </InnerPage>
  )
}

type Target = {
  /** Undefined: there is no display. */
  key: ProgrammeKey | undefined
  /** Undefined while it is unknown. */
  name: string | undefined
  mayAdd: boolean
  back: { to: string; label: string }
}

/** The playlist in the page's address, else the chosen display. */
function useTarget(session: Session): Target {
  const { t } = useI18n()
  const { display, pathTo } = useChosenDisplay(session)
  const [query] = useSearchParams()
  const { organisation } = session
  const id = query.get('playlist')
  const playlist =
    organisation && id !== null && isPlaylistId(id) ? { organisationId: organisation.id, playlistId: id } : undefined
  const known = useProgrammeIf(playlist).data
  const mayAdd = isEditor(session.role)
  if (!playlist) {
    const back = { to: pathTo(PAGES.dashboard), label: t('action.back') }
    return { key: display && keyOf(display), name: display?.name, mayAdd, back }
  }
  return {
    key: playlist,
    name: known?.name,
    mayAdd: mayAdd && !session.limited,
    back: { to: playlistPath(playlist.playlistId), label: t('playlists.back-to') },
  }
}

type AddingProps = { session: Session; programmeKey: ProgrammeKey; back: Target['back'] }

function Adding({ session, programmeKey: given, back }: AddingProps) {
  /** Another key resets the form. */
  const [turn, setTurn] = useState(0)
  // Constant while the page is about the same programme.
  const [programmeKey] = useState(given)
  const adding = useAdding(programmeKey, session)
  const { take, dock } = useUploadDock(session, programmeKey)
  const { step } = adding

  if (step.status === 'done') {
    return (
      <>
        <Added
          programmeKey={programmeKey}
          item={step.item}
          back={back}
          onAnother={() => {
            setTurn(turn + 1)
            adding.reset()
          }}
        />
        {dock(adding.task?.id)}
      </>
    )
  }
  return (
    <>
      <AddForm
        key={turn}
        session={session}
        programmeKey={programmeKey}
        step={step}
        progress={step.status === 'uploading' && <UploadProgress task={step.task} state={step.state} />}
        onSubmit={adding.submit}
        onSeveral={take}
        onAfresh={() => setTurn(turn + 1)}
      />
      {dock(adding.task?.id)}
      {step.status === 'failed' && <UploadFailed code={step.code} onRetry={adding.retry} onCancel={adding.reset} />}
    </>
  )
}

type AddedProps = { programmeKey: ProgrammeKey; item: Item; back: Target['back']; onAnother: () => void }

/** C2: the added item, as the displays show it now. */
function Added({ programmeKey, item, back, onAnother }: AddedProps) {
  const { t } = useI18n()
  const [isTimed, setTimed] = useState(false)
  const stored = mediaIdOf(item.url)
  return (
    <div className={styles.added}>
      <div className={styles.picture}>
        <ItemPicture item={item} full />
      </div>
      <p className={styles.done} role="status">
        {t(item.visible ? (isTimed ? 'add.done-timed' : 'add.done') : 'add.done-hidden', { title: item.title })}
      </p>
      {stored && <DescribeFile organisationId={programmeKey.organisationId} mediaId={stored} />}
      <div className={styles.next}>
        <Button component={Link} to={back.to} autoFocus>
          {back.label}
        </Button>
        <SetWhen programmeKey={programmeKey} item={item} onTimed={setTimed} />
        <Button variant="default" onClick={onAnother}>
          {t('add.another')}
        </Button>
      </div>
    </div>
  )
}
