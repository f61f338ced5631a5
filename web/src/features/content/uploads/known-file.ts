import type { LibraryFile, OrganisationId } from '@placard/contract'
import { call } from '../../../platform/api/call.ts'
import { kindOf } from './file-kind.ts'
import { sha256OfFile } from './hash.ts'
import { readHead } from './read-head.ts'

/** More is a film, which was asked for by what it was made of (`sourceHashOf`): it is not read a second time. */
const MOST_ASKED_BYTES = 64 * 2 ** 20

/**
 * [CT2] The file of the organisation that was made of these very bytes, or of a film that was (`sourceHashOf`).
 *
 * @throws ApiError
 */
export async function findKnownFile(
  organisationId: OrganisationId,
  what: Blob | { sha256: string },
  signal: AbortSignal,
): Promise<LibraryFile | undefined> {
  if ('size' in what && what.size > MOST_ASKED_BYTES) return undefined
  const sha256 = 'sha256' in what ? what.sha256 : await sha256OfFile(what, signal)
  const { file } = await call('findKnownFile', { params: { organisationId }, query: { sha256 }, signal })
  return file ?? undefined
}

/**
 * [CT2] The hash by which a film is known when it is chosen again: what is made of it comes out different each time.
 *
 * @param keepsQuality another film is made of it then
 * @returns undefined of any other file
 */
export async function sourceHashOf(
  file: File,
  keepsQuality: boolean,
  signal: AbortSignal,
): Promise<string | undefined> {
  const head = await readHead(file)
  if (kindOf(file, head) !== 'film') return undefined
  const sha256 = await sha256OfFile(file, signal)
  return keepsQuality ? sha256OfFile(new Blob([`${sha256} as it is`]), signal) : sha256
}
