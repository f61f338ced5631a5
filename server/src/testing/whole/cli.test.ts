import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../app.ts'
import { readConfig } from '../../platform/config.ts'
import { makeTestStorage, type TestStorage } from '../dialects.ts'
import { createClient } from '../server.ts'
import { BARE_ENVIRONMENT } from '../server-process.ts'

const PASSWORD = 'a rather long phrase, 4711'
const EXAMPLES = join(import.meta.dirname, '../../../../docs/examples')

type Ran = { code: number; stdout: string; stderr: string; json: () => unknown }

/** Runs the real program as a process. */
async function runProcess(args: string[], env: Record<string, string>, input?: string): Promise<Ran> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../cli.ts'), ...args], {
    env: { ...BARE_ENVIRONMENT, ...env },
    stdio: 'pipe',
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input ?? '')
  const [code] = await once(child, 'close')
  return { code, stdout, stderr, json: () => JSON.parse(stdout) }
}

describe('the program itself', () => {
  let storage: TestStorage
  let env: Record<string, string>

  beforeAll(async () => {
    storage = await makeTestStorage('sqlite')
    env = { DATA_DIR: storage.dataDir }
  })
  afterAll(() => storage.remove())

  it('ends with 0, 1 and 2, and with --json prints one JSON value and nothing else', async () => {
    const made = await runProcess(['organisation', 'create', 'vnr', '--name', 'VNR', '--json'], env)
    expect(made).toMatchObject({ code: 0 })
    expect(made.json()).toEqual({ id: 'vnr', name: 'VNR' })
    const taken = await runProcess(['organisation', 'create', 'vnr', '--name', 'VNR', '--json'], env)
    expect(taken).toMatchObject({ code: 1, stderr: '' })
    expect(taken.json()).toMatchObject({ error: { code: 'id-taken' } })
    const wrong = await runProcess(['organisation', 'create', '--json'], env)
    expect(wrong).toMatchObject({ code: 2, stderr: '' })
    expect(wrong.json()).toMatchObject({ error: { code: 'wrong-use' } })
    const setting = await runProcess(['user', 'list', '--json'], { DATA_DIR: storage.dataDir, PORT: 'many' })
    expect(setting.json()).toMatchObject({ error: { code: 'invalid-setting' } })
    expect(setting.code).toBe(1)
  })

  it('E5 imports the examples', async () => {
    const ran = await runProcess(['import', join(EXAMPLES, 'realtime-database.json'), '--json'], env)
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    expect(ran.json()).toMatchObject({
      displays: [
        { displayId: 'ece', items: { added: 4, known: 0, skipped: 1 } },
        { displayId: 'library', items: { added: 1 } },
      ],
    })
  })

  it('U2 A5 B1 works beside a running server: an account signs in, is subscribed, loses its session, is disabled', async () => {
    const beside = await makeTestStorage('sqlite')
    const settings = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: beside.dataDir, SEED: 'none', LOG_LEVEL: 'silent' }
    const app = await createApp(readConfig(settings, '/'))
    const url = await app.listen()
    try {
      const at = { DATA_DIR: beside.dataDir }
      const email = 'head@vnr.example'
      const command = async (...args: string[]) => {
        const ran = await runProcess([...args, '--json'], at, `${PASSWORD}\n`)
        expect(ran, ran.stdout + ran.stderr).toMatchObject({ code: 0 })
        return ran.json()
      }
      await command('organisation', 'create', 'vnr', '--name', 'VNR')
      await command('display', 'create', 'vnr', 'ece', '--name', 'Department of ECE')
      await command('user', 'create', email, '--password-stdin')
      const client = createClient(url)
      const signIn = (password = PASSWORD) => client.call('signIn', { params: {}, body: { email, password } })
      expect((await signIn()).body).toMatchObject({ error: { code: 'not-subscribed' } })
      await command('user', 'subscribe', email, '--organisation', 'vnr', '--display', 'ece')
      expect((await signIn()).status).toBe(200)
      expect((await client.call('getSession', { params: {} })).status).toBe(200)
      const { password } = (await command('user', 'password', email, '--generate-password')) as { password: string }
      expect((await client.call('getSession', { params: {} })).status).toBe(401)
      expect((await signIn()).body).toMatchObject({ error: { code: 'invalid-credential' } })
      expect((await signIn(password)).status).toBe(200)
      await command('user', 'disable', email)
      expect((await client.call('getSession', { params: {} })).status).toBe(401)
      expect((await signIn(password)).body).toMatchObject({ error: { code: 'invalid-credential' } })
      await command('user', 'enable', email)
      expect((await signIn(password)).status).toBe(200)
    } finally {
      await app.close()
      await beside.remove()
    }
  })
})
