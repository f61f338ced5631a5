import {
  type Line,
  PAGES,
  type Programme,
  type ProgrammeKey,
  programmeIdOf,
  type Screens,
  type Session,
} from '@placard/contract'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EntryName } from '../features/content/entries/use-entries.ts'
import { useAddedItem } from '../features/content/items/added-item.ts'
import { useSeenItems } from '../features/content/items/use-items.ts'
import { useSeenLines } from '../features/content/lines/use-lines.ts'
import type { NoticeStart } from '../features/content/notices/notice-form.tsx'
import { LivePreview } from '../features/content/preview/live-preview.tsx'
import { itemsIn, schedulesIn, whatPlays } from '../features/content/schedules/what-plays.ts'
import { DropAnywhere } from '../features/content/uploads/drop-anywhere.tsx'
import { Explain } from '../features/content/why/in-words.ts'
import { useLiveProgramme, useProgramme } from '../platform/api/use-programme.ts'
import { showWhenDrawn } from '../platform/ui/focus-when-drawn.ts'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import { lazyDialog } from '../platform/ui/lazy-dialog.tsx'
import { useUploadDock } from '../shell/use-upload-dock.tsx'
import { AddAnythingButton, AddContainerLink, AddTextButton, WriteNoticeButton } from './add-buttons.tsx'
import { Containers } from './containers.tsx'
import type { DialogName } from './dialogs.tsx'
import { ProgrammeHeader } from './header.tsx'
import { LiveStatus } from './live-status.tsx'
import { LoadFailed } from './load-failed.tsx'
import { Numbers } from './numbers.tsx'
import { type Part, Parts } from './parts.tsx'
import styles from './programme-page.module.css'
import { Texts } from './texts.tsx'
import { useBrought } from './use-brought.tsx'

/** Loaded late: there is nothing to undo until something was changed. */
const UndoKey = lazyDialog(() => import('./undo-key.ts'), { patient: true })

const ProgrammeDialog = lazyDialog(() => import('./dialogs.tsx'))

/** The page works without it, and the sign-in page does not need the rules it contains. */
const AdviceLine = lazyDialog(() => import('../features/content/advice/advice-line.tsx'), {
  patient: true,
  ahead: false,
})

/** Loaded on demand. */
const WriteNotice = lazyDialog(() => import('./write-notice.tsx'), { ahead: false })

/** Only needed if something is scheduled. */
const NothingNow = lazyDialog(() => import('../features/content/schedules/nothing-now.tsx'), {
  quiet: true,
  ahead: false,
})

type Props = {
  session: Session
  programmeKey: ProgrammeKey
  /** The name, as far as it is known. */
  name: string
  canEdit: boolean
  addPath: string
  title: string
  /** Shown above everything else. */
  above: ReactNode
  /** The state, in addition to that of every programme. */
  state: ReactNode
  /** More actions for the whole programme. */
  tools: ReactNode
  /** Shown below the preview, on a phone together with the containers. */
  below?: ReactNode
  /** True: `below` has room from the beginning. */
  hasZones?: boolean
  /** Shown to users who may not edit it. */
  lookOnly: string
  /** The second line of the drop zone. */
  dropLead: string
  /** The places where it plays: the third part of the page, shown on a phone with a tab of this name. */
  places: { label: string; panel: ReactNode }
  /** The screens of a display, as far as known. */
  screens?: Screens | undefined
  /** The heading of the third part. */
  placesHeadingId?: string
  part: Part
  onPart: (part: Part) => void
  /** Only displays can be shown on a screen and include playlists. */
  onShowOnScreen?: () => void
  onAddPlaylist?: () => void
}

const NOTHING = { items: [], lines: [], playlists: [] } satisfies Pick<Programme, 'items' | 'lines' | 'playlists'>

