import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  DisplayId,
  MAX_IMAGE_BYTES,
  MAX_UPLOAD_PIECE_BYTES,
  OrganisationId,
  PIECE_TYPE,
  pathOf,
} from '@placard/contract'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Client, signIn } from './durability/client.ts'
import { bareEnvironment } from './pinned-node.mjs'
import { PROJECT } from './project-folder.mjs'

const DEPLOY = join(PROJECT, 'deploy')
const KIOSK = join(DEPLOY, 'kiosk', 'placard-kiosk')
const ADMIN = { email: 'admin@vnr.example', password: 'a pass phrase that is deployed' }
const TOKEN = 'a-token-for-tests-long-enough'
const DISPLAY = { organisationId: OrganisationId.parse('vnr'), displayId: DisplayId.parse('ece') }
/** A limit for events that never come. It measures nothing. */
const PATIENCE = { timeout: 120_000, interval: 100 }
const TEST_MS = 300_000

const read = (...path: string[]) => readFileSync(join(DEPLOY, ...path), 'utf8')
const isInstalled = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
const isThere = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

const canProxy = isInstalled('caddy')
if (!canProxy) console.warn('SKIPPED: Placard behind Caddy. Debian: apt install caddy')
const canCheckRules = isInstalled('promtool')
if (!canCheckRules) console.warn('SKIPPED: what Prometheus says of the rules. Debian: apt install prometheus')
const browser = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const canShow = process.platform === 'linux' && existsSync(browser) && isInstalled('pgrep') && isInstalled('curl')
if (!canShow) console.warn('SKIPPED: the kiosk’s supervisor. Debian: apt install chromium procps curl')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Ends a process if it runs. Resolves when it has ended. */
async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

/**
 * Creates the content of the image: the files that its last stage copies, and the packages, without the workspaces that
 * the server was built from.
 */
async function makeImageFolder(folder: string): Promise<void> {
  const copied = [...read('Dockerfile').matchAll(/^COPY --from=built \/placard\/(\S+) (\S+)$/gm)]
  for (const [, from = '', to = ''] of copied) {
    await mkdir(dirname(join(folder, to)), { recursive: true })
    await cp(join(PROJECT, from), join(folder, to), { recursive: true })
  }
  await mkdir(join(folder, 'node_modules'))
  for (const name of await readdir(join(PROJECT, 'node_modules'))) {
    if (name !== '@placard') await symlink(join(PROJECT, 'node_modules', name), join(folder, 'node_modules', name))
  }
}

describe('the image', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+)$/gm)].map(([, words = '']) => words.split(' '))

  it('has the manifest of every workspace, or npm would not install', () => {
    const { workspaces } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'))
    const manifests = copied.flatMap((words) => words.filter((word) => word.endsWith('/package.json')))
    expect(manifests.sort()).toEqual(workspaces.map((name: string) => `${name}/package.json`).sort())
    // The package.json of an excluded workspace is still included.
    const ignored = readFileSync(join(PROJECT, '.dockerignore'), 'utf8').split('\n')
    for (const name of ignored.filter((line) => line.endsWith('/*')).map((line) => line.slice(0, -2))) {
      expect(ignored).toContain(`!${name}/package.json`)
    }
  })

  it('is made from files that are there, and so are the sets that lean on it', () => {
    const sources = copied.flatMap((words) => words.slice(0, -1)).filter((word) => !word.includes('*'))
    expect(sources).toContain('server')
    expect(sources.filter((source) => !existsSync(join(PROJECT, source)))).toEqual([])
    for (const file of ['compose.yaml', 'compose.large.yaml']) {
      const mounted = [...read(file).matchAll(/\.\/([\w.-]+):\//g)].map(([, name = '']) => name)
      // The certificate is supplied by the operator.
      const missing = mounted.filter((name) => name !== 'certificate' && !existsSync(join(DEPLOY, name)))
      expect({ file, missing }).toEqual({ file, missing: [] })
    }
  })
})

