import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathOf } from '@placard/contract'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { ADMIN, createClient } from '../../testing/server.ts'

const MAIN = join(import.meta.dirname, '../../main.ts')

it('[B98] no log has a token, however much it tells and wherever the token stood', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'placard-token-log-'))
  const server = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      SEED_ADMIN_EMAIL: ADMIN.email,
      SEED_ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'trace',
    },
  })
  const gone = once(server, 'exit')
  let said = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk
    })
  }
  try {
    const port = () => /localhost:(\d+)\/dashboard/.exec(said)?.[1]
    await expect.poll(port, { timeout: 30_000 }).toBeDefined()
    const url = `http://127.0.0.1:${port()}`
    const owner = createClient(url)
    await owner.call('signIn', { params: {}, body: ADMIN })
    const { organisationId } = SAMPLE_DISPLAY
    const made = await owner.call('createToken', {
      params: { organisationId },
      body: { name: 'Program', role: 'editor', days: 1 },
    })
    const { secret, token } = made.body
    const lines = url + pathOf('createLine', SAMPLE_DISPLAY)
    const send = (address: string, headers: object, body: string) =>
      fetch(address, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
    const authorization = `Bearer ${secret}`
    const statuses = [
      await send(lines, { authorization }, '{"text":"x"}'),
      await send(lines, { authorization }, '{'),
      await send(lines, { authorization: `Bearer ${secret}x` }, '{"text":"x"}'),
      await send(`${lines}?token=${secret}`, {}, '{"text":"x"}'),
      await send(`${url}/nowhere/${secret}`, {}, ''),
      await send(lines, { cookie: `sid=${secret}` }, '{"text":"x"}'),
    ].map(({ status }) => status)
    expect(statuses).toEqual([201, 400, 401, 400, 400, 403])
    await owner.call('removeToken', { params: { organisationId, tokenId: token.id } })
    server.kill('SIGTERM')
    await gone
    expect(said).toContain('signed in')
    expect(said).not.toContain(secret.slice(4, 24))
  } finally {
    server.kill('SIGKILL')
    await gone
    await rm(dataDir, { recursive: true, force: true })
  }
})
