import {
  type Item,
  type ProgrammeKey,
  programmeIdOf,
  programmeKeyOf,
  UPLOAD_EXPIRES_MS,
  type UploadId,
} from '@placard/contract'
import { ApiError, type ApiErrorCode, codeOf } from '../../api/api-error.ts'
import { randomId } from '../../api/random-id.ts'
import { removeUpload } from '../../api/upload.ts'
import { type KeptUpload, keptUploads, MOST_KEPT_BYTES } from './kept-uploads.ts'
import { findKnownFile, sourceHashOf } from './known-file.ts'
import { type Made, type Preparation, prepareFile } from './prepare-file.ts'
import { preparePicture } from './prepare-picture.ts'
import { sendFile } from './send-in-pieces.ts'
import { untilAborted } from './until-aborted.ts'
import { isOver, running, step, type UploadEvent, type UploadNote, type UploadState } from './upload-state.ts'

/** The data of the item to come. */
export type Submission = {
  programmeKey: ProgrammeKey
  title: string
  /** Seconds, of a picture; a film lasts as long as it is. */
  duration: number
  visible: boolean
  /** A film keeps more than every screen plays. */
  keepsQuality?: boolean | undefined
}

export type UploadTask = Submission & {
  id: string
  /** Somebody sits in front of its form: told at once, and never made to wait for others. */
  attended: boolean
  state(): UploadState
  /** The item that it became; undefined before its success. */
  item(): Item | undefined
  /** True while it is under way and no later page could go on with it: it is not made yet, or too large to be kept. */
  endsWithPage(): boolean
  onChange(listener: () => void): () => void
  pause(): void
  resume(): void
  cancel(): void
  retry(): void
  /** There is a network again, or a session. */
  returned(): void
  close(): void
}

type Means = {
  owner: string
  /** Puts the item into the programme. With the same key it does so once. */
  save: (submission: Submission, type: Made['type'], url: string, idempotencyKey: string) => Promise<Item>
  /** Waits for its turn among the others. @returns gives the turn back */
  takeTurn: (signal: AbortSignal) => Promise<() => void>
  /** Waits until those that were added before it are items, or are held up. */
  waitForEarlier: (id: string, signal: AbortSignal) => Promise<void>
}

/** So long what is sent is tried again: a film is long on its way, and the server keeps what has come for a day (C7 is of pictures). */
const FILM_TRIED_MS = UPLOAD_EXPIRES_MS

/** What the server says of a film whose pictures it does not take. */
const REFUSALS: ReadonlySet<string> = new Set<ApiErrorCode>(['film-not-for-every-screen', 'film-damaged'])

