import { Button } from '@mantine/core'
import {
  type FileUse,
  MediaId,
  type OrganisationId,
  PAGES,
  PlaylistId,
  playlistPath,
  type Session,
  tablePath,
} from '@placard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { AddFilesButton, AddingStatus, KeepQuality } from '../../../features/content/library/add-files.tsx'
import { ChosenBar, type ChosenFiles } from '../../../features/content/library/chosen-bar.tsx'
import { Files } from '../../../features/content/library/files.tsx'
import { Narrow } from '../../../features/content/library/narrow.tsx'
import { useAdding } from '../../../features/content/library/use-adding.ts'
import { askLibraryAnew, libraryOf, type Narrowed } from '../../../features/content/library/use-library.ts'
import { documentsAmong } from '../../../features/content/uploads/documents-among.ts'
import { DropAnywhere } from '../../../features/content/uploads/drop-anywhere.tsx'
import { call } from '../../../platform/api/call.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { FolderIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { StorageBar } from '../../../platform/ui/storage-bar.tsx'
import { useChosenDisplay } from '../../../shell/chosen-display.ts'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { isEditor } from '../../../shell/is-editor.ts'
import { RequireOrganisation } from '../../../shell/require-session.tsx'
import styles from './library.module.css'

const FileDialog = lazyDialog(() => import('../../../features/content/library/file-dialog.tsx'))
const LabelFiles = lazyDialog(() => import('../../../features/content/library/label-files.tsx'))
const LibraryDeck = lazyDialog(() => import('./library-deck.tsx'), { ahead: false })
const PutFiles = lazyDialog(() => import('../../../features/content/library/put-files.tsx'))
const RemoveFiles = lazyDialog(() => import('../../../features/content/library/remove-files.tsx'))

export default function Library() {
  return (
    <RequireOrganisation>
      {(session) => session.organisation && <Stored session={session} organisationId={session.organisation.id} />}
    </RequireOrganisation>
  )
}

/** The open dialog besides that of a file, with the files that it is about. */
type Open = { what: 'put' | 'label' | 'remove'; files: ChosenFiles }

/** LB1 to LB4: all files of the organisation. The page's address contains the open file. */
function Stored({ session, organisationId }: { session: Session; organisationId: OrganisationId }) {
  const { t } = useI18n()
  const [query, setQuery] = useSearchParams()
  const { pathOf } = useChosenDisplay(session)
  const [narrowed, setNarrowed] = useState<Narrowed>({})
  const [chosen, setChosen] = useState<ChosenFiles>([])
  const [open, setOpen] = useState<Open>()
  const { data } = useQuery(libraryOf(organisationId))
  const [keepsQuality, setKeepsQuality] = useState(false)
  const { adding, add, cancel } = useAdding(session.email, organisationId)
  const { documents, take, keepDeck, goOn } = useDocuments(organisationId, (files) => add(files, keepsQuality))
  const [document] = documents
  const mayEdit = isEditor(session.role)
  const file = MediaId.safeParse(query.get('file')).data

  const look = (id: MediaId | undefined) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (id === undefined) next.delete('file')
        else next.set('file', id)
        return next
      },
      // The back button returns to the page before, not through all files that were opened.
      { replace: true },
    )
  const pathTo = ({ kind, programmeId, tableId }: FileUse) => {
    if (kind === 'take-over' || kind === 'insert') return PAGES.takeOver
    if (tableId !== null) return tablePath(tableId)
    if (programmeId === null) return undefined
    if (kind === 'playlist') return playlistPath(PlaylistId.parse(programmeId))
    const display = session.displays.find(({ id }) => id === programmeId)
    return display && pathOf(kind === 'corner' ? PAGES.layout : PAGES.dashboard, display)
  }
  const end = () => {
    setOpen(undefined)
    setChosen([])
  }

  return (
    <InnerPage session={session} title={t('library.title')} lead={t('library.lead')} width="list">
      <div className={styles.head}>
        {mayEdit && (
          <div className={styles.ways}>
            <AddFilesButton onFiles={(files) => void take(files)} />
            <Button component={Link} to={PAGES.movingIn} variant="default" leftSection={<FolderIcon size={18} />}>
              {t('moving.open')}
            </Button>
          </div>
        )}
        {data && (
          <div className={styles.storage}>
            <StorageBar
              usedBytes={data.usedBytes}
              quotaBytes={data.quotaBytes}
              note={t('library.files', { count: data.files })}
            />
          </div>
        )}
      </div>
      {mayEdit && <KeepQuality checked={keepsQuality} onChange={setKeepsQuality} />}
      <AddingStatus organisationId={organisationId} adding={adding} onCancel={cancel} />
      <Narrow library={data} narrowed={narrowed} onNarrow={setNarrowed} />
      <Files
        organisationId={organisationId}
        narrowed={narrowed}
        chosen={
          mayEdit
            ? {
                ids: chosen.map(({ id }) => id),
                onToggle: (one) =>
                  setChosen((before) =>
                    before.some(({ id }) => id === one.id)
                      ? before.filter(({ id }) => id !== one.id)
                      : [...before, one],
                  ),
              }
            : undefined
        }
        onOpen={look}
      />
      {chosen.length > 0 && (
        <ChosenBar
          files={chosen}
          onPut={() => setOpen({ what: 'put', files: chosen })}
          onLabel={() => setOpen({ what: 'label', files: chosen })}
          onRemove={() => setOpen({ what: 'remove', files: chosen })}
          onEnd={() => setChosen([])}
        />
      )}
      {mayEdit && <DropAnywhere title={t('library.drop')} onFiles={(files) => void take(files)} />}
      {document && (
        <LibraryDeck
          key={documents.length}
          organisationId={organisationId}
          file={document}
          onMade={keepDeck}
          onClose={goOn}
        />
      )}
      {file && (
        <FileDialog
          organisationId={organisationId}
          mediaId={file}
          mayEdit={mayEdit}
          pathTo={pathTo}
          drawDeck={(form) => <LibraryDeck organisationId={organisationId} {...form} />}
          onPut={(one) => setOpen({ what: 'put', files: [one] })}
          onRemove={(one) => setOpen({ what: 'remove', files: [one] })}
          onClose={() => look(undefined)}
        />
      )}
      {open?.what === 'put' && (
        <PutFiles
          organisationId={organisationId}
          files={open.files}
          mayEditPlaylists={!session.limited}
          onPut={end}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.what === 'label' && (
        <LabelFiles
          organisationId={organisationId}
          files={open.files}
          onLabelled={end}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.what === 'remove' && (
        <RemoveFiles
          organisationId={organisationId}
          files={open.files}
          pathTo={pathTo}
          onRemoved={() => {
            end()
            look(undefined)
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </InnerPage>
  )
}

/**
 * Opens a form for each dropped or chosen PDF, one after the other.
 *
 * @param add starts to upload pictures and films
 */
function useDocuments(organisationId: OrganisationId, add: (files: File[]) => void) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const [documents, setDocuments] = useState<readonly File[]>([])
  return {
    documents,
    take: async (files: readonly File[]) => {
      const { documents: more, others } = await documentsAmong(files)
      if (others.length > 0) add(others)
      setDocuments((before) => [...before, ...more])
    },
    keepDeck: async (mediaId: MediaId, name: string) => {
      await call('addLibraryFile', { params: { organisationId }, body: { mediaId, name } })
      notice('success', t('library.deck-added'))
      await askLibraryAnew(client, organisationId)
    },
    goOn: () => setDocuments(([, ...rest]) => rest),
  }
}
