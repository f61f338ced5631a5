import type { LibraryFile, MediaId, OrganisationId, UploadId } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { codeOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { randomId } from '../../api/random-id.ts'
import { findKnownFile } from '../uploads/known-file.ts'
import { type Made, prepareFile } from '../uploads/prepare-file.ts'
import { sendFile } from '../uploads/send-in-pieces.ts'
import { titleOfFile } from '../uploads/title-of-file.ts'
import type { UploadProblem } from '../uploads/upload-state.ts'
import { askLibraryAnew } from './use-library.ts'

export type Adding = {
  /** Of those that were chosen since there was nothing to do. */
  total: number
  done: number
  /** Of the one that is on its way: the share of its bytes. */
  share: number
  /** That the library had already, by their names. */
  known: readonly string[]
  failed: readonly { name: string; problem: UploadProblem }[]
}

const NOTHING: Adding = { total: 0, done: 0, share: 0, known: [], failed: [] }

/** Uploads pictures and films into the library, one after the other. They end with the page. */
export function useAddFiles(organisationId: OrganisationId) {
  const client = useQueryClient()
  const [adding, setAdding] = useState(NOTHING)
  const waiting = useRef<File[]>([])
  const isBusy = useRef(false)
  const page = useRef<AbortController>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    page.current = controller
    return () => controller.abort()
  }, [])

  const work = async (signal: AbortSignal) => {
    isBusy.current = true
    for (let file = waiting.current.shift(); file && !signal.aborted; file = waiting.current.shift()) {
      const { name } = file
      const onSent = (share: number) => setAdding((now) => ({ ...now, share }))
      const ended = await addFile(organisationId, file, onSent, signal).catch((error: unknown) => {
        if (!signal.aborted) console.error('adding a file to the library failed', error)
        return { status: 'failed' as const, problem: codeOf(error) }
      })
      if (signal.aborted) return
      setAdding((now) => ({
        ...now,
        done: now.done + 1,
        share: 0,
        known: ended.status === 'known' ? [...now.known, name] : now.known,
        failed: ended.status === 'failed' ? [...now.failed, { name, problem: ended.problem }] : now.failed,
      }))
      if (ended.status !== 'failed') void askLibraryAnew(client, organisationId)
    }
    isBusy.current = false
  }

  const add = (files: readonly File[]) => {
    const signal = page.current?.signal
    if (!signal) return
    waiting.current.push(...files)
    setAdding((now) =>
      now.done === now.total ? { ...NOTHING, total: files.length } : { ...now, total: now.total + files.length },
    )
    if (!isBusy.current) void work(signal)
  }
  return { adding, add }
}

type Added = { status: 'added' | 'known'; file: LibraryFile } | { status: 'failed'; problem: UploadProblem }

/** Does some work in its own way. */
type Patient = <T>(work: () => Promise<T>) => Promise<T>

/**
 * CT2: the library is asked for the same bytes before they are sent.
 *
 * @param options.still of an animated picture its first is wanted
 * @param options.name in the library; left out: as the file is called
 * @param options.patient does one call of it, and again while what is in the way may pass; left out: once
 * @throws ApiError
 */
export async function addFile(
  organisationId: OrganisationId,
  chosen: File,
  onSent: (share: number) => void,
  signal: AbortSignal,
  { still = false, name, patient = (work) => work() }: { still?: boolean; name?: string; patient?: Patient } = {},
): Promise<Added> {
  const id = randomId()
  let begins = 0
  const preparation = prepareFile(chosen, {
    id,
    keepsQuality: false,
    still,
    onConverted(share) {
      // The other half is for sending it.
      begins = 0.5
      onSent(share / 2)
    },
  })
  const stop = () => preparation.close()
  signal.addEventListener('abort', stop)
  try {
    const prepared = await preparation.prepared
    signal.throwIfAborted()
    if (prepared.status === 'unfit') return { status: 'failed', problem: prepared.problem }
    const { made } = prepared
    const known = (await patient(() => findKnownFile(organisationId, made.bytes, signal)))?.id
    const onShare = (share: number) => onSent(begins + share * (1 - begins))
    const send = beginSending(organisationId, made, id, onShare, signal)
    const mediaId = known ?? (await patient(send))
    // One that was removed is known too: this brings it back.
    const body = { mediaId, name: name ?? titleOfFile(chosen.name, '') }
    const { file, wasThere } = await patient(() => call('addLibraryFile', { params: { organisationId }, body, signal }))
    return { status: known !== undefined || wasThere ? 'known' : 'added', file }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

/** @returns what sends it, and goes on when it is called again */
function beginSending(
  organisationId: OrganisationId,
  made: Made,
  idempotencyKey: string,
  onSent: (share: number) => void,
  signal: AbortSignal,
): () => Promise<MediaId> {
  let uploadId: UploadId | undefined
  const onBegun = (begun: UploadId) => {
    uploadId = begun
  }
  return async () =>
    (await sendFile({ organisationId, made, idempotencyKey, uploadId, onBegun, onArrived() {}, onSent, signal })).id
}
