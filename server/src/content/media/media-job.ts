import type { ErrorCode, FilmTraits } from '@placard/contract'

/** A job for the worker: paths, so that no pixel travels between the processes. */
export type MediaJob = PictureJob | FilmJob

export type PictureJob = {
  kind: 'picture'
  /** The file that somebody sent. */
  source: string
  /** The paths for the JPEG, and for its WebP in small. */
  picture: string
  thumbnail: string
}

export type FilmJob = {
  kind: 'film'
  /** The file that somebody sent. It stays where it is; what tells where it was taken is blanked in it. */
  source: string
  insists: boolean
  /** The picture that somebody sent with it; null: none. */
  poster: string | null
  /** The path for the poster's WebP in small. */
  thumbnail: string
}

/** A picture that was made. `sha256` (hex) and `sizeBytes` are the JPEG's. */
export type MadePicture = { width: number; height: number; sha256: string; sizeBytes: number }

/** A film that may be kept. `sha256` (hex) as it lies there now, `sentSha256` as it came. */
export type CheckedFilm = { traits: FilmTraits; sizeBytes: number; sha256: string; sentSha256: string }

/** The worker's first message: it has loaded its libraries, within the memory that it may hold. */
export type MediaReady = { status: 'ready' }

/** The outcome. `failed`: not the sender's fault; `code` is the operating system's. */
export type MediaReply =
  | { status: 'made'; made: MadePicture }
  | { status: 'checked'; checked: CheckedFilm }
  | { status: 'refused'; code: ErrorCode; field?: 'poster' }
  | { status: 'failed'; code: string | undefined; message: string }
