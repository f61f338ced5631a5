import { basename, dirname, join, resolve } from 'node:path'

/** The built server is a few files side by side in server/dist. In the sources, this file is two folders below server/. */
const IS_BUILT = !import.meta.filename.endsWith('.ts')

/** The folder server/, with its package.json and samples/. */
export const SERVER_FOLDER = resolve(import.meta.dirname, IS_BUILT ? '..' : '../..')

/** The folder of the whole project, or the part of it that a release contains. */
export const PROJECT_FOLDER = dirname(SERVER_FOLDER)

/** The folder with one folder of messages for each language. The build puts a copy into the folder of the built server. */
export const MESSAGES_FOLDER = IS_BUILT ? join(SERVER_FOLDER, 'dist', 'messages') : join(PROJECT_FOLDER, 'messages')

/** The agent of this version, as one file. The build puts it into the folder of the built server. */
export const AGENT_FILE = join(SERVER_FOLDER, 'dist', 'agent.mjs')

/**
 * Finds the program of a worker. vite.config.ts builds each `<name>-worker.ts` as a separate program.
 *
 * @param worker path of its source below server/src, without the extension
 * @returns its path. The built file when this file is built
 */
export function workerPath(worker: `${string}/${string}-worker`): string {
  return IS_BUILT ? join(SERVER_FOLDER, 'dist', `${basename(worker)}.js`) : join(SERVER_FOLDER, 'src', `${worker}.ts`)
}
