/** Reasons a film cannot be put on a screen from this browser. */
export const FILM_FILE_PROBLEMS = [
  // An unsupported container: AVI, Windows Media, a disc's film.
  'film-unknown',
  'film-damaged',
  // Sound only.
  'film-without-pictures',
  // This browser cannot decode its frames: often H.265, always ProRes.
  'film-not-readable',
  // It has to be converted, and browsers only do that on https.
  'film-needs-https',
  // It has to be converted, and this browser cannot.
  'film-not-convertible',
  'film-too-large',
  // There is no space for the converted film: the disk is full, or the browser gives this page no storage.
  'film-no-room',
  // The conversion made no progress for a minute.
  'film-stuck',
] as const
export type FilmFileProblem = (typeof FILM_FILE_PROBLEMS)[number]

/** The part of a film that could not be kept, and the reason. */
export type FilmLoss =
  /** Not every screen plays its sound, and this browser cannot convert it. */
  | 'sound'
  /** 4K or 60 frames per second was to be kept, but the film had to be converted. */
  | 'quality'
  | 'sound-and-quality'
  /** Only the first frame of an animated picture is shown: this browser cannot convert it to a film, or a still was requested. */
  | 'motion'
  /** The end of an animated picture that is too long was left out. */
  | 'end'

export type FilmOrder = {
  file: Blob
  /** Names the scratch files of the conversion. The same name means the same film. */
  name: string
  /** `animated-picture` is converted to a film. */
  from: 'film' | 'animated-picture'
  /** Keeps larger frames, higher frame rates and H.265, which not every screen plays. */
  keepsQuality: boolean
  /** Converts the frames even if they could be copied, because the server refused them. */
  converts: boolean
}

/** The storage of the bytes: slices of the chosen file, a scratch file (`scratch-file.ts`), or memory only. */
export type LiesIn = 'chosen-file' | 'scratch-file' | 'memory'

/**
 * The film that is uploaded. `film` is MP4. `poster` is a JPEG small enough for one request. `insists`: not every screen plays the
 * film. `isCopied`: the frames are those of the file, not converted.
 */
export type MadeFilm = {
  film: Blob
  liesIn: LiesIn
  poster: Blob | undefined
  insists: boolean
  isCopied: boolean
  lost: FilmLoss | undefined
}

export type FilmAnswer =
  /** `share` of the film is converted. */
  | { status: 'converting'; share: number }
  | ({ status: 'done' } & MadeFilm)
  | { status: 'unfit'; problem: FilmFileProblem }

/** Sent to the worker during a conversion. */
export type FilmCommand = 'pause' | 'go-on'
