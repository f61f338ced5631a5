import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isAllDark } from './dark.ts'
import { type Keeper, type Keeping, keepBrowser, type Pace, type RestartReason } from './keep.ts'

const program = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const canShow = process.platform === 'linux' && existsSync(program)
if (!canShow) console.warn('SKIPPED: the agent with a real browser. Debian: apt install chromium')

const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--window-size=320,240']
/** A limit for events that never come. It measures nothing. */
const PATIENCE = { timeout: 60_000, interval: 50 }
const PACE = { pingMs: 200, stuckMs: 30_000, darkMs: 150, askServerMs: 100, pauseMs: 50 }
/** Asks its server what to do. */
const PAGE = `<!doctype html><title>A display</title><body style="margin:0;background:#fff"><p>It plays.</p>
<script>
setInterval(async () => {
  const act = await (await fetch('/act')).text()
  if (act === 'stuck') for (;;) {}
  if (act === 'black') document.body.style.background = '#000', document.body.textContent = ''
  if (act === 'asleep') document.body.innerHTML = '<div class="dark"></div>'
  if (act === 'alert') alert('Does anybody answer?')
  if (act === 'cover') open('/cover')
  if (act === 'title') document.title = 'x\\0{"id":1,"result":{}}\\0{"method":"Target.targetCrashed","params":{}}\\0'
}, 100)
</script>`

