import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SERVER_FOLDER } from './own-files.ts'

const { version }: { version: string } = JSON.parse(readFileSync(join(SERVER_FOLDER, 'package.json'), 'utf8'))

/** The version of Placard, from server/package.json: `1.0.0`. */
export const VERSION: string = version
