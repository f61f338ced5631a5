import { MAX_PROPOSAL_BYTES, type MediaId, type MediaSent } from '@placard/contract'
import { type Proposing, sendProposedPicture } from '../../../platform/api/upload.ts'
import type { DrawnPage } from '../../content/decks/pdf-messages.ts'
import type { FileProblem } from '../../content/uploads/file-check.ts'
import { preparePicture } from '../../content/uploads/prepare-picture.ts'

/** The reason a file cannot be proposed, found before it is uploaded. */
export class UnfitFile extends Error {
  readonly because: 'too-large' | FileProblem
  constructor(because: UnfitFile['because']) {
    super(because)
    this.because = because
  }
}

/** Makes a picture fit and uploads it. @throws UnfitFile, ApiError; an abort its reason */
export async function sendPicture(whose: Proposing, file: File, signal: AbortSignal): Promise<MediaSent> {
  if (file.size > MAX_PROPOSAL_BYTES) throw new UnfitFile('too-large')
  const prepared = await preparePicture(file, signal)
  if (prepared.status === 'unfit') throw new UnfitFile(prepared.problem)
  return sendProposedPicture(whose, { picture: prepared.picture, signal })
}

/** An uploaded page. */
export type SentPage = { mediaId: MediaId; url: string; text: string }

/** Uploads the pages one after the other. @param onSent receives the number of uploaded pages @throws ApiError; an abort its reason */
export async function sendPages(
  whose: Proposing,
  pages: readonly DrawnPage[],
  onSent: (count: number) => void,
  signal: AbortSignal,
): Promise<SentPage[]> {
  const sent: SentPage[] = []
  for (const { picture, text } of pages) {
    const { id, url } = await sendProposedPicture(whose, { picture, signal })
    sent.push({ mediaId: id, url, text })
    onSent(sent.length)
  }
  return sent
}
