/** The targets of the abuses: addresses, and header lines of users with the given rights. */
export type Victim = {
  port: number
  streamPath: string
  dashboardStreamPath: string
  activityPath: string
  restorePath: string
  /** An item that may be moved. */
  movePath: string
  /** An item that does not exist. */
  removePath: string
  /** A stored film. */
  filmPath: string
  /** Existing revisions, to which the display is restored one after another. */
  revisions: number[]
  uploadPath: string
  /** For uploads in pieces. */
  uploadsPath: string
  signInPath: string
  signUpPath: string
  /** The parts before and after the id of a screen. */
  reportPath: [before: string, after: string]
  /** The part before the pairing code. */
  pairingPath: string
  /** The address at which a screen requests its code. */
  enterPath: string
  /** Of one screen, whose id is no secret. */
  beatPath: string
  feedChecksPath: string
  playsPath: string
  /** A site of calendars. The ones below `/costly/` take long to read. */
  calendarsUrl: string
  editor: Record<string, string>
  viewer: Record<string, string>
}

export type Order =
  | { kind: 'start'; abuses: string[]; victim: Victim }
  /** Ends everything that was started. */
  | { kind: 'stop' }

/** `answers`: for each abuse, the number of answers with each status; `cut` counts connections that the server ended. */
export type Report =
  | { kind: 'started' }
  | { kind: 'stopped'; answers: Record<string, Record<string, number>> }
  | { kind: 'failed'; reason: string }
