/** Each device's own name for itself. */
const ONLY_HERE = /^(localhost|127\..*|\[::1\])$/

/** Where other devices find this installation: as the server knows it, else as this page was opened. */
export function publicOrigin(): string {
  return readMeta('placard-origin') || location.origin
}

/** An address that leads each device to itself. */
export function isOnlyHere(origin: string): boolean {
  return ONLY_HERE.test(new URL(origin).hostname)
}

function readMeta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}
