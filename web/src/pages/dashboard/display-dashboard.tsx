import type { Display, Programme, Session } from '@placard/contract'
import { useEffect, useState } from 'react'
import { renewSession } from '../../api/renew-session.ts'
import { useLiveProgramme, useProgramme } from '../../api/use-programme.ts'
import { useAddedItem } from '../../features/items/added-item.ts'
import { useSeenItems } from '../../features/items/use-items.ts'
import { useSeenLines } from '../../features/lines/use-lines.ts'
import { LivePreview } from '../../features/preview/live-preview.tsx'
import { ScreensPanel } from '../../features/screens/screens-panel.tsx'
import { DropAnywhere } from '../../features/uploads/drop-anywhere.tsx'
import { keyOf } from '../../shell/chosen-display.ts'
import { useUploadDock } from '../../shell/use-upload-dock.tsx'
import { showWhenDrawn } from '../../ui/focus-when-drawn.ts'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { AddContainerLink, AddTextButton } from './add-buttons.tsx'
import { Containers } from './containers.tsx'
import styles from './dashboard.module.css'
import { DashboardDialog, type DialogName } from './dialogs.tsx'
import { DashboardHeader } from './header.tsx'
import { LoadFailed } from './load-failed.tsx'
import { Numbers } from './numbers.tsx'
import { type Part, Parts } from './parts.tsx'
import { ProviderMessage } from './provider-message.tsx'
import { Texts } from './texts.tsx'
import { useFilmAddress } from './use-film-address.ts'
import { useUndoKey } from './use-undo-key.ts'

type Props = { session: Session; display: Display; addPath: string }

const NOTHING = { items: [], lines: [] } satisfies Pick<Programme, 'items' | 'lines'>

/** Everything about one display: what it shows, what it holds, and its screens. */
export function DisplayDashboard({ session, display, addPath }: Props) {
  const { t } = useI18n()
  const key = keyOf(display)
  const { data, error, refetch } = useProgramme(key)
  const live = useLiveProgramme(key)
  const items = useSeenItems(key, data?.items ?? NOTHING.items)
  const lines = useSeenLines(key, data?.lines ?? NOTHING.lines)
  const [open, setOpen] = useState<DialogName>()
  const [part, setPart] = useState<Part>('pictures')
  const { take, dock } = useUploadDock(session, display)
  const added = useAddedItem(key)
  useUndoKey(key)
  const takeFilm = useFilmAddress(key)
  const canEdit = session.role !== 'viewer'
  const name = data?.name ?? display.name
  const failed = error && !data ? error : undefined

  useEffect(() => {
    // Somebody has named it anew: the choice of displays says so as well.
    if (name !== display.name) void renewSession()
  }, [name, display.name])
  useEffect(() => {
    if (added !== undefined) showWhenDrawn('item', added)
  }, [added])

  const addText = () => {
    setPart('texts')
    setOpen('add-text')
  }

  return (
    <div className={styles.page} data-part={part}>
      <ProviderMessage session={session} />
      <DashboardHeader
        display={key}
        name={name}
        role={session.role}
        live={live}
        addPath={addPath}
        onOpen={setOpen}
        onAddText={addText}
        onFollowAlarm={() => setPart('screens')}
      />
      {failed && <LoadFailed error={failed} onRetry={() => void refetch()} />}
      <div className={styles.top}>
        <LivePreview
          display={key}
          name={display.name}
          items={items}
          times={data && { offsets: data.zoneOffsets, lines }}
          added={added}
          onShowOnScreen={() => setOpen('screen')}
        />
        <div className={styles.side}>
          <Numbers display={key} programme={data && { items, lines }} />
          <Parts part={part} onChoose={setPart} />
          {!failed && (
            <Texts
              display={key}
              lines={data?.lines}
              canEdit={canEdit}
              emptyAction={canEdit && <AddTextButton onPress={addText} />}
            />
          )}
        </div>
      </div>
      <div className={styles.screens}>
        <ScreensPanel display={key} items={data?.items ?? NOTHING.items} revision={data?.revision} canEdit={canEdit} />
      </div>
      <div className={styles.pictures}>
        {!failed && (
          <Containers
            display={key}
            programme={data}
            canEdit={canEdit}
            emptyAction={canEdit && <AddContainerLink path={addPath} />}
          />
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
      <DashboardDialog
        open={open}
        display={display}
        name={name}
        role={session.role}
        lines={lines}
        onClose={() => setOpen(undefined)}
      />
    </div>
  )
}
