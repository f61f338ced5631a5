import type { Config } from '../config.ts'
import type { FileStore } from './file-store.ts'

/**
 * Opens the store of `s3.ts`, whose library has forty files that nothing else uses. It is loaded only when a bucket is configured.
 *
 * @throws Error with a readable message when the bucket cannot be reached with these settings
 */
export async function openS3(settings: NonNullable<Config['s3']>): Promise<FileStore> {
  const { openS3FileStore } = await import('./s3.ts')
  return openS3FileStore(settings)
}