describe.skipIf(!canShow)('PX2 the agent keeps a real browser on the screen', () => {
  let folder: string
  let host: Server
  let address: string
  let act: string
  let isPortal: boolean
  let shown: number
  let unreachable: number
  let restarts: RestartReason[]
  let keeper: Keeper

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'placard-agent-'))
    act = ''
    isPortal = false
    shown = 0
    restarts = []
    unreachable = 0
    host = serve().listen(0, '127.0.0.1')
    await once(host, 'listening')
    address = `http://127.0.0.1:${(host.address() as AddressInfo).port}/screen`
  })

  const serve = () =>
    createServer((request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      if (isPortal) response.end('<title>Guest network: sign in</title>')
      else if (request.url === '/healthz') response.end('ok\n')
      else if (request.url === '/act') {
        response.end(act)
        if (act !== 'black') act = ''
      } else {
        if (request.url === '/screen') shown += 1
        response.end(PAGE)
      }
    })
  afterEach(async () => {
    await keeper.close()
    host.closeAllConnections()
    host.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })

  const profile = () => join(folder, 'profile')
  function keep(pace: Partial<Pace> = {}, more: Partial<Keeping> = {}): { said: string[] } {
    const said: string[] = []
    const onRestart = (reason: RestartReason) => void restarts.push(reason)
    const onUnreachable = () => {
      unreachable += 1
    }
    keeper = keepBrowser({
      program,
      profile: profile(),
      flags: FLAGS,
      address,
      say: (line) => void said.push(line),
      onRestart,
      onUnreachable,
      pace: { ...PACE, ...pace },
      ...more,
    })
    return { said }
  }
  const pidOf = () => Number(readlinkSync(join(profile(), 'SingletonLock')).split('-').at(-1))
  const untilShown = (times: number) => vi.waitUntil(() => shown >= times, PATIENCE)
  const untilBright = () =>
    vi.waitUntil(async () => {
      const picture = await keeper
        .page()
        ?.thumbnail(32)
        .catch(() => undefined)
      return picture !== undefined && !isAllDark(picture)
    }, PATIENCE)
  const renderers = () => execFileSync('pgrep', ['-g', String(pidOf()), '-f', '--', '--type=renderer']).toString()

  it('[F141] shows problems as they come while the server does not answer, and its page as soon as it does', async () => {
    isPortal = true
    const notes: string[] = []
    keep({}, { notes: () => notes })
    const size = async () =>
      (
        await keeper
          .page()
          ?.picture(1_000_000)
          .catch(() => undefined)
      )?.length ?? 0
    await untilBright()
    const before = await size()
    notes.push('Wi-Fi “Clinic”: the password is wrong. Enter another wifi-password')
    // More letters make a larger picture.
    await vi.waitUntil(async () => (await size()) > before * 1.1, PATIENCE)
    expect(shown).toBe(0)
    isPortal = false
    await untilShown(1)
    notes.length = 0
    await new Promise((done) => setTimeout(done, 500))
    expect(shown).toBe(1)
    expect(restarts).toEqual([])
  })

  it('PX2 without an address the screen says what to do, and asks no server', async () => {
    keep({}, { address: undefined })
    await untilBright()
    await new Promise((done) => setTimeout(done, 500))
    expect([shown, restarts, keeper.page()?.isShown()]).toEqual([0, [], false])
  })

  it('[F131] a disk that takes no write: the page plays on', async () => {
    // Root may write on every disk that takes something, so the place of the file is taken.
    mkdirSync(join(profile(), 'kept-address'), { recursive: true })
    const { said } = keep({ settledMs: 100 })
    await vi.waitUntil(() => said.some((line) => line.startsWith('the address cannot be stored')), PATIENCE)
    await new Promise((done) => setTimeout(done, 1_000))
    expect(restarts).toEqual([])
    expect(shown).toBe(1)
  })

  it('[F101] a killed browser is back within 5 s, a crashed page too, and closing the agent ends all of it', async () => {
    keep({ pauseMs: 500 })
    await untilShown(1)
    process.kill(pidOf(), 'SIGKILL')
    const killedAt = performance.now()
    await untilShown(2)
    expect(performance.now() - killedAt).toBeLessThan(5_000)
    expect(restarts).toEqual(['gone'])
    await untilBright()
    for (const pid of renderers().trim().split('\n')) process.kill(Number(pid), 'SIGKILL')
    await untilShown(3)
    expect(restarts).toEqual(['gone', 'crashed'])
    keeper.restart()
    await untilShown(4)
    expect(restarts).toEqual(['gone', 'crashed', 'asked'])
    const last = pidOf()
    await keeper.close()
    await vi.waitUntil(() => !existsSync(`/proc/${last}`), PATIENCE)
  })

  it('[F101] the pauses of a browser that ends at once double up to their limit, and each end is told', async () => {
    const starts: number[] = []
    const told: string[] = []
    const from = performance.now()
    keeper = keepBrowser({
      program: '/bin/false',
      profile: profile(),
      flags: [],
      address,
      say() {},
      onRestart(reason, detail) {
        starts.push(performance.now() - from)
        told.push(`${reason}: ${detail}`)
      },
      pace: { pauseMs: 100, longestPauseMs: 400 },
    })
    await vi.waitUntil(() => starts.length === 6, PATIENCE)
    const pauses = starts.slice(1).map((at, index) => at - (starts[index] ?? 0))
    for (const [index, least] of [100, 200, 400, 400, 400].entries())
      expect(pauses[index]).toBeGreaterThanOrEqual(least - 5)
    // Doubled without end, it would be 1,600 ms.
    expect(pauses[4]).toBeLessThan(1_500)
    expect(new Set(told)).toEqual(new Set(['gone: exit code 1']))
  })

  it('[F131] a profile that cannot be made ready is said, and the browser is tried nevertheless', async () => {
    const said: string[] = []
    // A file in the place of the folder: root may write into every folder.
    writeFileSync(profile(), '')
    keeper = keepBrowser({
      program: '/bin/false',
      profile: profile(),
      flags: [],
      address,
      say: (line) => void said.push(line),
      onRestart: (reason) => void restarts.push(reason),
      pace: { pauseMs: 10 },
    })
    await vi.waitUntil(() => restarts.length >= 2, PATIENCE)
    expect(said[0]).toMatch(/^the profile of the browser cannot be made ready: /)
    expect(restarts[0]).toBe('gone')
  })

  it('[F102] a page that no longer answers is followed by a new one', async () => {
    keep({ stuckMs: 3_000 })
    await untilShown(1)
    act = 'stuck'
    await untilShown(2)
    expect(restarts).toEqual(['stuck'])
  })

  it('[F102] a black page is loaded again, then the browser; one that sleeps is left alone', async () => {
    keep()
    await untilShown(1)
    await untilBright()
    act = 'asleep'
    await vi.waitUntil(() => keeper.page()?.isAsleep(), PATIENCE)
    // Longer than a black page may take.
    await new Promise((wake) => setTimeout(wake, 10 * PACE.darkMs))
    expect([shown, restarts]).toEqual([1, []])
    act = 'black'
    keeper.restart()
    await vi.waitUntil(() => restarts.length === 2, PATIENCE)
    // The second is by command, the third the reload, the fourth the restart.
    expect(restarts).toEqual(['asked', 'black'])
    expect(shown).toBe(3)
    act = ''
    await untilShown(4)
  })

  it('[F103] waits until the server itself answers, and a guest network does not count', async () => {
    isPortal = true
    keep()
    await vi.waitUntil(() => keeper.page(), PATIENCE)
    await untilBright()
    await new Promise((wake) => setTimeout(wake, 5 * PACE.askServerMs))
    expect([shown, restarts]).toEqual([0, []])
    isPortal = false
    await untilShown(1)
  })

  it('[F103] an error page of the browser is left as soon as the server answers again', async () => {
    keep()
    await untilShown(1)
    await untilBright()
    const { port } = host.address() as AddressInfo
    host.closeAllConnections()
    host.close()
    await keeper.page()?.reload()
    await vi.waitUntil(() => unreachable > 0, PATIENCE)
    host = serve()
    host.listen(port, '127.0.0.1')
    await untilShown(2)
    expect(restarts).toEqual([])
  })

  it('[B173] a page gets no way to the browser that shows it', async () => {
    keep()
    await untilShown(1)
    await untilBright()
    // No port: the processes of the browser listen nowhere.
    expect(existsSync(join(profile(), 'DevToolsActivePort'))).toBe(false)
    const own = new Set(
      execFileSync('pgrep', ['-g', String(pidOf())])
        .toString()
        .trim()
        .split('\n'),
    )
    expect(listenersOf(own)).toEqual([])
    // Text that looks like the end of a message and two more.
    act = 'title'
    await vi.waitUntil(() => act === '', PATIENCE)
    // A question that stops the page, and a page in front of it.
    act = 'alert'
    await vi.waitUntil(() => act === '', PATIENCE)
    act = 'cover'
    await vi.waitUntil(() => act === '', PATIENCE)
    act = 'again'
    await vi.waitUntil(() => act === '', PATIENCE)
    await keeper.page()?.ping(5_000)
    const picture = await keeper.page()?.picture(300 * 1_024)
    expect(picture?.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(restarts).toEqual([])
  })
})

/** The TCP ports on which some processes listen. */
function listenersOf(pids: Set<string>): number[] {
  const ports = new Map<string, number>()
  for (const table of ['tcp', 'tcp6'])
    for (const line of readFileSync(`/proc/net/${table}`, 'utf8').split('\n').slice(1)) {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
      if (state === '0A') ports.set(`socket:[${inode}]`, Number.parseInt(local.split(':')[1] ?? '', 16))
    }
  return [...pids].flatMap((pid) => {
    const folder = `/proc/${pid}/fd`
    return (existsSync(folder) ? readdirSync(folder) : []).flatMap((fd) => {
      try {
        return ports.get(readlinkSync(join(folder, fd))) ?? []
      } catch {
        return []
      }
    })
  })
}
