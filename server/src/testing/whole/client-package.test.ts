import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request as forward, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDocument } from '../../operations/documentation/document.ts'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { type Client, startTestServer, type TestServer } from '../server.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const { organisationId, displayId } = SAMPLE_DISPLAY
const run = promisify(execFile)

/** Between a program and the server: passes everything on, and can lose answers or cut streams. */
type Line = { url: string; losesAnswers: number; cutStreams(): void; seen: string[]; close(): void }

async function startLine(target: string): Promise<Line> {
  const open = new Set<{ destroy(): void }>()
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      line.seen.push(`${request.method} ${request.headers['idempotency-key'] ?? ''}`)
      const asked = forward(target + request.url, { method: request.method, headers: request.headers }, (answer) => {
        const isStream = answer.headers['content-type']?.startsWith('text/event-stream')
        if (!isStream && line.losesAnswers > 0) {
          line.losesAnswers -= 1
          answer.resume()
          answer.once('end', () => request.socket.destroy())
          return
        }
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
        if (isStream) open.add(request.socket)
      })
      asked.on('error', () => response.destroy())
      response.once('close', () => asked.destroy())
      asked.end(Buffer.concat(chunks))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const line: Line = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    losesAnswers: 0,
    seen: [],
    cutStreams() {
      for (const socket of open) socket.destroy()
      open.clear()
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return line
}

let folder: string
let server: TestServer
let owner: Client
let line: Line
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-client-'))
  const { stdout } = await run('npm', ['pack', '--workspace', '@placard/client', '--pack-destination', folder], {
    cwd: ROOT,
  })
  const packed = stdout.trim().split('\n').at(-1) ?? ''
  // Empty, and without a network: all that the package needs is in it.
  const own = { npm_config_cache: join(folder, 'cache'), npm_config_offline: 'true' }
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await run('npm', ['install', '--no-audit', '--no-fund', `./${packed}`], {
    cwd: folder,
    env: { ...process.env, ...own },
  })
  await cp(join(folder, 'node_modules/@placard/client/examples'), folder, { recursive: true })
  server = await startTestServer()
  owner = await server.signIn()
  line = await startLine(server.url)
  const body = { name: 'Program', role: 'editor' as const, days: 1 }
  const { secret } = (await owner.call('createToken', { params: { organisationId }, body })).body
  env = {
    ...process.env,
    PLACARD_URL: line.url,
    PLACARD_TOKEN: secret,
    PLACARD_ORGANISATION: organisationId,
    PLACARD_DISPLAY: displayId,
  }
})
afterAll(async () => {
  line?.close()
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

const linesNow = async () =>
  (await owner.call('getProgramme', { params: SAMPLE_DISPLAY })).body.lines.map(({ text }) => text)
const example = (args: string[], more: NodeJS.ProcessEnv = {}) =>
  run(process.execPath, args, { cwd: folder, env: { ...env, ...more } })
/** Runs a module that uses the package as a program does. */
const program = (text: string) => example(['--input-type=module', '--eval', text])

it('[CP1] the packed package has types of every call, no dependencies and no licence', async () => {
  const home = join(folder, 'node_modules/@placard/client')
  const about = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'))
  expect([about.license, about.dependencies]).toEqual(['UNLICENSED', undefined])
  expect(await readdir(join(folder, 'node_modules'))).toEqual(['.package-lock.json', '@placard'])
  const types = await readFile(join(home, 'dist/generated/api.d.ts'), 'utf8')
  const { paths } = createDocument({ cookieName: '__Host-sid' }) as unknown as {
    paths: Record<string, Record<string, { operationId: string; parameters?: { $ref?: string }[] }>>
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
  expect(operations.length).toBeGreaterThan(150)
  for (const { path, operationId } of operations) {
    expect(types).toContain(`    "${path}": {`)
    expect(types).toContain(`    ${operationId}: {`)
  }
  const code = await readFile(join(home, 'dist/index.js'), 'utf8')
  for (const { path, method, parameters = [] } of operations) {
    const hasKey = parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'))
    const call = `"${method.toUpperCase()} ${path}"`
    expect([call, code.includes(call)]).toEqual([call, hasKey])
  }
})

it('[CP1] its types accept what the API accepts, and nothing else', async () => {
  const good = `
    import { createPlacard } from '@placard/client'
    const placard = createPlacard({ url: 'http://localhost', token: 'x' })
    const path = { organisationId: 'vnr', displayId: 'ece' }
    const { data } = await placard.GET('/api/organisations/{organisationId}/displays/{displayId}', { params: { path } })
    const titles: string[] | undefined = data?.items.map(({ title }) => title)
    for await (const { lines } of placard.followManifest(path)) console.log(titles, lines.map(({ text }) => text))
  `
  await writeFile(join(folder, 'good.ts'), good)
  await writeFile(join(folder, 'wrong-path.ts'), good.replace('/displays/{displayId}', '/display/{displayId}'))
  await writeFile(join(folder, 'wrong-field.ts'), good.replace('({ text })', '({ words: text })'))
  const check = (file: string) =>
    run(
      process.execPath,
      [
        join(ROOT, 'node_modules/typescript/bin/tsc'),
        ...[
          '--noEmit',
          '--strict',
          '--module',
          'nodenext',
          '--target',
          'es2024',
          '--lib',
          'es2024,dom,dom.asynciterable',
        ],
        ...['--types', '', file],
      ],
      { cwd: folder },
    ).then(
      () => 'fine',
      ({ stdout }) => stdout as string,
    )
  expect(await check('good.ts')).toBe('fine')
  expect(await check('wrong-path.ts')).toContain('wrong-path.ts')
  expect(await check('wrong-field.ts')).toContain("Property 'words' does not exist")
})

it('[CP2] the example for Node adds a text and follows the display', async () => {
  const { stdout } = await example(['node.mjs', 'Written by the example'], { ONCE: '1' })
  expect(stdout).toContain('1 displays, the first is')
  expect(stdout).toContain('Written by the example')
  expect(await linesNow()).toContain('Written by the example')
})

it('[CP2] the example for cron keeps one text, and its exit code says if it worked', async () => {
  for (const soup of ['Soup', 'Soup', 'Salad']) await example(['cron.mjs', soup])
  expect((await linesNow()).filter((text) => text.startsWith('Today:'))).toEqual(['Today: Salad'])
  await expect(example(['cron.mjs', 'x'], { PLACARD_TOKEN: 'plc_no' })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('invalid-token'),
  })
})

it('[CP3] a change whose answer was lost is repeated with its key, and carried out once', async () => {
  line.seen.length = 0
  line.losesAnswers = 2
  const { stdout } = await program(`
    import { createPlacard } from '@placard/client'
    const { PLACARD_URL: url, PLACARD_TOKEN: token } = process.env
    const path = { organisationId: 'vnr', displayId: 'ece' }
    const placard = createPlacard({ url, token })
    const { data } = await placard.POST('/api/organisations/{organisationId}/displays/{displayId}/lines', {
      params: { path }, body: { text: 'Once' },
    })
    console.log(data.line.text)
  `)
  expect(stdout.trim()).toBe('Once')
  expect((await linesNow()).filter((text) => text === 'Once')).toEqual(['Once'])
  expect(line.seen).toHaveLength(3)
  expect(new Set(line.seen).size).toBe(1)
  expect(line.seen[0]).toMatch(/^POST [0-9a-f-]{36}$/)
})

it('[CP3] a refusal is an answer, and is not repeated; a server that is away is an error', async () => {
  line.seen.length = 0
  const { stdout } = await program(`
    import { createPlacard } from '@placard/client'
    const { PLACARD_URL: url, PLACARD_TOKEN: token } = process.env
    const path = { organisationId: 'vnr', displayId: 'nowhere' }
    const { error, response } = await createPlacard({ url, token }).GET(
      '/api/organisations/{organisationId}/displays/{displayId}', { params: { path } })
    const away = createPlacard({ url: 'http://127.0.0.1:9', token, retries: 1 })
    const failed = await away.GET('/api/time').then(() => 'answered', () => 'threw')
    console.log(JSON.stringify([response.status, error.error.code, failed]))
  `)
  expect(JSON.parse(stdout)).toEqual([404, 'display-not-found', 'threw'])
  expect(line.seen).toHaveLength(1)
})

it('[CP4] a stream that is cut connects again, drops what is not newer, and ends when its token does', async () => {
  const text = `
    import { createPlacard, StreamRefused } from '@placard/client'
    const { PLACARD_URL: url, PLACARD_TOKEN: token } = process.env
    const placard = createPlacard({ url, token })
    try {
      const key = { organisationId: 'vnr', displayId: 'ece' }
      for await (const { revision, lines } of placard.followProgramme(key)) {
        console.log(JSON.stringify({ revision, last: lines.at(-1).text }))
      }
    } catch (error) {
      console.log(JSON.stringify({ refused: error instanceof StreamRefused, code: error.code }))
    }
  `
  const body = { name: 'Follower', role: 'viewer' as const, days: 1 }
  const made = (await owner.call('createToken', { params: { organisationId }, body })).body
  const child = spawn(process.execPath, ['--input-type=module', '--eval', text], {
    cwd: folder,
    env: { ...env, PLACARD_TOKEN: made.secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  const heard = () =>
    said
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((one) => JSON.parse(one))
  try {
    await expect.poll(() => heard().length, { timeout: 20_000 }).toBe(1)
    const add = (words: string) => owner.call('createLine', { params: SAMPLE_DISPLAY, body: { text: words } })
    await add('Before the cut')
    await expect.poll(() => heard().at(-1)?.last, { timeout: 20_000 }).toBe('Before the cut')
    line.cutStreams()
    await add('After the cut')
    await expect.poll(() => heard().at(-1)?.last, { timeout: 20_000 }).toBe('After the cut')
    const revisions = heard().map(({ revision }) => revision)
    expect(revisions).toEqual([...new Set(revisions)].sort((one, other) => one - other))
    await owner.call('removeToken', { params: { organisationId, tokenId: made.token.id } })
    await expect.poll(() => heard().at(-1), { timeout: 20_000 }).toMatchObject({ refused: true })
  } finally {
    child.kill('SIGKILL')
    await gone
  }
})

it('[CP2] the example for a browser keeps the token to itself and passes reading on', async () => {
  const child = spawn(process.execPath, ['browser/server.mjs'], {
    cwd: folder,
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  try {
    const [said] = await once(child.stdout, 'data')
    const url = String(said).trim().replace('localhost', '127.0.0.1')
    const page = await (await fetch(url)).text()
    expect(page).toContain("import { createPlacard } from './placard.js'")
    const code = await (await fetch(`${url}/placard.js`)).text()
    expect(page + code).not.toContain('plc_')
    const display = await fetch(`${url}/api/organisations/vnr/displays/ece`)
    expect([display.status, ((await display.json()) as { id: string }).id]).toEqual([200, 'ece'])
    for (const [path, method, status] of [
      ['/api/organisations/vnr/displays/ece/lines', 'POST', 405],
      ['/api/session', 'GET', 404],
      ['/../package.json', 'GET', 404],
    ] as const) {
      const answer = await fetch(url + path, { method })
      await answer.text()
      expect([path, answer.status]).toEqual([path, status])
    }
  } finally {
    child.kill('SIGKILL')
    await gone
  }
})

it('[CP2] the page about it runs as it is written', async () => {
  const page = await readFile(join(ROOT, 'docs/client.md'), 'utf8')
  const [calls = '', live = ''] = [...page.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code)
  const text = `${calls}\n${live}`.replace('https://signs.example.org', line.url)
  const child = spawn(process.execPath, ['--input-type=module', '--eval', text], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  try {
    await expect.poll(() => said, { timeout: 20_000 }).toContain('Tech Symposium')
    await expect.poll(() => said, { timeout: 20_000 }).toContain('Written by the example')
  } finally {
    child.kill('SIGKILL')
    await gone
  }
})
