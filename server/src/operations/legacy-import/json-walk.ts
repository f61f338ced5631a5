import { createReadStream } from 'node:fs'
import { getManyValues, none } from 'stream-chain/defs.js'
import { jsonParser, type Token } from 'stream-json/core/parser.js'

/** A text or a key. If it is longer than the reader keeps, `text` is its beginning and `cut` is true. */
export type JsonText = { text: string; cut: boolean }

/** The tokens of a JSON file, in order. An object's `key` comes before its value. */
export type JsonEvent =
  | { kind: 'open'; shape: 'object' | 'array' }
  | { kind: 'close' }
  | { kind: 'key'; key: JsonText }
  | { kind: 'text'; text: JsonText }
  | { kind: 'number'; value: number }
  | { kind: 'constant'; value: boolean | null }

/** A file that cannot be imported. The message begins with the file's name and is a sentence for people. */
export class UnreadableFile extends Error {}

const CHUNK_BYTES = 64 * 1024
/** The old database nests at most 32 levels. A deeper file is not an export of it. */
const MAX_LEVELS = 100
/** More than twice the longest text that is stored. It limits the memory for a picture that was stored in the database as text. */
export const MAX_KEPT_CHARACTERS = 4_096
/** A finite number has at most 309 digits before its decimal point. A longer one is infinite. */
const MAX_NUMBER_CHARACTERS = 400

/**
 * Reads a JSON file of any size in pieces. Neither the file nor a large value in it is ever completely in memory.
 *
 * @param onEvent if it throws, reading ends
 * @throws UnreadableFile when the file cannot be read, is not UTF-8, is not JSON, ends too early or nests too deep
 */
export async function walkJson(file: string, onEvent: (event: JsonEvent) => void): Promise<void> {
  // Texts, keys and numbers come in pieces, so that their length can be limited here.
  const parse = jsonParser({ packValues: false, streamValues: true })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const take = createTaker(file, onEvent)
  let position = 0

  function tokensOf(text: string | typeof none, problem: string): Token[] {
    try {
      const tokens = parse(text as string)
      return tokens === none ? [] : getManyValues(tokens)
    } catch {
      throw new UnreadableFile(`${file} ${problem}`)
    }
  }

  try {
    for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) {
      const bytes = chunk as Buffer
      const place = `between bytes ${position} and ${position + bytes.length}`
      const text = decodeWith(() => decoder.decode(bytes, { stream: true }), `${file} is not UTF-8 text (${place}).`)
      for (const token of tokensOf(text, `is not JSON (${place}).`)) take(token)
      position += bytes.length
    }
  } catch (error) {
    if (error instanceof UnreadableFile || !(error instanceof Error && 'code' in error)) throw error
    throw new UnreadableFile(`${file} cannot be read: ${error.message}.`)
  }
  const cutOff =
    position === 0 ? 'is empty.' : `ends in the middle of its JSON (after ${position} bytes). Copy it again.`
  const rest = decodeWith(() => decoder.decode(), `${file} ${cutOff}`)
  for (const token of tokensOf(rest, cutOff)) take(token)
  for (const token of tokensOf(none, cutOff)) take(token)
}

function decodeWith(decode: () => string, problem: string): string {
  try {
    return decode()
  } catch {
    throw new UnreadableFile(problem)
  }
}

/** Joins the pieces of texts and numbers, up to the length that is kept, and checks the depth. */
function createTaker(file: string, onEvent: (event: JsonEvent) => void): (token: Token) => void {
  let levels = 0
  let gathered = ''
  let cut = false

  function gather(piece: string, limit: number): void {
    const room = limit - gathered.length
    if (piece.length > room) cut = true
    gathered += room > 0 ? piece.slice(0, room) : ''
  }

  function gatheredText(): JsonText {
    const text = { text: gathered, cut }
    gathered = ''
    cut = false
    return text
  }

  function open(shape: 'object' | 'array'): void {
    levels += 1
    if (levels > MAX_LEVELS) throw new UnreadableFile(`${file} has more than ${MAX_LEVELS} levels.`)
    onEvent({ kind: 'open', shape })
  }

  return (token) => {
    switch (token.name) {
      case 'startObject':
        return open('object')
      case 'startArray':
        return open('array')
      case 'endObject':
      case 'endArray':
        levels -= 1
        return onEvent({ kind: 'close' })
      case 'stringChunk':
        return gather(token.value, MAX_KEPT_CHARACTERS)
      case 'numberChunk':
        return gather(token.value, MAX_NUMBER_CHARACTERS)
      case 'endKey':
        return onEvent({ kind: 'key', key: gatheredText() })
      case 'endString':
        return onEvent({ kind: 'text', text: gatheredText() })
      case 'endNumber':
        return onEvent({ kind: 'number', value: Number(gatheredText().text) })
      case 'trueValue':
      case 'falseValue':
      case 'nullValue':
        return onEvent({ kind: 'constant', value: token.value })
    }
  }
}
