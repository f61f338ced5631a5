import { Button, Skeleton } from '@mantine/core'
import type { FileKind, FileUse, LibraryFile, LibraryFileUses, MediaId, OrganisationId } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { errorInWords } from '../../../platform/form/problems.ts'
import { writeFileSize } from '../../../platform/ui/bytes.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { UploadIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { RetryBox } from '../../../platform/ui/retry-box.tsx'
import { ACCEPTED_DOCUMENTS, ACCEPTED_PICTURES } from '../uploads/accepted.ts'
import { KeepQuality } from './add-files.tsx'
import styles from './file-dialog.module.css'
import { type EndTyping, FileWords } from './file-words.tsx'
import { Places } from './places.tsx'
import { fileOf, useFileKept } from './use-library.ts'
import { replaceableIn, useReplaceFile } from './use-replace-file.ts'

const ConfirmDialog = lazyDialog(() => import('../../../platform/ui/confirm-dialog.tsx'))
const FileAdvice = lazyDialog(() => import('./file-advice.tsx'), { quiet: 'for good', ahead: false })

type Props = {
  organisationId: OrganisationId
  mediaId: MediaId
  mayEdit: boolean
  pathTo: (place: FileUse) => string | undefined
  /** The form that makes a deck from a newer PDF. */
  drawDeck: (form: {
    file: globalThis.File
    replaces: LibraryFile
    onMade: (id: MediaId) => Promise<void>
    onClose: () => void
  }) => ReactNode
  onPut: (file: LibraryFile) => void
  onRemove: (file: LibraryFile) => void
  onClose: () => void
}

/** One file: its picture, the places that show it, its texts, and its actions. */
export default function FileDialog(props: Props) {
  const { organisationId, mediaId, onClose } = props
  const { t } = useI18n()
  const end = useRef<EndTyping>(null)
  const isReplacing = useRef(false)
  const [isAsked, setAsked] = useState(false)
  const { data, error, refetch } = useQuery(fileOf(organisationId, mediaId))
  const leave = () => (end.current ? end.current(onClose) : onClose())
  const close = () => (isReplacing.current ? setAsked(true) : leave())
  return (
    <Dialog title={data?.name || t('library.unnamed')} onClose={close} size="wide">
      {error && !data && <RetryBox message={t(`error.${codeOf(error)}`)} onRetry={refetch} />}
      {!data && !error && <Skeleton height="20rem" radius="lg" />}
      {data && <File key={data.id} {...props} file={data} end={end} isReplacing={isReplacing} />}
      {isAsked && (
        <ConfirmDialog
          question={t('library.replace-leave')}
          subject={data?.name || t('library.unnamed')}
          confirmLabel={t('library.replace-stop')}
          onConfirm={leave}
          onCancel={() => setAsked(false)}
        />
      )}
    </Dialog>
  )
}

type FileProps = Props & {
  file: LibraryFileUses
  end: React.RefObject<EndTyping | null>
  isReplacing: React.RefObject<boolean>
}

function File(props: FileProps) {
  const { organisationId, file, mayEdit, pathTo, onPut, onRemove, end } = props
  const { t } = useI18n()
  const placesId = useId()
  const words = useRef<HTMLDivElement>(null)
  const [keepsQuality, setKeepsQuality] = useState(false)
  const mayReplace = mayEdit && replaceableIn(file) > 0
  /** Saves typed words before another dialog opens. */
  const afterTyping = (act: (file: LibraryFile) => void) => () => end.current?.(() => act(file))
  return (
    <div className={styles.file}>
      <div className={styles.column}>
        <div className={styles.frame}>
          {file.kind === 'deck' ? (
            <img className={styles.picture} src={file.thumbnailUrl ?? ''} alt={file.alternativeText} />
          ) : file.kind === 'picture' ? (
            <img className={styles.picture} src={file.url} alt={file.alternativeText} />
          ) : (
            // biome-ignore lint/a11y/useMediaCaption: a display plays it muted, and there are no captions
            <video className={styles.picture} src={file.url} controls preload="metadata" />
          )}
        </div>
        <Facts file={file} />
        <section className={styles.column} aria-labelledby={placesId}>
          <h3 id={placesId} className={styles.heading}>
            {t('library.on')}
          </h3>
          <Places file={file} pathTo={pathTo} />
        </section>
      </div>
      <div className={styles.column} ref={words}>
        {mayEdit && <FileAdvice file={file} onDescribe={() => words.current?.querySelector('textarea')?.focus()} />}
        <FileWords organisationId={organisationId} file={file} mayEdit={mayEdit} end={end} />
        {mayEdit && file.goesAt !== null && <Goes organisationId={organisationId} file={file} goesAt={file.goesAt} />}
        <div className={panel.buttons}>
          {mayEdit && <Button onClick={afterTyping(onPut)}>{t('library.put')}</Button>}
          {/* The document itself is not stored, only its pages. */}
          {file.kind !== 'deck' && (
            <Button variant="default" component="a" href={file.url} download={fileNameOf(file)}>
              {t('library.download')}
            </Button>
          )}
          {mayReplace && <Replace {...props} keepsQuality={keepsQuality} />}
          {mayEdit && (
            <Button variant="default" className={panel.danger ?? ''} onClick={afterTyping(onRemove)}>
              {t('library.remove-ask')}
            </Button>
          )}
        </div>
        {mayReplace && file.kind === 'film' && <KeepQuality checked={keepsQuality} onChange={setKeepsQuality} />}
      </div>
    </div>
  )
}

