import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const RUN_POSTGRES = join(import.meta.dirname, '..', 'server', 'src', 'testing', 'run-postgres.ts')

/** The one of the tests. It ends with this process. */
export async function startPostgres() {
  const child = spawn(process.execPath, [RUN_POSTGRES], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [url] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    url: String(url).trim(),
    async stop() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}
