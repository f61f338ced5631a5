import { PassThrough, Writable } from 'node:stream'
import { runCommandLine } from '../operations/cli/run.ts'
import type { TestStorage } from './dialects.ts'

/** Result of a command: its exit code and its output. */
export type Ran = { code: number; stdout: string; stderr: string }

/**
 * Runs an operator's command in this process, which takes a tenth of the time of a separate process. cli.test.ts tests that the real
 * program reads its arguments and exits with the code.
 *
 * @param storage the data that it works on. Its files are read and written there too
 * @param options `settings`: further environment variables. `isTTY`: true to print as to a terminal
 */
export async function runPlacard(
  args: string[],
  storage: Pick<TestStorage, 'dataDir' | 'databaseUrl'>,
  options: { settings?: Record<string, string>; isTTY?: boolean } = {},
): Promise<Ran> {
  let [stdout, stderr] = ['', '']
  const into = (take: (text: string) => void) =>
    new Writable({
      write(chunk, _encoding, done) {
        take(String(chunk))
        done()
      },
    })
  const output = into((text) => {
    stdout += text
  })
  const code = await runCommandLine(args, {
    stdin: Object.assign(new PassThrough(), { isTTY: false }),
    stdout: Object.assign(output, { isTTY: options.isTTY ?? false }),
    stderr: into((text) => {
      stderr += text
    }),
    env: {
      DATA_DIR: storage.dataDir,
      ...(storage.databaseUrl ? { DATABASE_URL: storage.databaseUrl } : {}),
      // Nothing listens on this port: it is not the one that tests use.
      PORT: '4449',
      ...options.settings,
    },
    folder: '/',
    filesFolder: storage.dataDir,
  })
  return { code, stdout, stderr }
}
