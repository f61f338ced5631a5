import type { LibraryFile, OrganisationId } from '@placard/contract'
import { codeOf } from '../../../platform/api/api-error.ts'
import { askToStay } from '../../../platform/ui/ask-to-stay.ts'
import { keepTrying } from '../uploads/keep-trying.ts'
import type { Loss } from '../uploads/prepare-file.ts'
import type { UploadProblem } from '../uploads/upload-state.ts'
import { addFile } from './add-file.ts'

export type AddingState = {
  /** The number of files that were chosen since the queue was last empty. */
  total: number
  done: number
  /** The share of the current file's bytes. */
  share: number
  /** The server cannot be reached for now; the upload continues automatically. */
  isWaiting: boolean
  /** Files that were added, the latest last. */
  added: readonly { name: string; file: LibraryFile; lost: Loss | undefined }[]
  /** Names of files that the library already had. */
  known: readonly string[]
  failed: readonly { name: string; problem: UploadProblem }[]
}

export type Adding = {
  state: () => AddingState
  subscribe: (listener: () => void) => () => void
  /** @param keepsQuality films keep a size that not every screen plays */
  add: (files: readonly File[], keepsQuality: boolean) => void
  /** Ends the current upload and removes the waiting files: none of them is added. */
  cancel: () => void
}

const NOTHING: AddingState = { total: 0, done: 0, share: 0, isWaiting: false, added: [], known: [], failed: [] }

let current: { owner: string; organisationId: OrganisationId; adding: Adding } | undefined

/** The uploads of the signed-in user. They continue while the user visits other pages of the application. */
export function addingOf(owner: string, organisationId: OrganisationId, onAdded: () => void): Adding {
  if (current?.owner === owner && current.organisationId === organisationId) return current.adding
  current?.adding.cancel()
  const adding = createAdding(organisationId, onAdded)
  current = { owner, organisationId, adding }
  return adding
}

/** Uploads pictures and films into the library, one after the other. @param onAdded called for each added file */
function createAdding(organisationId: OrganisationId, onAdded: () => void): Adding {
  let state = NOTHING
  let waiting: { file: File; keepsQuality: boolean }[] = []
  /** Controls the current uploads. */
  let work: AbortController | undefined
  const listeners = new Set<() => void>()
  const set = (more: Partial<AddingState>) => {
    state = { ...state, ...more }
    for (const listener of listeners) listener()
  }

  async function goOn(signal: AbortSignal) {
    // The browser asks before the tab is closed, whichever page of the application is open.
    window.addEventListener('beforeunload', askToStay, { signal })
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const ended = await bring(one, signal)
      if (signal.aborted) return
      const { name } = one.file
      if (ended.status === 'failed') set({ failed: [...state.failed, { name, problem: ended.problem }] })
      else if (ended.status === 'known') set({ known: [...state.known, name] })
      else set({ added: [...state.added, { name, file: ended.file, lost: ended.lost }] })
      set({ done: state.done + 1, share: 0, isWaiting: false })
      if (ended.status !== 'failed') onAdded()
    }
    end()
  }

  async function bring({ file, keepsQuality }: { file: File; keepsQuality: boolean }, signal: AbortSignal) {
    const show = (more: Partial<AddingState>) => {
      if (!signal.aborted) set(more)
    }
    try {
      return await addFile(organisationId, file, {
        keepsQuality,
        onSent: (share) => show({ share }),
        patient: (tried) => keepTrying(tried, { onWaiting: (isWaiting) => show({ isWaiting }), signal }),
        signal,
      })
    } catch (error) {
      if (!signal.aborted) console.error('adding a file to the library failed', error)
      return { status: 'failed' as const, problem: codeOf(error) }
    }
  }

  function end() {
    work?.abort(new DOMException('over', 'AbortError'))
    work = undefined
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    add(files, keepsQuality) {
      waiting.push(...files.map((file) => ({ file, keepsQuality })))
      if (state.done === state.total) set({ ...NOTHING, total: files.length })
      else set({ total: state.total + files.length })
      if (work) return
      work = new AbortController()
      void goOn(work.signal)
    },
    cancel() {
      waiting = []
      end()
      set({ total: state.done, share: 0, isWaiting: false })
    },
  }
}
