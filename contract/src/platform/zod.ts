import { z } from 'zod'

// By default Zod generates code at run time, which the Content-Security-Policy of every page forbids. A schema reads this
// setting when it is created, so every module of the contract imports Zod from here, where it is already set.
if (!('process' in globalThis)) z.config({ jitless: true })

export { z }