/** The page of a programme, a display's or a playlist's: its preview, its content, and the places where it plays (CP1). */
export function ProgrammePage(props: Props) {
  const { session, programmeKey, name, canEdit, addPath, part, onPart } = props
  const { t } = useI18n()
  const { data, error, refetch } = useProgramme(programmeKey)
  const live = useLiveProgramme(programmeKey)
  const items = useSeenItems(programmeKey, data?.items ?? NOTHING.items)
  const lines = useSeenLines(programmeKey, data?.lines ?? NOTHING.lines)
  const holding = { items, lines, playlists: data?.playlists ?? NOTHING.playlists, values: data?.values }
  const programme = useMemo(() => data && { ...data, items, lines }, [data, items, lines])
  const playing = whatPlays(holding)
  const hasSchedules = schedulesIn(holding).some((schedule) => schedule !== undefined)
  const hasConditions = data?.values !== undefined
  const [open, setOpen] = useState<DialogName>()
  const [writing, setWriting] = useState<NoticeStart>()
  const [list, onSelecting] = useState<EntryName>()
  const selecting = { list, onSelecting }
  const { take: upload, dock } = useUploadDock(session, programmeKey)
  const [taker, bring] = useBrought(programmeKey, upload)
  const added = useAddedItem(programmeKey)
  const failed = error && !data ? error : undefined

  useEffect(() => {
    if (added !== undefined) showWhenDrawn('item', added)
  }, [added])

  const write = (start: NoticeStart) => {
    onPart('pictures')
    setWriting(start)
  }
  const writeNotice = () => write({ do: 'add' })
  const makeNotice = (line: Line, text: string) => setWriting({ do: 'from-line', line, text })

  const addText = () => {
    onPart('texts')
    setOpen('add-text')
  }

  return (
    <div className={styles.page} data-part={part}>
      {props.above}
      <ProgrammeHeader
        title={props.title}
        weekPath={`${PAGES.week}?id=${programmeIdOf(programmeKey)}`}
        state={
          <>
            <LiveStatus status={live} />
            {props.state}
          </>
        }
        tools={props.tools}
        canEdit={canEdit}
        lookOnly={props.lookOnly}
        addPath={addPath}
        onOpen={setOpen}
        onAddText={addText}
        onWriteNotice={writeNotice}
      />
      {failed && <LoadFailed error={failed} onRetry={() => void refetch()} />}
      {(hasSchedules || hasConditions) && <NothingNow programmeKey={programmeKey} playing={playing.items} />}
      <div className={styles.top}>
        <LivePreview
          programmeKey={programmeKey}
          name={name}
          items={itemsIn(holding)}
          playing={playing.items.length}
          times={data && { offsets: data.zoneOffsets, hasSchedules, hasConditions }}
          added={added}
          onShowOnScreen={props.onShowOnScreen}
        />
        <div className={styles.side}>
          <Numbers programmeKey={programmeKey} holding={programme} onLoopHealth={() => setOpen('health')} />
          <div className={styles.advice}>
            {programme && (
              <AdviceLine programmeKey={programmeKey} programme={programme} onOpen={() => setOpen('advice')} />
            )}
          </div>
          <Parts part={part} places={props.places.label} onChoose={onPart} />
          {!failed && (
            <Texts
              programmeKey={programmeKey}
              programme={data}
              canEdit={canEdit}
              mayEditPlaylists={!session.limited}
              selecting={selecting}
              emptyAction={canEdit && <AddTextButton onPress={addText} />}
              onMakeNotice={makeNotice}
            />
          )}
        </div>
      </div>
      <div className={styles.below} data-zones={props.hasZones}>
        {props.below}
      </div>
      <div className={styles.places}>{props.places.panel}</div>
      <div className={styles.pictures}>
        {!failed && (
          <Containers
            programmeKey={programmeKey}
            programme={data}
            canEdit={canEdit}
            mayEditPlaylists={!session.limited}
            selecting={selecting}
            emptyAction={
              canEdit && (
                <div className={styles.first}>
                  <AddContainerLink path={addPath} />
                  <WriteNoticeButton onPress={writeNotice} />
                  <AddAnythingButton onPress={() => setOpen('add-anything')} />
                </div>
              )
            }
            onEditNotice={(item) => setWriting({ do: 'edit', item })}
          />
        )}
      </div>
      {canEdit && (
        <DropAnywhere
          title={t('upload.drop-anywhere')}
          lead={props.dropLead}
          onFiles={(files) => bring({ what: 'files', files })}
          onText={(text) => bring({ what: 'text', text })}
        />
      )}
      {canEdit && dock()}
      {taker}
      <UndoKey programmeKey={programmeKey} />
      {programme && (
        <Explain
          programmeKey={programmeKey}
          programme={programme}
          screens={props.screens}
          canEdit={canEdit}
          onPictures={() => flushSync(() => onPart('pictures'))}
          onScreens={() => {
            flushSync(() => onPart('places'))
            document.getElementById(props.placesHeadingId ?? '')?.focus()
          }}
          onLoopHealth={() => setOpen('health')}
        />
      )}
      {open && (
        <ProgrammeDialog
          open={open}
          programmeKey={programmeKey}
          programme={programme}
          name={name}
          role={session.role}
          canEdit={canEdit}
          lines={playing.lines.map(({ thing }) => thing)}
          onEditNotice={(item) => setWriting({ do: 'edit', item })}
          onMakeNotice={makeNotice}
          onOpen={setOpen}
          onBring={bring}
          onWriteNotice={writeNotice}
          onAddPlaylist={props.onAddPlaylist}
          onClose={() => setOpen(undefined)}
        />
      )}
      {writing && (
        <WriteNotice
          programmeKey={programmeKey}
          programme={programme}
          session={session}
          start={writing}
          onClose={() => setWriting(undefined)}
        />
      )}
    </div>
  )
}
