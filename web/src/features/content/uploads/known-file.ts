import type { LibraryFile, OrganisationId } from '@placard/contract'
import { call } from '../../../platform/api/call.ts'
import { kindOf } from './file-kind.ts'
import { sha256OfFile } from './hash.ts'
import { readHead } from './read-head.ts'

/** Larger files are films, which were already looked up by their source (`sourceHashOf`): they are not read a second time. */
const MOST_ASKED_BYTES = 64 * 2 ** 20

/**
 * [CT2] Finds the organisation's file that has exactly these bytes, or that was made from a film with this hash (`sourceHashOf`).
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
 * [CT2] The hash by which a film is recognised when it is chosen again: its converted bytes differ each time.
 *
 * @param keepsQuality part of the hash, because it leads to a different film
 * @returns undefined for any other file
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
