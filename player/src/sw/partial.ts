/**
 * [OF5] The response to a request for a stored file, or for one range of it (RFC 9110, 14). The file stays on the disk:
 * a slice of a Blob is a handle, and its bytes are read while they are sent.
 *
 * @param range the request's Range header
 */
export function answerWith(blob: Blob, kept: Headers, range: string | null): Response {
  const contentType = kept.get('Content-Type') ?? ''
  const headers: Record<string, string> = {
    'Content-Type': contentType,
    'Accept-Ranges': 'bytes',
    'Content-Length': String(blob.size),
    ETag: kept.get('ETag') ?? '',
  }
  const match = range === null ? null : /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range)
  const [, first = '', last = ''] = match ?? []
  // Several ranges, and an invalid header, may be ignored.
  if (!match || (first === '' && last === '') || (first !== '' && last !== '' && Number(last) < Number(first))) {
    return new Response(blob, { headers })
  }
  const start = first === '' ? Math.max(0, blob.size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? blob.size - 1 : Math.min(Number(last), blob.size - 1)
  if (start > end) {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${blob.size}` } })
  }
  headers['Content-Length'] = String(end - start + 1)
  headers['Content-Range'] = `bytes ${start}-${end}/${blob.size}`
  return new Response(blob.slice(start, end + 1, contentType), { status: 206, headers })
}
