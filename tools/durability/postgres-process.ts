import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const PROGRAM = join(import.meta.dirname, '..', '..', 'server', 'src', 'testing', 'run-postgres.ts')

/** Starts an empty PostgreSQL that only this run uses. */
export async function startPostgres(): Promise<{ url: string; close(): Promise<void> }> {
  // With DATABASE_URL the program would use an existing database, which must not be written to.
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'], env })
  let said = ''
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    said += text
    if (said.includes('\n')) break
  }
  const close = async () => {
    if (child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.stdin.end()
    await gone
  }
  if (!said.startsWith('postgres:')) throw new Error(`PostgreSQL did not start. ${said}`)
  return { url: said.trim(), close }
}
