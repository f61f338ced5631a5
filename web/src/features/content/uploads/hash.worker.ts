import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { answerOrder } from './answer-order.ts'

/** The file is read in pieces of this size, because it may be larger than memory. */
const PIECE_BYTES = 4 * 2 ** 20

/** Receives a file and answers with its SHA-256 in lower-case hex. */
answerOrder(async (file: Blob, goesOn) => {
  const hash = sha256.create()
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    hash.update(new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer()))
    goesOn()
  }
  return bytesToHex(hash.digest())
})
