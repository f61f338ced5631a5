import { call } from './call.ts'

let aheadMs = 0

/** The server's clock as far as it is known, else this computer's: what the screens go by. Milliseconds since 1970. */
export const serverNow = () => Date.now() + aheadMs

/** Asks the server how late it is. Without an answer this computer's clock has to do. */
export async function askServerTime(): Promise<void> {
  const askedAt = Date.now()
  try {
    const { at } = await call('getTime', {})
    // As if its answer had been on its way half of the time.
    aheadMs = at - (askedAt + Date.now()) / 2
  } catch (error) {
    console.error('asking for the server’s time failed', error)
  }
}
