/** `player`: the player's own code. `fixed`: three seconds after every loss, as an EventSource does by itself. */
export type Rule = 'player' | 'fixed'

/** Messages of the process that measures to the one that holds the screens. */
export type StormOrder =
  /** Opens so many screens of the sample display; reported when each has its manifest. */
  | { kind: 'open'; count: number; port: number; rule: Rule }
  /** Forgets the counts so far. */
  | { kind: 'count-anew' }
  /** Reported when every screen has this revision or a later one. */
  | { kind: 'await'; revision: number }

export type StormReport =
  | { kind: 'opened' }
  | { kind: 'counting' }
  | {
      kind: 'current'
      /** For each screen, when it had the revision: milliseconds since 1970. */
      currentAt: number[]
      tries: Tries
    }

/** How screens tried to reach the server. Times are milliseconds since 1970. */
export type Tries = {
  /** When each new connection was there. */
  connectedAt: number[]
  /** Nobody listened. */
  refused: number
  /** A connection that brought no answer, or another one than was asked for. */
  failed: number
  /** How many of them asked for the manifest by itself because the stream was gone. */
  polls: number
}
