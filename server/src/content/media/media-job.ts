import type { ErrorCode, FilmTraits } from '@placard/contract'

/** A job for the worker. Contains paths, so that no image data is passed between the processes. */
export type MediaJob = PictureJob | FilmJob

export type PictureJob = {
  kind: 'picture'
  /** The file that was sent. */
  source: string
  /** The paths for the JPEG and its WebP thumbnail. */
  picture: string
  thumbnail: string
}

export type FilmJob = {
  kind: 'film'
  /** The file that was sent. It is not moved; metadata that reveals where it was recorded is blanked in it. */
  source: string
  insists: boolean
  /** The poster that was sent with it. Null: none. */
  poster: string | null
  /** The path for the WebP thumbnail of the poster. */
  thumbnail: string
}

/** A processed picture. `sha256` (hex) and `sizeBytes` are those of the JPEG. */
export type MadePicture = { width: number; height: number; sha256: string; sizeBytes: number }

/** A film that may be kept. `sha256` (hex): of the file after blanking. `sentSha256`: of the file as sent. */
export type CheckedFilm = { traits: FilmTraits; sizeBytes: number; sha256: string; sentSha256: string }

/** The worker's first message: its libraries are loaded, within its memory limit. */
export type MediaReady = { status: 'ready' }

/** The outcome. `failed`: an error that is not the sender's fault; `code` is that of the operating system. */
export type MediaReply =
  | { status: 'made'; made: MadePicture }
  | { status: 'checked'; checked: CheckedFilm }
  | { status: 'refused'; code: ErrorCode; field?: 'poster' }
  | { status: 'failed'; code: string | undefined; message: string }
