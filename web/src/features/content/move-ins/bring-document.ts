import { MAX_DECK_PAGES, type MediaId, type OrganisationId } from '@placard/contract'
import { call } from '../../../platform/api/call.ts'
import type { DrawnPage } from '../decks/pdf-messages.ts'
import { readPdf } from '../decks/read-pdf.ts'
import { newSending, sendDeck } from '../decks/send-pages.ts'
import { sha256Of } from '../uploads/hash.ts'
import { keepTrying } from '../uploads/keep-trying.ts'
import { type Stays, why } from './reasons.ts'

type Options = {
  name: string
  onShare: (share: number) => void
  onWaiting: (isWaiting: boolean) => void
  signal: AbortSignal
}

type Ended =
  | { status: 'came' | 'there'; mediaId: MediaId; url: string; isFilm: false }
  | { status: 'not'; reason: `moving.why.${Stays}` }

/** CT8 without a form: makes a deck of the library from all pages of a PDF. @throws ApiError; an abort its reason */
export async function bringDocument(organisationId: OrganisationId, file: File, options: Options): Promise<Ended> {
  const { name, onShare, onWaiting, signal } = options
  const params = { organisationId }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const sha256 = await sha256Of(bytes)
  const patient = <T>(work: () => Promise<T>) => keepTrying(work, { onWaiting, signal })
  const keep = async (mediaId: MediaId, isKnown: boolean): Promise<Ended> => {
    const kept = await patient(() => call('addLibraryFile', { params, body: { mediaId, name }, signal }))
    const status = isKnown || kept.wasThere ? 'there' : 'came'
    return { status, mediaId: kept.file.id, url: kept.file.url, isFilm: false }
  }
  const known = sha256 && (await patient(() => call('findKnownFile', { params, query: { sha256 }, signal }))).file
  if (known && known.kind === 'deck') return keep(known.id, true)

  const drawn = await drawAll(bytes, (share) => onShare(share / 2), signal)
  if (!Array.isArray(drawn)) return { status: 'not', reason: why(drawn) }
  const onArrived = (count: number) => onShare(0.5 + count / drawn.length / 2)
  const deck = await sendDeck(newSending(drawn.length), drawn, {
    organisationId,
    name,
    sha256,
    onArrived,
    onWaiting,
    signal,
  })
  return keep(deck.id, false)
}

/** Every page of the document, or the reason it cannot be brought in. Incomplete documents are refused. */
function drawAll(
  bytes: Uint8Array<ArrayBuffer>,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<DrawnPage[] | Stays> {
  return new Promise((resolve, reject) => {
    const pages: (DrawnPage | undefined)[] = []
    let total = 1
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', stop)
      reader.close()
      settle()
    }
    const stop = () => end(() => reject(signal.reason))
    signal.addEventListener('abort', stop)
    const reader = readPdf(bytes, (answer) => {
      switch (answer.type) {
        case 'password':
          return end(() => resolve('locked-document'))
        case 'opened':
          total = answer.pages
          if (total > MAX_DECK_PAGES) return end(() => resolve('too-many-pages'))
          if (total === 0) return end(() => resolve('damaged-document'))
          return reader.draw(total)
        case 'page':
          pages.push(answer.page)
          return onShare(pages.length / total)
        case 'done': {
          const whole = pages.filter((page) => page !== undefined)
          return end(() => resolve(whole.length === total ? whole : 'damaged-document'))
        }
        case 'failed':
          return end(() => resolve('damaged-document'))
      }
    })
  })
}
