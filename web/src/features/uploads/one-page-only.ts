/**
 * Waits until no other page of this browser works on the upload, then keeps them off it. On plain http a browser has no such
 * locks; there two pages may both send it, and the item's idempotency key still makes it one item.
 *
 * @returns lets others have it; undefined when the signal ended the wait
 */
export async function onePageOnly(id: string, signal: AbortSignal): Promise<(() => void) | undefined> {
  if (!('locks' in navigator)) return () => {}
  return new Promise((resolve) => {
    navigator.locks
      .request(`placard-upload-${id}`, { signal }, () => new Promise<void>((release) => resolve(release)))
      .catch(() => resolve(undefined))
  })
}
