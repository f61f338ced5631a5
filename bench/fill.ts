import { join } from 'node:path'
import { BenchError } from './bench-error.ts'
import { startChild } from './children.ts'
import { DISPLAY } from './placard-process.ts'

const PROGRAM = join(import.meta.dirname, '..', 'server', 'src', 'testing', 'run-fill.ts')

/**
 * Fills the organisation of the sample data with rows that are written directly to the database. The server must not
 * run meanwhile.
 *
 * @param folder of the server's data
 * @param settings further settings of that server, such as DATABASE_URL
 * @throws BenchError with the program's output when it failed
 */
export async function fill(
  folder: string,
  what: 'library' | 'screens' | 'items' | 'lines',
  count: number,
  settings: Record<string, string> = {},
): Promise<void> {
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', ...settings }
  const child = startChild([PROGRAM, what, DISPLAY.organisationId, String(count)], { env })
  await child.ended
  if (child.process.exitCode !== 0) throw new BenchError(`the ${what} could not be filled. ${child.output()}`)
}
