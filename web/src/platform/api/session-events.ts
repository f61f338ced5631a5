import type { Bye, Session } from '@placard/contract'
import { createSignal } from '../signal/signal.ts'

/** The session has ended, according to a refused call or the live stream. `because`: undefined if unknown. */
export const sessionEnded = createSignal<{ because?: Bye['because'] }>()

/** A user signed in (again): work that had stopped may continue. */
export const signedIn = createSignal()

/** The session as the server has just sent it. It may be unchanged. */
export const sessionTold = createSignal<Session>()
