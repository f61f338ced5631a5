import type { Config } from '../config.ts'
import type { FileStore } from './file-store.ts'

/**
 * The store of `s3.ts`, which brings forty files of a library that nobody else needs: loaded where there is a bucket.
 *
 * @throws Error in words when the bucket cannot be reached with these settings
 */
export async function openS3(settings: NonNullable<Config['s3']>): Promise<FileStore> {
  const { openS3FileStore } = await import('./s3.ts')
  return openS3FileStore(settings)
}
