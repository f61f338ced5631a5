import type { Deck, MediaId, OrganisationId, UploadId } from '@placard/contract'
import { call } from '../../../platform/api/call.ts'
import { randomId } from '../../../platform/api/random-id.ts'
import { keepTrying } from '../uploads/keep-trying.ts'
import { sendFile } from '../uploads/send-in-pieces.ts'
import type { DrawnPage } from './pdf-messages.ts'

/** The most pages that are sent at the same time, as with other uploads. */
const AT_ONCE = 2
const MOST_REMOVED_AT_ONCE = 100

/** The upload state of a document's pages. The form keeps it, so that a second try only sends the missing pages. */
export type Sending = {
  pages: { key: string; uploadId: UploadId | undefined; mediaId: MediaId | undefined }[]
  deckKey: string
  deck: Deck | undefined
}

export function newSending(count: number): Sending {
  const pages = Array.from({ length: count }, () => ({ key: randomId(), uploadId: undefined, mediaId: undefined }))
  return { pages, deckKey: randomId(), deck: undefined }
}

type Options = {
  organisationId: OrganisationId
  name: string
  /** SHA-256 of the document, hex; undefined if the browser cannot compute it. */
  sha256: string | undefined
  /** Receives the number of pages that have arrived. */
  onArrived: (count: number) => void
  /** Called with true when the server cannot be reached for now; the upload continues automatically. */
  onWaiting: (isWaiting: boolean) => void
  signal: AbortSignal
}

/** Sends the pages and makes one deck of them, continuing an earlier try. @throws ApiError; an abort its reason */
export async function sendDeck(sending: Sending, pages: readonly DrawnPage[], options: Options): Promise<Deck> {
  if (sending.deck) return sending.deck
  const { organisationId, name, sha256, onArrived, signal } = options
  const left = sending.pages.map((_, index) => index).filter((index) => !sending.pages[index]?.mediaId)
  const tell = () => onArrived(sending.pages.filter(({ mediaId }) => mediaId).length)
  tell()
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const sendSome = async () => {
    for (let index = left.shift(); index !== undefined; index = left.shift()) {
      const { picture } = pages[index] as DrawnPage
      const page = sending.pages[index] as Sending['pages'][number]
      const media = await keepTrying(
        () =>
          sendFile({
            organisationId,
            made: { type: 'image', bytes: picture },
            idempotencyKey: page.key,
            uploadId: page.uploadId,
            onBegun(id) {
              page.uploadId = id
            },
            onSent() {},
            onArrived() {},
            signal: either,
          }),
        { ...options, signal: either },
      )
      page.mediaId = media.id
      tell()
    }
  }
  await Promise.all(
    Array.from({ length: AT_ONCE }, () =>
      sendSome().catch((error: unknown) => {
        failed.abort(error)
        throw error
      }),
    ),
  )
  const body = {
    name,
    pages: pages.map(({ text, smallest, height }, index) => ({
      mediaId: sending.pages[index]?.mediaId as MediaId,
      text,
      ...(smallest === null ? {} : { letters: Math.min(1, smallest / height) }),
    })),
    ...(sha256 === undefined ? {} : { sha256 }),
  }
  sending.deck = await keepTrying(
    () => call('createDeck', { params: { organisationId }, body, idempotencyKey: sending.deckKey, signal }),
    options,
  )
  return sending.deck
}

/** Removes the sent pages from the library after the user has cancelled. */
export async function forgetSending(sending: Sending, organisationId: OrganisationId): Promise<void> {
  const ids = sending.deck ? [sending.deck.id] : sending.pages.flatMap(({ mediaId }) => mediaId ?? [])
  for (let from = 0; from < ids.length; from += MOST_REMOVED_AT_ONCE) {
    const body = { ids: ids.slice(from, from + MOST_REMOVED_AT_ONCE), everywhere: false }
    // The server deletes them within a month, so a failure here does not matter.
    await call('removeLibraryFiles', { params: { organisationId }, body, idempotencyKey: randomId() }).catch(() => {})
  }
}
