import { Button } from '@mantine/core'
import { type Display, type Item, PAGES, type Session } from '@placard/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { ItemPicture } from '../../features/items/item-picture.tsx'
import { UploadProgress } from '../../features/uploads/upload-progress.tsx'
import { useChosenDisplay } from '../../shell/chosen-display.ts'
import { InnerPage } from '../../shell/inner-page.tsx'
import { RequireOrganisation } from '../../shell/require-session.tsx'
import { useUploadDock } from '../../shell/use-upload-dock.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import styles from './add-container.module.css'
import { AddForm } from './add-form.tsx'
import { UploadFailed } from './upload-failed.tsx'
import { useAdding } from './use-adding.ts'

/** R5, rows C */
export default function AddContainer() {
  return <RequireOrganisation>{(session) => <AddContainerPage session={session} />}</RequireOrganisation>
}

function AddContainerPage({ session }: { session: Session }) {
  const { t } = useI18n()
  const { display, pathTo } = useChosenDisplay(session)
  const mayAdd = session.role !== 'viewer'
  return (
    <InnerPage
      session={session}
      title={t('add.title')}
      lead={mayAdd && display && t('add.lead', { name: display.name })}
      width="form"
    >
      {!mayAdd ? (
        <ErrorBox message={t('error.not-allowed')} />
      ) : display ? (
        <Adding key={display.id} session={session} display={display} dashboardPath={pathTo(PAGES.dashboard)} />
      ) : (
        <ErrorBox message={t('dashboard.no-display.lead')} />
      )}
    </InnerPage>
  )
}

type AddingProps = { session: Session; display: Display; dashboardPath: string }

function Adding({ session, display, dashboardPath }: AddingProps) {
  /** Another key is a fresh form. */
  const [turn, setTurn] = useState(0)
  const adding = useAdding(display, session)
  const { take, dock } = useUploadDock(session, display)
  const { step } = adding

  if (step.status === 'done') {
    return (
      <>
        <Added
          item={step.item}
          dashboardPath={dashboardPath}
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
        display={display}
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

/** C2: what was added, as the displays show it now. */
function Added({ item, dashboardPath, onAnother }: { item: Item; dashboardPath: string; onAnother: () => void }) {
  const { t } = useI18n()
  return (
    <div className={styles.added}>
      <div className={styles.picture}>
        <ItemPicture item={item} full />
      </div>
      <p className={styles.done} role="status">
        {t(item.visible ? 'add.done' : 'add.done-hidden', { title: item.title })}
      </p>
      <div className={styles.next}>
        <Button component={Link} to={dashboardPath} autoFocus>
          {t('action.back')}
        </Button>
        <Button variant="default" onClick={onAnother}>
          {t('add.another')}
        </Button>
      </div>
    </div>
  )
}
