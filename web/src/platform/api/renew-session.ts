import { call } from './call.ts'
import { sessionTold } from './session-events.ts'

/** Requests the session again after the user's rights or the displays have changed, and announces it. */
export async function renewSession(): Promise<void> {
  try {
    sessionTold.announce(await call('getSession', {}))
  } catch (error) {
    // The known session stays. The next call will show if it has ended.
    console.error('the session could not be asked for again', error)
  }
}
