import { z } from 'zod'

// Zod would make code at run time, which the Content-Security-Policy of every page forbids. A schema decides that when it
// is made, so each module of the contract takes Zod from here, where it has been told.
if (!('process' in globalThis)) z.config({ jitless: true })

export { z }
