/**
 * The time in the user's usual format.
 *
 * @param timeZone an IANA name; the device's own zone is used when this engine does not know it
 */
export function clockFace(date: Date, timeZone: string | undefined): string {
  const face: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' }
  try {
    return date.toLocaleTimeString([], timeZone ? { ...face, timeZone } : face)
  } catch {
    return date.toLocaleTimeString([], face)
  }
}
