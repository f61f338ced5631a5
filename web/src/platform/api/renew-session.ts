import { call } from './call.ts'
import { sessionTold } from './session-events.ts'

/** After a change of what somebody may do, or of the displays there are: asks what counts now, for whoever holds it. */
export async function renewSession(): Promise<void> {
  try {
    sessionTold.announce(await call('getSession', {}))
  } catch (error) {
    // The known session stays; the next call tells.
    console.error('the session could not be asked for again', error)
  }
}
