/** Host names by which every device calls itself. */
const ONLY_HERE = /^(localhost|127\..*|\[::1\])$/

/** The address at which other devices find this installation: the server's setting, else the address of this page. */
export function publicOrigin(): string {
  return readMeta('placard-origin') || location.origin
}

/** True for an address at which every device only finds itself, such as localhost. */
export function isOnlyHere(origin: string): boolean {
  return ONLY_HERE.test(new URL(origin).hostname)
}

function readMeta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}