/** From a picked file, or from an upload that an earlier page began, to an item of the programme. */
export function createUploadTask(
  means: Means,
  from: { file: File; submission: Submission; attended: boolean } | { kept: KeptUpload },
): UploadTask {
  const { id, submission } = 'kept' in from ? { id: from.kept.id, submission: submissionOf(from.kept) } : fresh(from)
  const attended = 'file' in from && from.attended
  const listeners = new Set<() => void>()
  let state = firstState(from)
  let made: Made | undefined
  let preparation: Preparation | undefined
  let note: UploadNote | undefined
  /** Names what is made and sent: another film of the same file is another upload. */
  let workId = id
  /** A film with the pictures of the file: should the server not take them, they are converted, once. */
  let isCopied = false
  let converts = false
  let uploadId: UploadId | undefined
  let sourceSha256: string | undefined
  let mediaUrl: string | undefined
  /** Something of it is at the server, or was: who sits in front of it has seen it move. */
  let arrived = false
  let item: Item | undefined
  let work: AbortController | undefined
  let alarm: ReturnType<typeof setTimeout> | undefined
  if ('kept' in from) ({ made, uploadId, mediaUrl } = from.kept)

  const happen = (event: UploadEvent) => {
    const before = state
    state = step(before, event, performance.now(), Math.random())
    if (state !== before) enter(before)
  }

  const enter = (before: UploadState) => {
    if (state.status !== before.status) {
      clearTimeout(alarm)
      if (before.status === 'running') work?.abort(new DOMException('no longer running', 'AbortError'))
      if (state.status === 'paused') preparation?.pause()
      if (state.status === 'running') void run()
      if (state.status === 'waiting') {
        alarm = setTimeout(() => happen({ type: 'tick' }), Math.max(0, state.retryAt - performance.now()) + 1)
      }
      if (state.status === 'canceled') void forget()
      if (state.status === 'success') {
        preparation?.close()
        void keptUploads.remove(id)
      }
      if (state.status === 'paused' || before.status === 'paused') void keep()
    }
    for (const listener of listeners) listener()
  }

  const hasEnded = () => state.status === 'canceled' || state.status === 'success'

  const keep = async (): Promise<void> => {
    if (!made || made.bytes.size > MOST_KEPT_BYTES || hasEnded()) return
    await keptUploads.put({
      id,
      owner: means.owner,
      ...submission.programmeKey,
      title: submission.title,
      duration: submission.duration,
      visible: submission.visible,
      made,
      uploadId,
      mediaUrl,
      paused: state.status === 'paused',
      keptAt: Date.now(),
    })
    // It may have ended while this was being written.
    if (hasEnded()) await keptUploads.remove(id)
  }

  const forget = async (): Promise<void> => {
    await keptUploads.remove(id)
    preparation?.close()
    preparation = undefined
    if ('file' in from) made = undefined
    const begun = uploadId
    uploadId = undefined
    arrived = false
    if (!begun || mediaUrl) return
    const { organisationId } = submission.programmeKey
    // The server forgets it by itself in a day; not to have told it is no failure.
    await removeUpload({ organisationId, uploadId: begun, signal: AbortSignal.timeout(10_000) }).catch(() => {})
  }

  /** It goes on where it stood, however often it is paused. */
  const prepare = async (file: File, signal: AbortSignal) => {
    preparation ??= prepareFile(file, {
      id: workId,
      keepsQuality: submission.keepsQuality === true,
      converts,
      onConverted: (share, leftMs) => happen({ type: 'converted', share, leftMs }),
    })
    preparation.goOn()
    return untilAborted(preparation.prepared, signal)
  }

  const chosenFile = (): File => {
    if ('file' in from) return from.file
    throw new ApiError('unexpected-answer')
  }

  /** Nothing of what was made before, or went wrong, is in the way of the next try. */
  const makeAnew = () => {
    preparation?.close()
    preparation = undefined
    workId = randomId()
  }

  const convertAfterAll = () => {
    makeAnew()
    made = undefined
    uploadId = undefined
    isCopied = false
    converts = true
    void keptUploads.remove(id)
  }

  const run = async (): Promise<void> => {
    const controller = new AbortController()
    work = controller
    const { signal } = controller
    let endTurn: (() => void) | undefined
    try {
      if (!attended) endTurn = await means.takeTurn(signal)
      const { organisationId } = submission.programmeKey
      const chosen = made || mediaUrl ? undefined : chosenFile()
      if (chosen) {
        happen({ type: 'entered', stage: 'preparing' })
        // Before it is converted, which may take minutes. The form's upload is as it is specified: always one that is seen.
        if (!attended) sourceSha256 ??= await sourceHashOf(chosen, submission.keepsQuality === true, signal)
        const known = sourceSha256 && (await findKnownFile(organisationId, { sha256: sourceSha256 }, signal))
        if (known) {
          mediaUrl = known.url
          note = 'known'
        }
      }
      if (chosen && !mediaUrl) {
        const prepared = await (attended ? prepareAttended(chosen, signal) : prepare(chosen, signal))
        signal.throwIfAborted()
        if (prepared.status === 'unfit') {
          makeAnew()
          return happen({ type: 'failed', problem: prepared.problem, told: true })
        }
        made = prepared.made
        note = prepared.lost
        // Chosen again where nothing has to go, it is better then.
        if (made.type === 'video' && !note) made = { ...made, sourceSha256 }
        isCopied = 'isCopied' in prepared && prepared.isCopied === true
        await keep()
        signal.throwIfAborted()
      }
      const known = !made || mediaUrl || attended ? undefined : await findKnownFile(organisationId, made.bytes, signal)
      if (known) {
        mediaUrl = known.url
        note ??= 'known'
        await keep()
        signal.throwIfAborted()
      }
      if (made && !mediaUrl) {
        happen({ type: 'entered', stage: 'sending', ...(made.type === 'video' ? { forMs: FILM_TRIED_MS } : {}) })
        const media = await sendFile({
          organisationId,
          made,
          idempotencyKey: workId,
          uploadId,
          onBegun(begun) {
            uploadId = begun
            void keep()
          },
          onSent: (share) => happen({ type: 'sent', share }),
          onArrived(share) {
            arrived = true
            happen({ type: 'arrived', share })
          },
          signal,
        })
        mediaUrl = media.url
        arrived = true
        happen({ type: 'arrived', share: 1 })
        await keep()
        signal.throwIfAborted()
      }
      arrived = true
      happen({ type: 'entered', stage: 'saving' })
      if (!attended) await means.waitForEarlier(id, signal)
      // A film that is known is not made again.
      item = await means.save(submission, made?.type ?? 'video', mediaUrl ?? '', id)
      happen({ type: 'done', note })
    } catch (error) {
      if (signal.aborted) return
      console.error('an upload failed', error)
      if (!made) makeAnew()
      // Not the server's words: the worker's script could not be loaded.
      const problem = error instanceof ApiError ? codeOf(error) : 'network-request-failed'
      if (isCopied && REFUSALS.has(problem)) {
        convertAfterAll()
        void run()
        return
      }
      happen({ type: 'failed', problem, told: attended && !arrived })
    } finally {
      endTurn?.()
    }
  }

  if (state.status === 'running') void run()

  return {
    ...submission,
    id,
    attended,
    state: () => state,
    item: () => item,
    endsWithPage: () => !isOver(state) && (!made || made.bytes.size > MOST_KEPT_BYTES),
    onChange(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    pause: () => happen({ type: 'pause' }),
    resume: () => happen({ type: 'resume' }),
    cancel: () => happen({ type: 'cancel' }),
    retry: () => happen({ type: 'retry' }),
    returned: () => happen({ type: 'returned' }),
    close() {
      clearTimeout(alarm)
      work?.abort(new DOMException('closed', 'AbortError'))
      preparation?.close()
      if (isOver(state)) void keptUploads.remove(id)
      listeners.clear()
    },
  }
}

/** The specified form takes one picture (C4). */
async function prepareAttended(file: File, signal: AbortSignal) {
  const prepared = await preparePicture(file, signal)
  if (prepared.status === 'unfit') return prepared
  return { status: 'done', made: { type: 'image', bytes: prepared.picture }, lost: undefined } as const
}

const fresh = ({ submission }: { submission: Submission }) => ({ id: randomId(), submission })

function submissionOf(kept: KeptUpload): Submission {
  const { title, duration, visible } = kept
  return { programmeKey: programmeKeyOf(kept.organisationId, programmeIdOf(kept)), title, duration, visible }
}

function firstState(from: { file: File } | { kept: KeptUpload }): UploadState {
  return 'kept' in from && from.kept.paused ? { status: 'paused', share: 0 } : running(performance.now())
}
