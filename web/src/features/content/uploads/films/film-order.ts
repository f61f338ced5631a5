/** Why a film cannot be put on a screen from this browser. */
export const FILM_FILE_PROBLEMS = [
  // No container that is read here: AVI, Windows Media, a disc's film.
  'film-unknown',
  'film-damaged',
  // Sound alone.
  'film-without-pictures',
  // This browser cannot read its pictures: H.265 often, ProRes always.
  'film-not-readable',
  // It has to be converted, and a browser does that on https alone.
  'film-needs-https',
  // It has to be converted, and this browser cannot.
  'film-not-convertible',
  'film-too-large',
  // A converted film has to lie somewhere: the disk is full, or the browser gives a page none of it.
  'film-no-room',
  // Its conversion did not move for a minute.
  'film-stuck',
] as const
export type FilmFileProblem = (typeof FILM_FILE_PROBLEMS)[number]

/** A loss to a film on its way, and why that could not be helped. */
export type FilmLoss =
  /** Its sound is none that every screen plays, and this browser writes none. */
  | 'sound'
  /** It was to stay in 4K or at 60 pictures a second, and had to be converted. */
  | 'quality'
  | 'sound-and-quality'
  /** Of an animated picture only the first is shown: this browser cannot make a film of it, or a still picture was wanted. */
  | 'motion'
  /** Of an animated picture that is too long, the rest was left out. */
  | 'end'

export type FilmOrder = {
  file: Blob
  /** For what has to be written on the way; the same names the same film. */
  name: string
  /** An animated picture is made a film. */
  from: 'film' | 'animated-picture'
  /** Larger pictures, more of them in a second, and H.265 stay as they are: not every screen plays that. */
  keepsQuality: boolean
  /** It is converted even where its pictures could stay as they are: the server did not take those. */
  converts: boolean
}

/** Where the bytes of something lie: they are parts of the chosen file, in a scratch file (`scratch-file.ts`), or nowhere else. */
export type LiesIn = 'chosen-file' | 'scratch-file' | 'memory'

/**
 * The film that is sent: `film` is MP4, `poster` a JPEG that can be sent in one request, `insists` says that not every
 * screen plays it, `isCopied` that its pictures are those of the file.
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
  /** Converted up to this share of it. */
  | { status: 'converting'; share: number }
  | ({ status: 'done' } & MadeFilm)
  | { status: 'unfit'; problem: FilmFileProblem }

/** To the worker while it converts. */
export type FilmCommand = 'pause' | 'go-on'