describe('a running server', () => {
  let folder: string
  let image: string
  let server: ChildProcess
  let url: string
  let site: string
  let sitePort: number

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'placard-deploy-'))
    sitePort = await freePort()
    site = `http://127.0.0.1:${sitePort}`
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    image = join(folder, 'image')
    await makeImageFolder(image)
    server = spawn(process.execPath, [join(image, 'server', 'dist', 'main.js')], {
      cwd: image,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...bareEnvironment(),
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: join(folder, 'data'),
        PUBLIC_URL: site,
        TRUSTED_PROXIES: '127.0.0.1',
        METRICS_TOKEN: TOKEN,
        BACKUP_KEEP: '0',
        SEED_ADMIN_EMAIL: ADMIN.email,
        SEED_ADMIN_PASSWORD: ADMIN.password,
      },
    })
    await vi.waitUntil(() => isThere(`${url}/readyz`), PATIENCE)
  })

  afterAll(async () => {
    await end(server, 'SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  it('starts its own programs out of the image: pictures are made, passwords judged, the command line answers', async () => {
    const admin = await signIn(url, ADMIN, site)
    const picture = new Uint8Array(
      await sharp(join(PROJECT, 'server/samples/welcome.jpg')).resize(320).png().toBuffer(),
    )
    const params = { organisationId: DISPLAY.organisationId }
    const { body } = await admin.call('uploadMedia', {
      params,
      body: picture,
      headers: { 'content-type': 'image/png' },
    })
    expect(body.width).toBe(320)
    const easy = { current: ADMIN.password, password: 'qwertyuiopasdfghjkl' }
    await expect(admin.call('changePassword', { params: {}, body: easy })).rejects.toThrow('weak-password')
    const cli = join(image, 'server', 'dist', 'cli.js')
    const env = { ...bareEnvironment(), DATA_DIR: join(folder, 'data') }
    const listed = execFileSync(process.execPath, [cli, 'display', 'list', '--json'], { env, cwd: image })
    expect(String(listed)).toContain(DISPLAY.displayId)
  })

  describe('watched by Prometheus and Grafana', () => {
    const METRIC = /\b(?:placard|process|nodejs)_[a-z0-9_]+/g
    const files = { rules: read('prometheus-alerts.yaml'), board: read('grafana.json') }
    let exported: string

    beforeAll(async () => {
      // A counter has a line only after it has counted.
      await isThere(`${url}/healthz`)
      exported = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text()
    })

    it('is asked only for metrics and labels that it has', () => {
      const samples = exported.split('\n').filter((line) => /^[a-z]/.test(line))
      const names = new Set(samples.map((line) => /^\w+/.exec(line)?.[0]))
      const labels = new Set(samples.flatMap((line) => [...line.matchAll(/[{,](\w+)="/g)].map(([, label]) => label)))
      for (const [file, text] of Object.entries(files)) {
        const used = new Set(text.match(METRIC))
        expect(used.size).toBeGreaterThan(5)
        expect({ file, unknown: [...used].filter((name) => !names.has(name)) }).toEqual({ file, unknown: [] })
        const asked = [...text.matchAll(/[{,](\w+)(?:=~?|!=|!~)\\?"/g)].map(([, label]) => label)
        // Prometheus adds these labels itself.
        const unknown = asked.filter((label) => label !== 'job' && label !== 'instance' && !labels.has(label))
        expect({ file, asked: asked.length > 0, unknown }).toEqual({ file, asked: true, unknown: [] })
      }
    })

    it('has no metric of its own that neither shows', () => {
      const own = [...exported.matchAll(/^# TYPE (placard_\w+)/gm)].map(([, name = '']) => name)
      expect(own.length).toBeGreaterThan(4)
      expect(own.filter((name) => !`${files.rules}${files.board}`.includes(name))).toEqual([])
    })

    it('has a board that can be read, its panels side by side', () => {
      const { panels } = JSON.parse(files.board)
      expect(panels.length).toBeGreaterThan(8)
      expect(new Set(panels.map(({ id }: { id: number }) => id)).size).toBe(panels.length)
      for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
    })

    it.skipIf(!canCheckRules)('has rules that Prometheus takes', () => {
      const { status, stderr } = spawnSync('promtool', ['check', 'rules', join(DEPLOY, 'prometheus-alerts.yaml')])
      expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: '' })
    })
  })

  describe.skipIf(!canProxy)('behind Caddy', () => {
    let caddy: ChildProcess
    let admin: Client

    beforeAll(async () => {
      // The site as in the manual. Only the lines above it are for this test.
      await writeFile(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\n${read('Caddyfile')}`)
      caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
        stdio: 'ignore',
        env: {
          PATH: process.env.PATH,
          HOME: folder,
          XDG_DATA_HOME: folder,
          XDG_CONFIG_HOME: folder,
          PLACARD_SITE: site,
          PLACARD_UPSTREAM: url.replace('http://', ''),
        },
      })
      await vi.waitUntil(() => isThere(`${site}/readyz`), PATIENCE)
      admin = await signIn(site, ADMIN)
    })

    afterAll(() => end(caddy, 'SIGTERM'))

    it('[F62] a change is in the open stream of a screen at once, however little there is to send', async () => {
      const hangUp = new AbortController()
      const response = await fetch(site + pathOf('streamManifest', DISPLAY), {
        headers: { accept: 'text/event-stream' },
        signal: hangUp.signal,
      })
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      let seen = ''
      const readUntil = async (text: string) => {
        while (!seen.includes(text)) {
          const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
          if (done) throw new Error(`The stream ended before it said ${text}.`)
          seen += value
        }
      }
      await readUntil('event: manifest')
      await admin.call('createLine', { params: DISPLAY, body: { text: 'Through Caddy' } })
      await readUntil('Through Caddy')
      hangUp.abort()
    })

    it('[F62] a picture and a piece of an upload go through, and Placard itself says what is too large', async () => {
      const params = { organisationId: DISPLAY.organisationId }
      const sample = sharp(join(PROJECT, 'server/samples/welcome.jpg')).resize(640)
      const picture = new Uint8Array(await sample.png().toBuffer())
      const sendPicture = (body: Uint8Array<ArrayBuffer>) =>
        admin.call('uploadMedia', { params, body, headers: { 'content-type': 'image/png' } })
      const { body } = await sendPicture(picture)
      expect((await admin.read(body.url)).byteLength).toBe(body.sizeBytes)
      await expect(sendPicture(new Uint8Array(MAX_IMAGE_BYTES + 1))).rejects.toThrow('file-too-large')

      const tus = { 'tus-resumable': '1.0.0' }
      const length = { 'upload-length': String(MAX_IMAGE_BYTES) }
      const { id } = (await admin.call('createUpload', { params, headers: { ...tus, ...length } })).body
      const sendPiece = (size: number) =>
        admin.call('appendToUpload', {
          params: { ...params, uploadId: id },
          body: new Uint8Array(size),
          headers: { ...tus, 'content-type': PIECE_TYPE, 'upload-offset': '0' },
        })
      expect((await sendPiece(MAX_IMAGE_BYTES)).headers.get('upload-offset')).toBe(String(MAX_IMAGE_BYTES))
      await admin.call('removeUpload', { params: { ...params, uploadId: id }, headers: tus })

      // The limit allows everything that the contract allows, not only today's sizes of pictures.
      const limit = /max_size (\d+)MiB/.exec(read('Caddyfile'))?.[1]
      expect(Number(limit) * 2 ** 20).toBeGreaterThan(MAX_UPLOAD_PIECE_BYTES)
    })
  })
})

describe.skipIf(!canShow)('[F30] the kiosk’s supervisor, with a real browser', { timeout: TEST_MS }, () => {
  let folder: string
  let profile: string
  let host: Server
  let address: string
  /** The host's answer to every request; undefined when it answers as Placard does. */
  let portal: string | undefined
  let asked: number
  let supervisors: ChildProcess[]

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'placard-kiosk-'))
    profile = join(folder, 'profile')
    portal = undefined
    asked = 0
    supervisors = []
    host = createServer((request, response) => {
      asked += 1
      if (portal !== undefined) return void response.end(portal)
      response.end(request.url === '/healthz' ? 'ok\n' : '<!doctype html><title>A display</title><p>It plays.</p>')
    })
    const port = await freePort()
    host.listen(port, '127.0.0.1')
    await once(host, 'listening')
    address = `http://127.0.0.1:${port}/display/vnr/?id=ece&rotate=90`
  })

  afterEach(async () => {
    for (const each of supervisors) await end(each, 'SIGTERM')
    // Processes that a failed test has left.
    const left = browserProcess()
    if (left && isRunning(left)) process.kill(-left, 'SIGKILL')
    host.closeAllConnections()
    host.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })

  function supervise(...args: string[]): ChildProcess {
    const child = spawn(KIOSK, args, {
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        PLACARD_KIOSK_BROWSER: browser,
        PLACARD_KIOSK_PROFILE: profile,
        PLACARD_KIOSK_FLAGS:
          '--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --remote-debugging-port=0',
      },
    })
    supervisors.push(child)
    return child
  }

  const isRunning = (pid: number) => {
    try {
      // A zombie process has ended as well.
      return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    } catch {
      return false
    }
  }
  const browserProcess = (): number | undefined => {
    try {
      return Number(readlinkSync(join(profile, 'SingletonLock')).split('-').at(-1))
    } catch {
      return undefined
    }
  }
  /** The titles of the running browser's pages at an address. A page has a title once it is loaded. */
  const titlesAt = async (start: string): Promise<string[]> => {
    try {
      const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')
      const answer = await fetch(`http://127.0.0.1:${port}/json/list`)
      const pages = (await answer.json()) as { type: string; url: string; title: string }[]
      return pages.filter(({ type, url }) => type === 'page' && url.startsWith(start)).map(({ title }) => title)
    } catch {
      return []
    }
  }
  /** Resolves with the browser's process when it shows the display and is not one of `before`. */
  async function untilItShows(...before: number[]): Promise<number> {
    let pid: number | undefined
    await vi.waitUntil(async () => {
      pid = browserProcess()
      return pid && !before.includes(pid) && isRunning(pid) && (await titlesAt(address)).includes('A display')
    }, PATIENCE)
    return pid ?? 0
  }
  const untilGone = (pid: number) => vi.waitUntil(() => !isRunning(pid), PATIENCE)

  it('a browser that is killed is followed by another, and ending the supervisor ends the last', async () => {
    const supervisor = supervise(address)
    const first = await untilItShows()
    process.kill(first, 'SIGKILL')
    const second = await untilItShows(first)
    process.kill(second, 'SIGKILL')
    const third = await untilItShows(first, second)

    const gone = once(supervisor, 'exit')
    supervisor.kill('SIGTERM')
    expect((await gone)[0]).toBe(0)
    expect(isRunning(third)).toBe(false)
    const group = spawnSync('pgrep', ['-g', String(third), '-f', '--', '--type='])
    expect(String(group.stdout)).toBe('')
  })

  it('a page that has crashed, in a browser that goes on, is one as well', async () => {
    supervise(address)
    const first = await untilItShows()
    const renderers = execFileSync('pgrep', ['-g', String(first), '-f', '--', '--type=renderer']).toString()
    for (const pid of renderers.trim().split('\n')) process.kill(Number(pid), 'SIGKILL')
    await untilItShows(first)
    await untilGone(first)
  })

  it('a browser that a killed supervisor left behind does not stop the next supervisor from working', async () => {
    const killed = supervise(address)
    const first = await untilItShows()
    await end(killed, 'SIGKILL')
    expect(isRunning(first)).toBe(true)
    supervise(address)
    await untilItShows(first)
    await untilGone(first)
  })

  it('it waits on a page of its own until Placard answers, whoever answers meanwhile', async () => {
    portal = '<title>Guest network: sign in</title>'
    supervise(address)
    const isWaiting = async () => (await titlesAt('')).join() === 'Placard' && (await titlesAt('file://')).length === 1
    await vi.waitUntil(isWaiting, PATIENCE)
    const before = asked
    await vi.waitUntil(() => asked > before + 3, PATIENCE)
    expect(await isWaiting()).toBe(true)
    portal = undefined
    await untilItShows()
  })

  it.each([
    ['nothing', []],
    ['no web address', ['file:///etc/passwd']],
    ['a way out of the page it writes', ["https://signage.example.org/');alert('1"]],
  ])('it says how it is called when it is given %s', async (_, args) => {
    expect((await once(supervise(...args), 'exit'))[0]).toBe(2)
    await mkdir(profile, { recursive: true })
    expect(browserProcess()).toBe(undefined)
  })
})
