/**
 * Up to this size the browser computes the hash in one call. For that it holds the whole file in memory, so larger
 * files are hashed in pieces.
 */
const WHOLE_BYTES = 16 * 1024 * 1024
/** Small enough for a slow chip to hash between two frames. */
const SLICE_BYTES = 256 * 1024

/**
 * @returns SHA-256 of the content, as lower-case hex
 * @throws when the content cannot be read
 */
export async function sha256Of(blob: Blob): Promise<string> {
  // The browser's own implementation is available only in a secure context.
  const subtle = typeof crypto === 'undefined' ? undefined : crypto.subtle
  if (subtle && blob.size <= WHOLE_BYTES)
    return hexOf(new Uint8Array(await subtle.digest('SHA-256', await bytesOf(blob))))
  const hash = createSha256()
  for (let from = 0; from < blob.size; from += SLICE_BYTES) {
    hash.update(new Uint8Array(await bytesOf(blob.slice(from, from + SLICE_BYTES))))
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  return hash.digest()
}

/** `Blob.arrayBuffer` came with Chromium 76. */
function bytesOf(blob: Blob): Promise<ArrayBuffer> {
  return new Response(blob).arrayBuffer()
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export type Sha256 = { update(bytes: Uint8Array): void; digest(): string }

/** FIPS 180-4, in pieces, so that a film never has to be in memory as a whole. */
export function createSha256(): Sha256 {
  const state = new Uint32Array(INITIAL)
  const block = new Uint8Array(64)
  const words = new Uint32Array(64)
  let filled = 0
  let total = 0

  function add(bytes: Uint8Array): void {
    let read = 0
    while (read < bytes.length) {
      const taken = Math.min(64 - filled, bytes.length - read)
      block.set(bytes.subarray(read, read + taken), filled)
      filled += taken
      read += taken
      if (filled < 64) return
      compress(state, block, words)
      filled = 0
    }
  }

  return {
    update(bytes) {
      total += bytes.length
      add(bytes)
    },
    digest() {
      const bits = new DataView(new ArrayBuffer(8))
      bits.setUint32(0, Math.floor(total / 2 ** 29))
      bits.setUint32(4, (total * 8) >>> 0)
      const padding = new Uint8Array(1 + ((119 - (total % 64)) % 64))
      padding[0] = 0x80
      add(padding)
      add(new Uint8Array(bits.buffer))
      return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('')
    },
  }
}

/** The first 32 bits of the fractional parts of the square (cube) roots of the first primes, as the standard gives them. */
const PRIMES = Array.from({ length: 312 }, (_, number) => number).filter((number) => number > 1 && isPrime(number))
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(prime ** (1 / 2)))
const ROUNDS = new Uint32Array(PRIMES.slice(0, 64).map((prime) => fraction(prime ** (1 / 3))))

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) return false
  return true
}

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) >>> 0
}

function compress(state: Uint32Array, block: Uint8Array, words: Uint32Array): void {
  const view = new DataView(block.buffer)
  for (let t = 0; t < 16; t += 1) words[t] = view.getUint32(t * 4)
  for (let t = 16; t < 64; t += 1) {
    const w15 = at(words, t - 15)
    const w2 = at(words, t - 2)
    const s0 = turn(w15, 7) ^ turn(w15, 18) ^ (w15 >>> 3)
    const s1 = turn(w2, 17) ^ turn(w2, 19) ^ (w2 >>> 10)
    words[t] = at(words, t - 16) + s0 + at(words, t - 7) + s1
  }
  let [a, b, c, d] = [at(state, 0), at(state, 1), at(state, 2), at(state, 3)]
  let [e, f, g, h] = [at(state, 4), at(state, 5), at(state, 6), at(state, 7)]
  for (let t = 0; t < 64; t += 1) {
    const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const one = (h + big1 + ((e & f) ^ (~e & g)) + at(ROUNDS, t) + at(words, t)) | 0
    const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const two = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = at(state, index) + word
  })
}

function at(words: Uint32Array, index: number): number {
  return words[index] as number
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}
