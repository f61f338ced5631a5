/** The requests of a node to its database. */
export type Asked = {
  /** Statements that were run, including the beginnings and ends of transactions. */
  statements: number
  /** Snapshots that were read. A manifest is read in one snapshot; several manifests of the same moment share one. */
  snapshots: number
  /** Hints to the other nodes. */
  hints: number
}

const SNAPSHOT = /isolation level repeatable read/i
const HINT = /pg_notify/i
/** From PostgreSQL's messages of the frontend: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const [QUERY, PARSE, EXECUTE] = ['Q', 'P', 'E']
const HEAD_BYTES = 5

/** Reads and counts the messages of one connection to PostgreSQL, without TLS. */
export function createStatementCounter(asked: Asked): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let hasBegun = false

  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    // The first message has no letter before its length.
    if (!hasBegun) {
      if (rest.length < 4 || rest.length < rest.readInt32BE(0)) return
      rest = rest.subarray(rest.readInt32BE(0))
      hasBegun = true
    }
    while (rest.length >= HEAD_BYTES) {
      const length = 1 + rest.readInt32BE(1)
      if (rest.length < length) return
      const letter = String.fromCharCode(rest[0] ?? 0)
      const text = letter === QUERY || letter === PARSE ? rest.toString('latin1', HEAD_BYTES, length) : ''
      if (letter === QUERY || letter === EXECUTE) asked.statements += 1
      if (SNAPSHOT.test(text)) asked.snapshots += 1
      if (HINT.test(text)) asked.hints += 1
      rest = rest.subarray(length)
    }
  }
}
