import { call } from './call.ts'

let aheadMs = 0

/** The server's time, which the screens use, if known; otherwise this computer's. Milliseconds since 1970. */
export const serverNow = () => Date.now() + aheadMs

/** Requests the server's time. Without an answer this computer's clock is used. */
export async function askServerTime(): Promise<void> {
  const askedAt = Date.now()
  try {
    const { at } = await call('getTime', {})
    // Assumes that the response took half of the round trip.
    aheadMs = at - (askedAt + Date.now()) / 2
  } catch (error) {
    console.error('asking for the server’s time failed', error)
  }
}
