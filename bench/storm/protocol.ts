/** `player`: the player's own code. `fixed`: three seconds after every loss, as an EventSource reconnects by itself. */
export type Rule = 'player' | 'fixed'

/** Messages of the measuring process to the one that runs the screens. */
export type StormOrder =
  /** Opens this many screens of the sample display. Reported when each has its manifest. */
  | { kind: 'open'; count: number; port: number; rule: Rule }
  /** Resets the counts. */
  | { kind: 'count-anew' }
  /** Reported when every screen has this revision or a later one. */
  | { kind: 'await'; revision: number }

export type StormReport =
  | { kind: 'opened' }
  | { kind: 'counting' }
  | {
      kind: 'current'
      /** For each screen, when it received the revision: milliseconds since 1970. */
      currentAt: number[]
      tries: Tries
    }

/** The attempts of screens to reach the server. Times are milliseconds since 1970. */
export type Tries = {
  /** When each new connection was established. */
  connectedAt: number[]
  /** Connections that were refused, because no server was listening. */
  refused: number
  /** Connections without an answer, or with an unexpected one. */
  failed: number
  /** Number of requests for the manifest alone, because the stream was lost. */
  polls: number
}
