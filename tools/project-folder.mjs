import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the checkout. Does not depend on the working directory. */
export const PROJECT = dirname(dirname(fileURLToPath(import.meta.url)))
