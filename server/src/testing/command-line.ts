import { PassThrough, Writable } from 'node:stream'
import { runCommandLine } from '../operations/cli/run.ts'
import type { TestStorage } from './dialects.ts'

/** How a command ended: its exit code, and each text that it printed. */
export type Ran = { code: number; stdout: string; stderr: string }

/**
 * Runs an operator's command in this process, which takes a tenth of the time of a process of its own. Whether that one reads
 * its arguments and ends with the code is tested in cli.test.ts.
 *
 * @param storage what it works on; its files are read and written there too
 * @param options further settings of its environment; whether it prints to a terminal
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
      // Nobody listens there: it is not the one that tests take.
      PORT: '4449',
      ...options.settings,
    },
    folder: '/',
    filesFolder: storage.dataDir,
  })
  return { code, stdout, stderr }
}
