import type { ErrorCode } from '@placard/contract'

/** A job for the worker: paths, so that no pixel travels between the processes. */
export type PictureJob = {
  /** The file that somebody sent. */
  source: string
  /** The paths for the JPEG, and for its WebP in small. */
  picture: string
  thumbnail: string
}

/** A picture that was made. `sha256` (hex) and `sizeBytes` are the JPEG's. */
export type MadePicture = { width: number; height: number; sha256: string; sizeBytes: number }

/** The outcome. `failed`: not the picture's fault; `code` is the operating system's. */
export type PictureReply =
  | { status: 'made'; made: MadePicture }
  | { status: 'refused'; code: ErrorCode }
  | { status: 'failed'; code: string | undefined; message: string }
