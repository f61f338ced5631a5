/** The things that can be abused: addresses, and header lines of somebody with so many rights. */
export type Victim = {
  port: number
  streamPath: string
  dashboardStreamPath: string
  activityPath: string
  restorePath: string
  /** An item that may be moved. */
  movePath: string
  /** An item that is not there. */
  removePath: string
  /** A stored film. */
  filmPath: string
  /** One after another, to revisions that are there. */
  revisions: number[]
  uploadPath: string
  /** Of those in pieces. */
  uploadsPath: string
  signInPath: string
  signUpPath: string
  /** Up to the id of a screen, and behind it. */
  reportPath: [before: string, after: string]
  /** Up to the pairing code. */
  pairingPath: string
  /** Where a screen asks for its code. */
  enterPath: string
  /** Of one screen, whose id is no secret. */
  beatPath: string
  feedChecksPath: string
  playsPath: string
  /** A site of calendars, costly ones below `/costly/`. */
  calendarsUrl: string
  editor: Record<string, string>
  viewer: Record<string, string>
}

export type Order =
  | { kind: 'start'; abuses: string[]; victim: Victim }
  /** Ends all that was started. */
  | { kind: 'stop' }

/** `answers`: of each abuse, how many of each status; `cut` are connections that the server ended. */
export type Report =
  | { kind: 'started' }
  | { kind: 'stopped'; answers: Record<string, Record<string, number>> }
  | { kind: 'failed'; reason: string }
