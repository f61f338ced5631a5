/** 128 random bits in hex. */
export function randomHex(): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)))
  return bytes.map((byte) => (byte + 256).toString(16).slice(1)).join('')
}
