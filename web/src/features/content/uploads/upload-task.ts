import {
  CHUNK_TIMEOUT_MS,
  type Item,
  MAX_FILM_BYTES,
  type ProgrammeKey,
  programmeIdOf,
  programmeKeyOf,
  UPLOAD_EXPIRES_MS,
  type UploadId,
} from '@placard/contract'
import { ApiError, type ApiErrorCode, codeOf } from '../../../platform/api/api-error.ts'
import { randomId } from '../../../platform/api/random-id.ts'
import { removeUpload } from '../../../platform/api/upload.ts'
import { inTime } from '../../../platform/signal/in-time.ts'
import { isFileProblem } from './file-check.ts'
import { withKept } from './keeping.ts'
import type { KeptUpload, Reopened } from './kept-uploads.ts'
import type { Made, Preparation } from './prepare-file.ts'
import { preparePicture } from './prepare-picture.ts'
import { isUnreadable } from './read-head.ts'
import { sendFile } from './send-in-pieces.ts'
import { untilAborted } from './until-aborted.ts'
import { isOver, running, stepUpload, type UploadEvent, type UploadNote, type UploadState } from './upload-state.ts'

/** The data of the item that is to be created. */
export type Submission = {
  programmeKey: ProgrammeKey
  title: string
  /** Seconds, for a picture. A film has its own duration. */
  duration: number
  visible: boolean
  /** A film keeps a quality that not every screen plays. */
  keepsQuality?: boolean | undefined
  /** Identifies the files that were added together: they become items in their order. Absent for uploads that an earlier page began. */
  batch?: object | undefined
}

export type UploadTask = Submission & {
  id: string
  /** The user is waiting at its form: it reports problems at once and never waits for other uploads. */
  attended: boolean
  state(): UploadState
  /** The created item; undefined before success. */
  item(): Item | undefined
  /** True while it is in progress and a later page would lack its file or have to convert it again. */
  endsWithPage(): boolean
  onChange(listener: () => void): () => void
  pause(): void
  resume(): void
  cancel(): void
  retry(): void
  /** True if it waits for a file for this programme, and this is that file. */
  misses(file: File, programmeKey: ProgrammeKey): boolean
  /** Continues with a file that was chosen again. */
  choose(file: File): void
  /** The network or the session is back. */
  returned(): void
  close(): void
}

type Means = {
  owner: string
  /** Adds the item to the programme. Repeated calls with the same key add it once. */
  save: (submission: Submission, type: Made['type'], url: string, idempotencyKey: string) => Promise<Item>
  /** Waits for its turn among the other uploads. @returns a function that gives the turn back */
  takeTurn: (signal: AbortSignal) => Promise<() => void>
  /** Waits for its turn among the films that are prepared. */
  takeFilmTurn: (signal: AbortSignal) => Promise<() => void>
  /** Waits until the earlier files of its batch are items, or are held up. */
  waitForEarlier: (id: string, signal: AbortSignal) => Promise<void>
}

/** Sending is retried for this long. A film takes long to send, and the server keeps received bytes for a day (C7 is about pictures). */
const FILM_TRIED_MS = UPLOAD_EXPIRES_MS

/** Errors of the server for a film whose frames it does not accept. */
const REFUSALS: ReadonlySet<string> = new Set<ApiErrorCode>(['film-not-for-every-screen', 'film-damaged'])

