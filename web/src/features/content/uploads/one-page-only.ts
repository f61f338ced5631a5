/**
 * Waits until no other page of this browser works on the upload, then keeps other pages from it.
 *
 * @returns a function that releases it; undefined if the signal ended the wait
 */
export async function onePageOnly(id: string, signal: AbortSignal): Promise<(() => void) | undefined> {
  if (!('locks' in navigator)) return byAsking(id, signal)
  return new Promise((resolve) => {
    navigator.locks
      .request(`placard-upload-${id}`, { signal }, () => new Promise<void>((release) => resolve(release)))
      .catch(() => resolve(undefined))
  })
}

const ANSWERED_WITHIN_MS = 500
const ASKED_AGAIN_MS = 2_000

/**
 * Browsers have no locks on plain http, so pages ask each other and the one that works on the upload answers. Two pages that ask at
 * the same moment may both send it; the item's idempotency key still makes it one item.
 */
async function byAsking(id: string, signal: AbortSignal): Promise<(() => void) | undefined> {
  const channel = new BroadcastChannel(`placard-upload-${id}`)
  const isTaken = () =>
    new Promise<boolean>((resolve) => {
      channel.onmessage = ({ data }) => data === 'mine' && resolve(true)
      channel.postMessage('whose')
      setTimeout(() => resolve(false), ANSWERED_WITHIN_MS)
    })
  while (await isTaken()) {
    if (signal.aborted) break
    await new Promise((resolve) => setTimeout(resolve, ASKED_AGAIN_MS))
  }
  if (signal.aborted) {
    channel.close()
    return undefined
  }
  channel.onmessage = ({ data }) => data === 'whose' && channel.postMessage('mine')
  return () => channel.close()
}
