import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SERVER_FOLDER } from '../../platform/own-files.ts'

const { version }: { version: string } = JSON.parse(readFileSync(join(SERVER_FOLDER, 'package.json'), 'utf8'))

/** Of this program, as its package says. */
export const VERSION: string = version