/** Turns a chosen file, or an upload that an earlier page began, into an item of the programme. */
export function createUploadTask(
  means: Means,
  from: { file: File; submission: Submission; attended: boolean } | { kept: KeptUpload; found: Reopened },
): UploadTask {
  const { id, submission } = 'kept' in from ? { id: from.kept.id, submission: submissionOf(from.kept) } : fresh(from)
  const attended = 'file' in from && from.attended
  const listeners = new Set<() => void>()
  const about = 'kept' in from ? from.kept.file : aboutOf(from.file)
  let state = firstState(from)
  let { file, made } = 'kept' in from ? from.found : { file: from.file, made: undefined }
  let madeType: Made['type'] | undefined
  let preparation: Preparation | undefined
  let note: UploadNote | undefined
  /** Names the prepared bytes: a different film of the same file is stored under another name. */
  let workId = 'kept' in from ? from.kept.scratch : id
  /** A film with the original frames. If the server refuses it, it is converted once. */
  let isCopied = false
  let converts = false
  let sourceSha256: string | undefined
  let uploadId: UploadId | undefined
  /** The fingerprint of the bytes of `uploadId`. */
  let fingerprint: string | undefined
  let mediaUrl: string | undefined
  let keptAt = Date.now()
  let lies: KeptUpload['lies'] = 'nowhere'
  /** The bytes that are being kept or have been kept. */
  let copied: Blob | undefined
  /** Copies run one after the other: the chosen file must not replace the bytes prepared from it. */
  let copying: Promise<unknown> = Promise.resolve()
  let isConverting = false
  /** Part of it has arrived at the server before, so the user has seen it progress. */
  let arrived = false
  let item: Item | undefined
  let work: AbortController | undefined
  let alarm: ReturnType<typeof setTimeout> | undefined
  if ('kept' in from) {
    ;({ uploadId, fingerprint, mediaUrl, keptAt } = from.kept)
    madeType = from.kept.made?.type
    if (file || made) ({ lies } = from.kept)
    copied = file ?? made?.bytes
  }

  const happen = (event: UploadEvent) => {
    const before = state
    state = stepUpload(before, event, performance.now(), Math.random())
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
      if (state.status === 'error' && hasEnded()) void removeKept()
      if (state.status === 'success') {
        preparation?.close()
        void removeKept()
      }
      if (state.status === 'paused' || before.status === 'paused') void keep()
    }
    tell()
  }

  const tell = () => {
    for (const listener of listeners) listener()
  }

  /** True if there is nothing to continue. A file that cannot be shown cannot be shown by a later page either. */
  const hasEnded = () =>
    state.status === 'canceled' ||
    state.status === 'success' ||
    (state.status === 'error' && isFileProblem(state.problem))

  const removeKept = () => withKept(({ keptUploads }) => keptUploads.remove(id, workId))

  const keep = async (): Promise<void> => {
    // The form prepares the bytes at once and keeps the entered values.
    if (hasEnded() || (attended && !made)) return
    const record: KeptUpload = {
      id,
      owner: means.owner,
      ...submission.programmeKey,
      title: submission.title,
      duration: submission.duration,
      visible: submission.visible,
      keepsQuality: submission.keepsQuality === true,
      file: about,
      made: made && withoutBytes(made),
      lies,
      scratch: workId,
      uploadId,
      fingerprint,
      share: 'share' in state ? state.share : 0,
      mediaUrl,
      paused: state.status === 'paused',
      keptAt,
    }
    await withKept(({ keptUploads }) => keptUploads.put(record))
    // The upload may have ended during the write.
    if (hasEnded()) await removeKept()
  }

  /** Copies the bytes that a later page needs. Nothing waits for the copy of a film or fails with it. */
  const keepBytes = async (as: 'chosen' | 'made', bytes: Blob): Promise<void> => {
    if (bytes === copied || bytes.size > MAX_FILM_BYTES) return
    copied = bytes
    await keep()
    // A prepared upload may have replaced it meanwhile, and is kept instead.
    const copy = copying.then(async () =>
      bytes === copied ? withKept(({ keptUploads }) => keptUploads.putBytes(id, bytes)) : false,
    )
    copying = copy
    const isKept = await copy
    if (hasEnded()) return void removeKept()
    if (!isKept || bytes !== copied) return
    lies = as
    await keep()
    tell()
  }

  const keepMade = async (what: Made): Promise<void> => {
    const liesIn = what.type === 'video' ? what.liesIn : 'memory'
    if (liesIn === 'memory') return keepBytes('made', what.bytes)
    if (liesIn === 'scratch-file') {
      lies = 'scratch'
      copied = what.bytes
      copying = copying.then(() => withKept(({ keptUploads }) => keptUploads.removeBytes(id)))
    }
    await keep()
    tell()
  }

  const forgetFile = () => {
    preparation?.close()
    preparation = undefined
    isConverting = false
    lies = 'nowhere'
    copied = undefined
    // It can be prepared from the file again, or it is in the scratch file that is being deleted.
    if (file || (made?.type === 'video' && made.liesIn === 'scratch-file')) made = undefined
  }

  const giveUp = async (begun: UploadId): Promise<void> => {
    const { organisationId } = submission.programmeKey
    // The server deletes it by itself within a day, so a failure here does not matter.
    await removeUpload({ organisationId, uploadId: begun, signal: AbortSignal.timeout(10_000) }).catch(() => {})
  }

  const forget = async (): Promise<void> => {
    forgetFile()
    const begun = uploadId
    uploadId = undefined
    arrived = false
    await removeKept()
    if (begun && !mediaUrl) await giveUp(begun)
  }

  /** Continues where it stood, even after several pauses. */
  const prepare = async (chosen: File, signal: AbortSignal) => {
    const { prepareFile } = await lately(import('./prepare-file.ts'))
    signal.throwIfAborted()
    preparation ??= prepareFile(chosen, {
      id: workId,
      keepsQuality: submission.keepsQuality === true,
      converts,
      onConverted(share, leftMs) {
        isConverting = true
        happen({ type: 'converted', share, leftMs })
      },
    })
    preparation.goOn()
    return untilAborted(preparation.prepared, signal)
  }

  /** Discards earlier results and failures, so that the next try starts anew. */
  const makeAnew = () => {
    preparation?.close()
    preparation = undefined
    isConverting = false
    workId = randomId()
  }

  const convertAfterAll = () => {
    makeAnew()
    made = undefined
    uploadId = undefined
    isCopied = false
    converts = true
    void keep()
  }

  const run = async (): Promise<void> => {
    const controller = new AbortController()
    work = controller
    const { signal } = controller
    let endTurn: (() => void) | undefined
    const leaveTurn = () => {
      endTurn?.()
      endTurn = undefined
    }
    try {
      const { organisationId } = submission.programmeKey
      if (!attended && file && !made) void keepBytes('chosen', file)
      if (!attended) endTurn = await means.takeTurn(signal)
      // Loaded with the first file, as `lateFingerprintOf` is.
      const { findKnownFile, sourceHashOf } = await lately(import('./known-file.ts'))
      if (!made && !(mediaUrl && madeType)) {
        if (!file) return happen({ type: 'lost', name: about.name })
        happen({ type: 'entered', stage: 'preparing' })
        // Before the conversion, which may take minutes. The form's upload skips this, because its specification requires a visible upload.
        if (!attended) sourceSha256 ??= await sourceHashOf(file, submission.keepsQuality === true, signal)
        const stored = sourceSha256 && (await findKnownFile(organisationId, { sha256: sourceSha256 }, signal))
        if (stored) {
          mediaUrl = stored.url
          madeType = 'video'
          note = 'known'
        }
      }
      if (file && !made && !mediaUrl) {
        // Converting a film takes minutes, so pictures overtake it. Other films wait: it is not known yet which are only copied.
        const isFilm = sourceSha256 !== undefined
        if (isFilm) {
          leaveTurn()
          endTurn = await means.takeFilmTurn(signal)
        }
        const prepared = await (attended ? prepareAttended(file, signal) : prepare(file, signal))
        signal.throwIfAborted()
        if (prepared.status === 'unfit') {
          makeAnew()
          return happen({ type: 'failed', problem: prepared.problem, told: true })
        }
        made = prepared.made
        note = prepared.lost
        // A film with a loss gets no source hash, so that choosing it again elsewhere can give a better result.
        if (made.type === 'video' && !note) made = { ...made, sourceSha256 }
        isCopied = 'isCopied' in prepared && prepared.isCopied === true
        madeType = made.type
        isConverting = false
        await patiently(keepMade(made))
        signal.throwIfAborted()
        if (isFilm) {
          leaveTurn()
          endTurn = await means.takeTurn(signal)
        }
      }
      const print = made && !mediaUrl ? await lateFingerprintOf(made.bytes) : undefined
      signal.throwIfAborted()
      // The form's upload skips this, because its specification requires a visible upload.
      const known = !made || mediaUrl || attended ? undefined : await findKnownFile(organisationId, made.bytes, signal)
      if (known) {
        mediaUrl = known.url
        note ??= 'known'
        await patiently(keep())
        signal.throwIfAborted()
      }
      if (made && print && !mediaUrl) {
        if (uploadId && print !== fingerprint) {
          // The bytes came out different this time, so the rest would not fit to what was sent.
          void giveUp(uploadId)
          uploadId = undefined
        }
        fingerprint = print
        happen({ type: 'entered', stage: 'sending', ...(made.type === 'video' ? { forMs: FILM_TRIED_MS } : {}) })
        const media = await sendFile({
          organisationId,
          made,
          idempotencyKey: `${id}-${print}`,
          uploadId,
          onBegun(begun) {
            uploadId = begun
            keptAt = Date.now()
            void keep()
          },
          onSent: (share) => happen({ type: 'sent', share }),
          onArrived(share) {
            arrived = true
            happen({ type: 'arrived', share })
            void keep()
          },
          signal,
        })
        mediaUrl = media.url
        arrived = true
        happen({ type: 'arrived', share: 1 })
        await patiently(keep())
        signal.throwIfAborted()
      }
      arrived = true
      happen({ type: 'entered', stage: 'saving' })
      // The earlier uploads of the batch may need the turn.
      leaveTurn()
      if (!attended) await means.waitForEarlier(id, signal)
      if (!mediaUrl || !madeType) throw new ApiError('unexpected-answer')
      item = await means.save(submission, madeType, mediaUrl, id)
      happen({ type: 'done', note })
    } catch (error) {
      if (signal.aborted) return
      console.error('an upload failed', error)
      if (isUnreadable(error)) {
        file = undefined
        made = undefined
        forgetFile()
        void keep()
        return happen({ type: 'lost', name: about.name })
      }
      if (!made) makeAnew()
      // Not an error of the server: the worker's script could not be loaded.
      const problem = error instanceof ApiError ? codeOf(error) : 'network-request-failed'
      if (isCopied && REFUSALS.has(problem)) {
        convertAfterAll()
        void run()
        return
      }
      happen({ type: 'failed', problem, told: attended && !arrived })
    } finally {
      leaveTurn()
    }
  }

  if (state.status === 'running') void run()

  return {
    ...submission,
    id,
    attended,
    state: () => state,
    item: () => item,
    endsWithPage: () =>
      !isOver(state) && state.status !== 'missing' && !mediaUrl && (lies === 'nowhere' || isConverting),
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
    misses: (chosen, programmeKey) =>
      state.status === 'missing' && isSameFile(chosen, about) && isSameProgramme(programmeKey, submission.programmeKey),
    choose(chosen) {
      if (state.status !== 'missing') return
      const isOther = !isSameFile(chosen, about)
      if (!isOther) file = chosen
      happen({ type: 'chosen', isOther })
    },
    returned: () => happen({ type: 'returned' }),
    close() {
      clearTimeout(alarm)
      work?.abort(new DOMException('closed', 'AbortError'))
      if (isOver(state)) {
        preparation?.close()
        void removeKept()
      } else preparation?.leave()
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

/** An upload waits this long for its kept data to be written, then continues without. */
const KEPT_WITHIN_MS = 5_000

async function patiently(keeping: Promise<void>): Promise<void> {
  const late = () => new Error('the browser did not keep an upload in time')
  await inTime(keeping, KEPT_WITHIN_MS, late).catch((error: unknown) => console.warn(error))
}

/** X6: loads code, within a time limit. @throws ApiError no-answer */
const lately = <T>(code: Promise<T>) => inTime(code, CHUNK_TIMEOUT_MS, () => new ApiError('no-answer'))

/** The code for fingerprints is loaded when there is a file: most pages have none. */
const lateFingerprintOf = async (bytes: Blob) => (await lately(import('./fingerprint.ts'))).fingerprintOf(bytes)

const fresh = ({ submission }: { submission: Submission }) => ({ id: randomId(), submission })

function submissionOf(kept: KeptUpload): Submission {
  const { title, duration, visible, keepsQuality } = kept
  const programmeKey = programmeKeyOf(kept.organisationId, programmeIdOf(kept))
  return { programmeKey, title, duration, visible, keepsQuality }
}

function firstState(from: { file: File } | { kept: KeptUpload; found: Reopened }): UploadState {
  if (!('kept' in from)) return running(performance.now())
  const { share, paused, mediaUrl, file } = from.kept
  if (!from.found.file && !from.found.made && !mediaUrl) {
    return { status: 'missing', share, name: file.name, isOther: false }
  }
  return paused ? { status: 'paused', share } : running(performance.now(), share)
}

function withoutBytes(made: Made): KeptUpload['made'] {
  if (made.type === 'image') return { type: 'image' }
  const { type, poster, insists, sourceSha256 } = made
  return { type, poster, insists, sourceSha256 }
}

type About = KeptUpload['file']

const aboutOf = ({ name, size, type }: File): About => ({ name, size, type })

/** Compares name and size. The bytes are compared by `fingerprintOf` before they are added to an upload. */
const isSameFile = (file: File, about: About) => file.name === about.name && file.size === about.size

function isSameProgramme(one: ProgrammeKey, other: ProgrammeKey): boolean {
  return one.organisationId === other.organisationId && programmeIdOf(one) === programmeIdOf(other)
}
