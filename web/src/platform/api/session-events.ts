import type { Bye, Session } from '@placard/contract'
import { createSignal } from '../signal/signal.ts'

/** The session has ended, as a refused call or the live stream has learnt. `because`: undefined when nobody said. */
export const sessionEnded = createSignal<{ because?: Bye['because'] }>()

/** Somebody signed in (again): what had stopped may go on. */
export const signedIn = createSignal()

/** The rights of the signed-in person now, as the server has just told. They may be as before. */
export const sessionTold = createSignal<Session>()