function Facts({ file }: { file: LibraryFile }) {
  const { t, language, number } = useI18n()
  const at = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(file.uploadedAt)
  return (
    <p className={styles.facts}>
      {t(`library.one.${file.kind}`)} ·{' '}
      {file.pages === null ? (
        <bdi>{`${number(file.width)} × ${number(file.height)}`}</bdi>
      ) : (
        t('decks.count', { count: file.pages, pages: number(file.pages) })
      )}{' '}
      · {writeFileSize(file.sizeBytes, language)} · {at}
      {file.uploadedBy !== null && (
        <>
          {' '}
          · <bdi>{file.uploadedBy}</bdi>
        </>
      )}
    </p>
  )
}

type GoesProps = { organisationId: OrganisationId; file: LibraryFile; goesAt: number }

/** Shown for a file that nothing uses and that nobody has marked to be kept. */
function Goes({ organisationId, file, goesAt }: GoesProps) {
  const { t, language } = useI18n()
  const keep = useFileKept(organisationId)
  const [problem, setProblem] = useState<string>()
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(goesAt)
  const stay = async () => {
    setProblem(undefined)
    try {
      const params = { organisationId, mediaId: file.id }
      keep(await call('updateLibraryFile', { params, body: { kept: true } }))
    } catch (error) {
      console.error('keeping a file failed', error)
      setProblem(errorInWords(error, t))
    }
  }
  return (
    <div className={styles.goes}>
      <p>{t('library.goes', { day })}</p>
      {problem && <ErrorBox message={problem} />}
      <Button variant="default" size="compact-md" onClick={() => void stay()}>
        {t('library.keep')}
      </Button>
    </div>
  )
}

type ReplaceProps = FileProps & { keepsQuality: boolean }

/** An animated picture is converted to a film. */
const ACCEPTED: Record<FileKind, string> = {
  picture: ACCEPTED_PICTURES,
  film: 'video/*,image/gif,image/webp,image/png',
  deck: ACCEPTED_DOCUMENTS,
}

function Replace({ organisationId, file, drawDeck, onClose, isReplacing, keepsQuality }: ReplaceProps) {
  const { t } = useI18n()
  const field = useRef<HTMLInputElement>(null)
  const { replace, takeDeck, cancel, sending, problem } = useReplaceFile(organisationId, file, onClose)
  const isBusy = sending !== undefined
  useEffect(() => {
    isReplacing.current = isBusy
    return () => {
      isReplacing.current = false
    }
  }, [isReplacing, isBusy])
  const sendingWords = ({ share, isWaiting }: NonNullable<typeof sending>) =>
    t(isWaiting ? 'upload.waiting' : 'library.replacing', { percent: Math.floor(share * 100) })
  const [document, setDocument] = useState<globalThis.File>()
  const isTaken = useRef(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<UploadIcon size={18} />}
        disabled={isBusy}
        onClick={() => field.current?.click()}
      >
        {t('library.replace')}
      </Button>
      <input
        ref={field}
        type="file"
        accept={ACCEPTED[file.kind]}
        hidden
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          currentTarget.value = ''
          if (!chosen) return
          if (file.kind === 'deck') setDocument(chosen)
          else replace(chosen, keepsQuality)
        }}
      />
      {document &&
        drawDeck({
          file: document,
          replaces: file,
          onMade: async (id) => {
            isTaken.current = await takeDeck(id)
          },
          onClose: () => {
            setDocument(undefined)
            // Undo cannot be pressed behind an open dialog.
            if (isTaken.current) onClose()
          },
        })}
      {sending && (
        <div className={styles.sending}>
          <span role="status">{sendingWords(sending)}</span>
          <Button variant="subtle" size="compact-sm" onClick={cancel}>
            {t('action.cancel')}
          </Button>
        </div>
      )}
      {problem && (
        <div className={styles.problem}>
          <ErrorBox message={problem} />
        </div>
      )}
    </>
  )
}

/** The file's name in the library, with the extension of its format. */
function fileNameOf({ name, url, id }: LibraryFile): string {
  const ending = url.slice(url.lastIndexOf('.'))
  return (name.replace(/[\\/:*?"<>|]/g, ' ').trim() || id) + ending
}
