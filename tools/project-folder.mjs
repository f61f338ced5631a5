import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the checkout, wherever a script was started from. */
export const PROJECT = dirname(dirname(fileURLToPath(import.meta.url)))
