import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const RUN_POSTGRES = join(import.meta.dirname, '..', 'server', 'src', 'testing', 'run-postgres.ts')

/**
 * Starts the PostgreSQL of the tests, which does not sync its disk. It ends with this process.
 *
 * @param program another program, which prints its address and ends when its input is closed
 */
export async function startPostgres(program = RUN_POSTGRES) {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [url] = (await once(child.stdout, 'data')) as [Buffer]
  const stop = async () => {
    child.stdin.end()
    await once(child, 'exit')
  }
  return { url: String(url).trim(), stop, [Symbol.asyncDispose]: stop }
}
