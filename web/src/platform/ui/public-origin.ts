/** Each device's own name for itself. */
const ONLY_HERE = /^(localhost|127\..*|\[::1\])$/

/** The address at which other devices find this installation: the server's own, else that of this page. */
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
