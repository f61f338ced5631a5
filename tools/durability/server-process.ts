import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DisplayId, OrganisationId } from '@placard/contract'
import { type Client, signIn } from './client.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'src', 'main.ts')
const ADMIN = { email: 'admin@vnr.example', password: 'a pass phrase that survives' }
/** The sample display, which a fresh server has. */
export const DISPLAY = { organisationId: OrganisationId.parse('vnr'), displayId: DisplayId.parse('ece') }

/** The delivered product, in a process that can be killed. */
export type ServerProcess = {
  admin: Client
  /** Stops the process without its knowledge. */
  freeze(): void
  /** kill -9. Resolves when the process has ended. */
  kill(): Promise<void>
}

/**
 * @param settings of its environment
 * @param preload path of a module that is loaded before it
 */
export async function startServer(
  settings: { dataDir: string; databaseUrl: string | undefined },
  preload?: string,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...(preload ? ['--import', preload] : []), MAIN], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: settings.dataDir,
      // Everything that is written is recorded, and written again for each cut.
      BALLAST_MB: '0',
      DATABASE_URL: settings.databaseUrl ?? '',
      PUBLIC_URL: '',
      SEED: 'sample',
      SEED_ADMIN_EMAIL: ADMIN.email,
      SEED_ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'error',
    },
  })
  const letGo = () => void child.kill('SIGKILL')
  process.once('exit', letGo)
  const kill = async () => {
    process.off('exit', letGo)
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  try {
    const admin = await signIn(await addressOf(child), ADMIN)
    return { admin, freeze: () => void child.kill('SIGSTOP'), kill }
  } catch (error) {
    await kill()
    throw error
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let said = ''
  for await (const text of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    said += text
    const port = /localhost:(\d+)\/dashboard/.exec(said)?.[1]
    if (port) return `http://127.0.0.1:${port}`
  }
  throw new Error(`The server did not start. ${said}`)
}
