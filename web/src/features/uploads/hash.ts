/** SHA-256 in lower-case hex; undefined on plain http, where a browser does not hash. */
export async function sha256Of(bytes: BufferSource): Promise<string | undefined> {
  const subtle: SubtleCrypto | undefined = crypto.subtle
  if (!subtle) return undefined
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
