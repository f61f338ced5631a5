import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DisplayId, OrganisationId, pathOf, playerPath } from '@placard/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from './operations/seed/service.ts'
import { CANNOT_START } from './platform/exit-code.ts'
import { createClient } from './testing/server.ts'
import { BARE_ENVIRONMENT, freePort, isServing, runServer, type ServerProcess } from './testing/server-process.ts'

const CLI = new URL('./cli.ts', import.meta.url).pathname

import { openStream } from './testing/stream.ts'

/** True when this system can limit the open files of a process. */
const mayLimitFiles = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0

describe('the process', () => {
  let dataDir: string
  let port: number
  let running: ServerProcess | undefined

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'placard-main-'))
    port = await freePort()
  })
  afterEach(async () => {
    running?.server.kill('SIGKILL')
    await running?.exit
    running = undefined
    await rm(dataDir, { recursive: true, force: true })
  })

  /** @param under a command that starts its arguments */
  function run(environment: Record<string, string> = {}, under: string[] = []): ServerProcess {
    running = runServer({ port, dataDir }, environment, under)
    return running
  }

  const url = () => `http://127.0.0.1:${port}`
  const passwordIn = (text: string) => /Password\s+(\S+)\s+\(shown this once/.exec(text)?.[1]

  it('[B6] prints where to go and a password of its own making, once', async () => {
    const first = run()
    await isServing(first)
    expect(first.output()).toContain(`http://localhost:${port}/dashboard`)
    expect(first.output()).toContain(`http://localhost:${port}${playerPath(SAMPLE_DISPLAY)}`)
    const password = passwordIn(first.output()) ?? ''
    expect(password.length).toBeGreaterThanOrEqual(15)
    const client = createClient(url())
    const credential = { email: 'admin@vnr.example', password }
    expect((await client.call('signIn', { params: {}, body: credential })).status).toBe(200)
    for (const guess of ['admin', 'password', 'admin@vnr.example', 'placard']) {
      const answer = await createClient(url()).call('signIn', { params: {}, body: { ...credential, password: guess } })
      expect(answer.status).toBe(401)
    }

    first.server.kill('SIGTERM')
    expect(await first.exit).toBe(0)
    const second = run()
    await isServing(second)
    expect(passwordIn(second.output())).toBeUndefined()
    expect((await createClient(url()).call('signIn', { params: {}, body: credential })).status).toBe(200)
  })

  it('keeps its data to itself', async () => {
    await isServing(run())
    expect((await stat(join(dataDir, 'placard.db'))).mode & 0o077).toBe(0)
  })

  it('SEED=none starts empty', async () => {
    await isServing(run({ SEED: 'none' }))
    const answer = await createClient(url()).call('getManifest', { params: SAMPLE_DISPLAY })
    expect(answer.status).toBe(404)
  })

  it('[B6] [B11] started empty it prints a link to its set-up, which its log never has; a restart prints another', async () => {
    const setUp = { SEED: 'none', LOG_LEVEL: 'trace' }
    const linkIn = (text: string) => new RegExp(`http://localhost:${port}/setup#([\\w-]{43})`).exec(text)?.[1] ?? ''
    const first = run(setUp)
    await isServing(first)
    await expect.poll(() => linkIn(first.output())).not.toBe('')
    const old = linkIn(first.output())
    first.server.kill('SIGTERM')
    expect(await first.exit).toBe(0)

    const second = run(setUp)
    await isServing(second)
    await expect.poll(() => linkIn(second.output())).not.toBe('')
    const token = linkIn(second.output())
    expect(token).not.toBe(old)
    const client = createClient(url())
    expect((await client.call('readSetup', { params: {}, body: { token: old } })).status).toBe(410)
    const account = { name: 'Asha Rao', email: 'asha@college.example', password: 'seventeen blue kettles' }
    const place = {
      organisationId: OrganisationId.parse('riverside'),
      organisationName: 'Riverside College',
      displayId: DisplayId.parse('hall'),
      displayName: 'Hall',
      timeZone: 'UTC',
    }
    const body = { token, ...account, ...place, sample: false }
    expect((await client.call('finishSetup', { params: {}, body })).status).toBe(200)
    const log = (text: string) => text.split('\n').filter((line) => line.startsWith('{'))
    await expect.poll(() => log(second.output()).join('\n')).toContain('the installation was set up')
    expect(log(first.output() + second.output()).filter((line) => line.includes(old) || line.includes(token))).toEqual(
      [],
    )
    expect(second.output()).not.toContain(account.password)
    second.server.kill('SIGTERM')
    expect(await second.exit).toBe(0)

    const third = run(setUp)
    await isServing(third)
    await expect.poll(third.output).toContain(`/dashboard`)
    expect(linkIn(third.output())).toBe('')
  })

  it.each([
    ['PORT', 'eighty', 'PORT is "eighty"; expected a port from 0 to 65535.'],
    [
      'SEED_ADMIN_PASSWORD',
      'aaaaaaaaaaaaaaaa',
      'SEED_ADMIN_PASSWORD is not valid; expected one that is hard to guess.',
    ],
  ])('a wrong %s is told in one line', async (name, value, line) => {
    const { output, exit } = run({ [name]: value })
    expect(await exit).toBe(CANNOT_START)
    expect(output().trim()).toBe(`Placard cannot start: ${line}`)
  })

  it('[R5] ends for good where the data cannot be used, and says why in one line', async () => {
    const end = async (environment: Record<string, string> = {}) => {
      const { exit, output } = run(environment)
      return { code: await exit, text: output() }
    }
    await mkdir(join(dataDir, 'placard.db'))
    expect(await end()).toEqual({
      code: CANNOT_START,
      text: expect.stringContaining(`${join(dataDir, 'placard.db')} is not a file.`),
    })
    await rm(join(dataDir, 'placard.db'), { recursive: true })
    await writeFile(join(dataDir, 'placard.db'), 'no database at all'.repeat(100))
    expect(await end()).toEqual({
      code: CANNOT_START,
      text: expect.stringMatching(/The database .*placard\.db is damaged\..* restores a backup/),
    })
    await writeFile(join(dataDir, 'file'), '')
    expect(await end({ DATA_DIR: join(dataDir, 'file') })).toMatchObject({ code: CANNOT_START })
  })

  it('a port that is taken is told in one line', async () => {
    await isServing(run())
    const first = running
    const { output, exit } = run({ DATA_DIR: join(dataDir, 'another') })
    expect(await exit).toBe(CANNOT_START)
    expect(output().trim()).toMatch(/^Placard cannot start: the port is in use\. .*$/)
    first?.server.kill('SIGKILL')
    await first?.exit
  })

  it('[F37] [M8] SIGTERM with a thousand open streams says goodbye and ends within five seconds', async () => {
    const { server, exit } = run()
    await isServing(running as ServerProcess)
    const address = url() + pathOf('streamManifest', SAMPLE_DISPLAY)
    const streams = await Promise.all(Array.from({ length: 1_000 }, () => openStream(address)))
    await streams[999]?.next('manifest')
    server.kill('SIGTERM')
    // After five seconds the server would give up and exit with 1.
    expect(await exit).toBe(0)
    const goodbye = await streams[0]?.next('bye')
    expect(goodbye?.data).toMatchObject({ reason: 'stopping' })
  })

  it('[B79] a second server on the same data is refused in one line; a killed one leaves no lock, and commands go on beside', async () => {
    await isServing(run())
    const first = running
    const elsewhere = String(await freePort())
    const second = run({ PORT: elsewhere })
    expect(await second.exit).toBe(CANNOT_START)
    expect(second.output().trim()).toBe(
      `Placard cannot start: another Placard is running on the data in ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    )
    expect((await createClient(url()).call('getManifest', { params: SAMPLE_DISPLAY })).status).toBe(200)
    const command = spawnSync(process.execPath, [CLI, 'organisation', 'list'], {
      env: { ...BARE_ENVIRONMENT, DATA_DIR: dataDir },
      encoding: 'utf8',
    })
    expect(command).toMatchObject({ status: 0, stdout: expect.stringContaining('vnr') })

    first?.server.kill('SIGKILL')
    await first?.exit
    await isServing(run())
  })

  it('[S1] whatever nobody caught is told and counted; the process goes on, or says goodbye and ends to be started again', async () => {
    const token = 'a-token-for-tests-long-enough'
    const faults = `
      process.on('SIGUSR2', () => Promise.reject(new Error('nobody waited')))
      process.on('SIGWINCH', () => { throw new Error('nobody caught') })`
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(faults)}`
    const { server, output, exit } = run({ NODE_OPTIONS, METRICS_TOKEN: token })
    await isServing(running as ServerProcess)
    const counted = async () => {
      const headers = { authorization: `Bearer ${token}` }
      const text = await (await fetch(`${url()}/metrics`, { headers })).text()
      return text.split('\n').filter((line) => line.startsWith('placard_uncaught_total'))
    }
    const listener = await openStream(url() + pathOf('streamManifest', SAMPLE_DISPLAY))
    await listener.next('manifest')
    server.kill('SIGUSR2')
    await expect.poll(counted).toContain('placard_uncaught_total{kind="rejection"} 1')
    expect(output()).toContain('unhandled rejection: the process continues')
    expect((await createClient(url()).call('getManifest', { params: SAMPLE_DISPLAY })).status).toBe(200)

    server.kill('SIGWINCH')
    expect((await listener.next('bye')).data).toMatchObject({ reason: 'stopping' })
    expect(await exit).toBe(1)
    expect(output()).toContain('uncaught exception: the process stops and must be restarted')
  })

  it.skipIf(!mayLimitFiles)(
    '[F59] with no file left to open it says so to whoever is connected, lives, and goes on as soon as there are some',
    async () => {
      const one = run()
      await isServing(one)
      const { items } = (await createClient(url()).call('getManifest', { params: SAMPLE_DISPLAY })).body
      const picture = url() + (items[0]?.url ?? '')
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const ask = () =>
        new Promise<number | undefined>((resolve, reject) => {
          get(picture, { agent }, (response) => {
            response.resume().on('end', () => resolve(response.statusCode))
          }).on('error', reject)
        })
      expect(await ask()).toBe(200)

      const pid = String(one.server.pid)
      const open = (await readdir(`/proc/${pid}/fd`)).length
      expect(spawnSync('prlimit', ['--pid', pid, `--nofile=${open + 10}`]).status).toBe(0)
      let turnedAway = 0
      const crowd = Array.from({ length: 60 }, () =>
        connect(port, '127.0.0.1')
          .on('error', () => {})
          .on('close', () => {
            turnedAway += 1
          }),
      )
      await expect.poll(() => turnedAway, { timeout: 20_000 }).toBeGreaterThan(0)
      expect(await ask()).toBe(503)
      for (const socket of crowd) socket.destroy()
      await expect.poll(ask, { timeout: 20_000 }).toBe(200)
      expect((await createClient(url()).call('getManifest', { params: SAMPLE_DISPLAY })).status).toBe(200)
      expect(one.server.exitCode).toBeNull()
      agent.destroy()
    },
    60_000,
  )

  it.skipIf(!mayLimitFiles)(
    '[F59] [B85] a crowd of streams stops short of the files that may be open: everything else goes on',
    async () => {
      const password = 'a pass phrase for this'
      await isServing(run({ SEED_ADMIN_PASSWORD: password }, ['prlimit', '--nofile=300:300']))
      const stream = url() + pathOf('streamManifest', SAMPLE_DISPLAY)
      const crowd = await Promise.all(Array.from({ length: 200 }, () => openStream(stream)))
      // Half of 300 is reserved for everything else, a tenth of the rest for people, and a tenth of that for paired screens.
      expect(crowd.filter(({ status }) => status === 200)).toHaveLength(121)
      expect(crowd.filter(({ status }) => status === 503)).toHaveLength(79)

      const admin = createClient(url())
      const signedIn = await admin.call('signIn', { params: {}, body: { email: 'admin@vnr.example', password } })
      expect(signedIn.status).toBe(200)
      const dashboard = await openStream(url() + pathOf('streamProgramme', SAMPLE_DISPLAY), { cookie: admin.cookie() })
      expect((await dashboard.next('programme')).event).toBe('programme')
      const { items } = (await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body
      expect((await fetch(url() + (items[0]?.url ?? ''))).status).toBe(200)
      expect((await admin.call('createLine', { params: SAMPLE_DISPLAY, body: { text: 'Heard' } })).status).toBe(201)
      const inside = crowd.find(({ status }) => status === 200)
      await inside?.next('manifest')
      expect((await inside?.next('manifest'))?.event).toBe('manifest')
      for (const one of [...crowd, dashboard]) one.close()
    },
    60_000,
  )

  it('[F36] kill -9 in the middle of writing loses nothing that was acknowledged', async () => {
    const password = 'a pass phrase for this'
    const first = run({ SEED_ADMIN_PASSWORD: password })
    await isServing(first)
    const client = createClient(url())
    await client.call('signIn', { params: {}, body: { email: 'admin@vnr.example', password } })
    const acknowledged: string[] = []
    setTimeout(() => first.server.kill('SIGKILL'), 700)
    for (let count = 0; first.server.exitCode === null && count < 190; count += 1) {
      const text = `line ${count}`
      const answer = await client.call('createLine', { params: SAMPLE_DISPLAY, body: { text } }).catch(() => undefined)
      if (answer?.status === 201) acknowledged.push(text)
      if (!answer) break
    }
    await first.exit
    expect(acknowledged.length).toBeGreaterThan(0)
    await isServing(run())
    const { body } = await createClient(url()).call('getManifest', { params: SAMPLE_DISPLAY })
    expect(body.lines.map(({ text }) => text)).toEqual(expect.arrayContaining(acknowledged))
  })
})
