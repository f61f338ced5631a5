import type { ErrorCode } from '@placard/contract'

/** What the worker is asked: paths, so that no pixel travels between the processes. */
export type PictureJob = {
  /** What somebody sent. */
  source: string
  /** Where the JPEG goes, and its WebP in small. */
  picture: string
  thumbnail: string
}

/** A picture that was made. `sha256` (hex) and `sizeBytes` are the JPEG's. */
export type MadePicture = { width: number; height: number; sha256: string; sizeBytes: number }

/** What came of it. `failed`: not the picture's fault; `code` is the operating system's. */
export type PictureReply =
  | { status: 'made'; made: MadePicture }
  | { status: 'refused'; code: ErrorCode }
  | { status: 'failed'; code: string | undefined; message: string }
