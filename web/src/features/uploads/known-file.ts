import type { LibraryFile, OrganisationId } from '@placard/contract'
import { call } from '../../api/call.ts'

/** A page hashes what is in memory at once: more than this is sent without asking. */
const MOST_HASHED_BYTES = 64 * 2 ** 20

/**
 * [CT2] The file of the organisation that was made of these very bytes.
 *
 * @returns undefined where there is none, and where a page cannot tell: plain http, a large file. The server then finds the same bytes
 *   afterwards.
 * @throws ApiError
 */
export async function findKnownFile(
  organisationId: OrganisationId,
  bytes: Blob,
  signal: AbortSignal,
): Promise<LibraryFile | undefined> {
  const subtle: SubtleCrypto | undefined = crypto.subtle
  if (!subtle || bytes.size > MOST_HASHED_BYTES) return undefined
  const hash = new Uint8Array(await subtle.digest('SHA-256', await bytes.arrayBuffer()))
  const sha256 = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const { file } = await call('findKnownFile', { params: { organisationId }, query: { sha256 }, signal })
  return file ?? undefined
}
