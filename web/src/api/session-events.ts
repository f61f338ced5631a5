import { createSignal } from './signal.ts'

/** The session has ended, as a refused call or the live stream has learnt. */
export const sessionEnded = createSignal()

/** Somebody signed in (again): what had stopped may go on. */
export const signedIn = createSignal()
