import { basename, dirname, join, resolve } from 'node:path'

/** Built, the server is a few files side by side in server/dist; of its sources this one lies two folders below server/. */
const IS_BUILT = !import.meta.filename.endsWith('.ts')

/** The folder server/, with its package.json and samples/. */
export const SERVER_FOLDER = resolve(import.meta.dirname, IS_BUILT ? '..' : '../..')

/** The folder of the whole project, or what a release has of it. */
export const PROJECT_FOLDER = dirname(SERVER_FOLDER)

/**
 * Finds what the server starts beside itself; vite.config.ts builds each `<name>-worker.ts` as a program of its own.
 *
 * @param worker its source below server/src without the extension
 * @returns its path; built, when this is
 */
export function workerPath(worker: `${string}/${string}-worker`): string {
  return IS_BUILT ? join(SERVER_FOLDER, 'dist', `${basename(worker)}.js`) : join(SERVER_FOLDER, 'src', `${worker}.ts`)
}
