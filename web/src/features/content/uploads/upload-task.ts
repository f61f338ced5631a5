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

/** The data of the item to come. */
export type Submission = {
  programmeKey: ProgrammeKey
  title: string
  /** Seconds, of a picture; a film lasts as long as it is. */
  duration: number
  visible: boolean
  /** A film keeps more than every screen plays. */
  keepsQuality?: boolean | undefined
  /** The files that came with it, as one thing: they become items in their order. Absent: those that an earlier page began. */
  batch?: object | undefined
}

export type UploadTask = Submission & {
  id: string
  /** Somebody sits in front of its form: told at once, and never made to wait for others. */
  attended: boolean
  state(): UploadState
  /** The item that it became; undefined before its success. */
  item(): Item | undefined
  /** True while it is under way and a later page would have to do without its file, or convert it once more. */
  endsWithPage(): boolean
  onChange(listener: () => void): () => void
  pause(): void
  resume(): void
  cancel(): void
  retry(): void
  /** True: it waits for a file, and for this programme that is this one. */
  misses(file: File, programmeKey: ProgrammeKey): boolean
  /** Goes on with a file that somebody has chosen again. */
  choose(file: File): void
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
  /** Waits for its turn among the films that are made. */
  takeFilmTurn: (signal: AbortSignal) => Promise<() => void>
  /** Waits until those that came before it in its batch are items, or are held up. */
  waitForEarlier: (id: string, signal: AbortSignal) => Promise<void>
}

/** So long what is sent is tried again: a film is long on its way, and the server keeps what has come for a day (C7 is of pictures). */
const FILM_TRIED_MS = UPLOAD_EXPIRES_MS

/** Refusals by the server of a film whose pictures it does not take. */
const REFUSALS: ReadonlySet<string> = new Set<ApiErrorCode>(['film-not-for-every-screen', 'film-damaged'])

/** From a picked file, or from an upload that an earlier page began, to an item of the programme. */
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
  /** Names what is made: another film of the same file lies in another place. */
  let workId = 'kept' in from ? from.kept.scratch : id
  /** A film with the pictures of the file: should the server not take them, they are converted, once. */
  let isCopied = false
  let converts = false
  let sourceSha256: string | undefined
  let uploadId: UploadId | undefined
  /** Of the bytes that `uploadId` is of. */
  let fingerprint: string | undefined
  let mediaUrl: string | undefined
  let keptAt = Date.now()
  let lies: KeptUpload['lies'] = 'nowhere'
  /** The bytes that are being kept, or were. */
  let copied: Blob | undefined
  /** One after the other: what was chosen must not take the place of what was made of it. */
  let copying: Promise<unknown> = Promise.resolve()
  let isConverting = false
  /** Something of it is at the server, or was: who sits in front of it has seen it move. */
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

  /** There is nothing to go on with: what cannot be shown will not be by another page either. */
  const hasEnded = () =>
    state.status === 'canceled' ||
    state.status === 'success' ||
    (state.status === 'error' && isFileProblem(state.problem))

  const removeKept = () => withKept(({ keptUploads }) => keptUploads.remove(id, workId))

  const keep = async (): Promise<void> => {
    // Bytes that the form makes are there at once, and the form keeps what was typed.
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
    // It may have ended while this was being written.
    if (hasEnded()) await removeKept()
  }

  /** Copies what a later page needs. Nothing waits for the copy of a film, nor fails with it. */
  const keepBytes = async (as: 'chosen' | 'made', bytes: Blob): Promise<void> => {
    if (bytes === copied || bytes.size > MAX_FILM_BYTES) return
    copied = bytes
    await keep()
    // Meanwhile something may have been made of it, which is kept instead.
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
    // It is made anew of its file, or lay in what is removed now.
    if (file || (made?.type === 'video' && made.liesIn === 'scratch-file')) made = undefined
  }

  const giveUp = async (begun: UploadId): Promise<void> => {
    const { organisationId } = submission.programmeKey
    // The server forgets it by itself in a day; not to have told it is no failure.
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

  /** It goes on where it stood, however often it is paused. */
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

  /** Nothing of what was made before, or went wrong, is in the way of the next try. */
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
      // Fetched with the first file, as `lateFingerprintOf` is.
      const { findKnownFile, sourceHashOf } = await lately(import('./known-file.ts'))
      if (!made && !(mediaUrl && madeType)) {
        if (!file) return happen({ type: 'lost', name: about.name })
        happen({ type: 'entered', stage: 'preparing' })
        // Before it is converted, which may take minutes. The form's upload is as it is specified: always one that is seen.
        if (!attended) sourceSha256 ??= await sourceHashOf(file, submission.keepsQuality === true, signal)
        const stored = sourceSha256 && (await findKnownFile(organisationId, { sha256: sourceSha256 }, signal))
        if (stored) {
          mediaUrl = stored.url
          madeType = 'video'
          note = 'known'
        }
      }
      if (file && !made && !mediaUrl) {
        // To convert a film takes minutes: pictures go past it. Other films wait, since nobody knows yet which of them is only copied.
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
        // Chosen again where nothing has to go, it is better then.
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
      // The form's upload is as it is specified: always one that is seen.
      const known = !made || mediaUrl || attended ? undefined : await findKnownFile(organisationId, made.bytes, signal)
      if (known) {
        mediaUrl = known.url
        note ??= 'known'
        await patiently(keep())
        signal.throwIfAborted()
      }
      if (made && print && !mediaUrl) {
        if (uploadId && print !== fingerprint) {
          // Made once more it became something else: the rest of it would not fit to what was sent.
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
      // Those that it waits for may need the turn.
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
      // Not the server's words: the worker's script could not be loaded.
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

/** So long an upload waits for what a later page would need: it goes on without that. */
const KEPT_WITHIN_MS = 5_000

async function patiently(keeping: Promise<void>): Promise<void> {
  const late = () => new Error('the browser did not keep an upload in time')
  await inTime(keeping, KEPT_WITHIN_MS, late).catch((error: unknown) => console.warn(error))
}

/** X6: code that does not come. @throws ApiError no-answer */
const lately = <T>(code: Promise<T>) => inTime(code, CHUNK_TIMEOUT_MS, () => new ApiError('no-answer'))

/** The code for the fingerprint of a file is fetched when there is a file: most pages have none. */
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

/** By what a file is called. What is sent of it is looked at before it is added to what is there (`fingerprintOf`). */
const isSameFile = (file: File, about: About) => file.name === about.name && file.size === about.size

function isSameProgramme(one: ProgrammeKey, other: ProgrammeKey): boolean {
  return one.organisationId === other.organisationId && programmeIdOf(one) === programmeIdOf(other)
}
