/**
 * The time as people write it.
 *
 * @param timeZone an IANA name; one that this engine does not know counts as the device's own
 */
export function clockFace(date: Date, timeZone: string | undefined): string {
  const face: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' }
  try {
    return date.toLocaleTimeString([], timeZone ? { ...face, timeZone } : face)
  } catch {
    return date.toLocaleTimeString([], face)
  }
}
