import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { type ClientRequest, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  AGENT_QUIET_MS,
  AGENT_REPORT_MS,
  type AgentVitals,
  MAX_PICTURE_BYTES,
  pathOf,
  ScreenId,
} from '@placard/contract'
import { BenchError } from './bench-error.ts'
import { checkPortFree, temporaryFolder } from './children.ts'
import { onDatabase } from './database.ts'
import { cpuIn } from './feeds.ts'
import type { Goal } from './goals.ts'
import { definePart, measuredOn } from './part.ts'
import { percentile } from './percentile.ts'
import { DISPLAY, type PlacardProcess, startPlacardProcess } from './placard-process.ts'
import { anonymousKiBOf, cpuSecondsOf } from './process-meter.ts'
import { inTurns } from './stream-socket.ts'
import { type Column, count, markdownTable, terminalTable } from './table.ts'

const PROJECT = join(import.meta.dirname, '..')
/** The load that the goals are for. */
const MACHINES = 1_000
const COMMANDS = 200
const AT_ONCE = 16
/** The share of the machines whose vital signs change notably within AGENT_REPORT_MS. The others report every AGENT_QUIET_MS. */
const NOTABLE_SHARE = 0.05
const REPORTS_PER_MS = MACHINES * (1 / AGENT_QUIET_MS + NOTABLE_SHARE / AGENT_REPORT_MS)
const SETTLE_MS = 15_000
const MEASURED_MS = 60_000
const READY_WITHIN_MS = 60_000
const LOOK_MS = 100
const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --window-size=1920,1080'

const HELLO = {
  ...{ version: '1.0.0', machine: 'Raspberry Pi 5', system: 'Debian 13', browser: 'Chromium 142', panel: 'Panel' },
  ...{ can: ['picture', 'panel', 'restart-browser'] as ('picture' | 'panel' | 'restart-browser')[], resolutions: [] },
  // Another version than the server's, which they may not install yet.
  update: { hash: '0'.repeat(64), isSettled: true, failed: null },
}
const VITALS: AgentVitals = {
  ...{ temperatureC: 52.4, throttled: 'no', loadPercent: 14, upSeconds: 300_000, browserUpSeconds: 100_000 },
  ...{ memoryMb: { used: 1_300, of: 4_096 }, diskMb: { used: 9_000, of: 29_000 }, clockOffsetMs: 12 },
  ...{ network: { by: 'wifi', signalDbm: -52 }, panel: { power: 'on', input: 'HDMI 1', by: 'cec' } },
}

type Figures = {
  machines: number
  /** Shares of one core of the server. */
  pagesShare: number
  agentsShare: number
  /** Milliseconds from the request of a person to the answer of the machine. */
  commandsMs: number[]
  /** Of the real agent beside a still picture. */
  restShare: number
  restMiB: number
  pictureMs: number
  pictureBytes: number
}

/** The cost of the machines beneath screens: of a thousand agents for the server, and of the real agent for its machine. */
export const machines = definePart<Figures>({
  name: 'machines',
  async measure({ nextPort, tell }) {
    const port = nextPort()
    await checkPortFree(port)
    await using placard = await startPlacardProcess(port)
    const rest = await measureAgent(placard)
    tell(
      `the agent · ${(rest.restShare * 100).toFixed(2)} % of a core · ${rest.restMiB.toFixed(1)} MiB · a picture ${rest.pictureBytes} bytes`,
    )
    const many = await measureMany(placard)
    tell(
      `${count(MACHINES)} agents · ${((many.agentsShare - many.pagesShare) * 100).toFixed(2)} % of a core more than their pages · a command p99 ${percentile(many.commandsMs, 0.99).toFixed(0)} ms`,
    )
    return { machines: MACHINES, ...rest, ...many }
  },
  section(kept) {
    const markdown = `## Machines beneath screens

${markdownTable(COLUMNS, [kept])}

- **more with agents**: processor time of the server for the streams of ${count(kept.machines)} agents that wait for a new version and report every ${AGENT_QUIET_MS / 60_000} minutes, and ${NOTABLE_SHARE * 100} % of them each minute because something has changed, beyond that for the streams of their pages.
- **command**: from the request of a person until the server has the answer of a machine that answers at once; ${COMMANDS} commands, one after the other, while all others report.
- **agent at rest**: the real agent with a real Chromium that shows a still picture: processor time and memory of its own, without the browser's.
- **picture**: of 1920 × 1080 pixels, taken by the agent.

${measuredOn(kept)}`
    return { markdown, terminal: terminalTable(COLUMNS, [kept]), goals: goalsOf(kept) }
  },
})

type Screen = { id: ScreenId; headers: Record<string, string> }

async function measureMany(
  placard: PlacardProcess,
): Promise<Pick<Figures, 'pagesShare' | 'agentsShare' | 'commandsMs'>> {
  const screens = await makeScreens(placard)
  const open: ClientRequest[] = []
  try {
    const pages = `${pathOf('streamManifest', DISPLAY)}?screen=1`
    await inTurns(screens.length, AT_ONCE, async (index) => {
      open.push(await listen(placard.url + pages, screens[index] as Screen, () => {}))
    })
    await sleep(SETTLE_MS)
    const pagesShare = await cpuIn(placard, MEASURED_MS)

    const answered = new Map<string, () => void>()
    const obey = (screen: Screen) => (text: string) => {
      for (const [, id = ''] of text.matchAll(/"id":"([0-9a-f]{32})","order"/g)) {
        const done = answered.get(id)
        if (!done) continue
        answered.delete(id)
        const answers = [{ commandId: id, state: 'done', told: 'panel-on' }]
        void send(placard, screen, pathOf('reportAgent', {}), { answers }).then(done)
      }
    }
    await inTurns(screens.length, AT_ONCE, async (index) => {
      const screen = screens[index] as Screen
      await send(placard, screen, pathOf('helloAgent', {}), HELLO)
      open.push(await listen(placard.url + pathOf('streamAgent', {}), screen, obey(screen)))
    })
    let next = 0
    const reporting = setInterval(() => {
      const screen = screens[next % screens.length] as Screen
      next += 1
      void send(placard, screen, pathOf('reportAgent', {}), { vitals: VITALS })
    }, 1 / REPORTS_PER_MS)
    try {
      await sleep(SETTLE_MS)
      const agentsShare = await cpuIn(placard, MEASURED_MS)
      const commandsMs: number[] = []
      for (let index = 0; index < COMMANDS; index += 1) {
        const { id } = screens[(index * 7) % screens.length] as Screen
        const from = performance.now()
        const params = { organisationId: DISPLAY.organisationId, screenId: id }
        let outcome = () => {}
        const done = new Promise<void>((resolve) => {
          outcome = resolve
        })
        // The machine may have the command before the person has the answer, so it is looked up by the stream's next word.
        const command = await placard.call('commandMachine', { params, body: { kind: 'panel', isOn: true } })
        answered.set(command.id, outcome)
        obey(screens.find((one) => one.id === id) as Screen)(waiting.get(id) ?? '')
        await done
        commandsMs.push(performance.now() - from)
      }
      return { pagesShare, agentsShare, commandsMs }
    } finally {
      clearInterval(reporting)
    }
  } finally {
    for (const request of open) request.destroy()
  }
}

/** The last event of each agent's stream. */
const waiting = new Map<ScreenId, string>()

function listen(url: string, { id, headers }: Screen, hear: (text: string) => void): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new BenchError(`a stream was refused: ${response.statusCode}`))
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        if (text.includes('event: agent')) waiting.set(id, text)
        hear(text)
      })
      response.on('error', () => {})
      resolve(request)
    })
    request.on('error', reject)
  })
}

async function send(placard: PlacardProcess, { headers }: Screen, path: string, body: object): Promise<void> {
  const answer = await fetch(placard.url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new BenchError(`${path}: ${answer.status}`)
}

/** Written directly to the database: pairing a thousand screens by hand is not what is measured. */
async function makeScreens(placard: PlacardProcess): Promise<Screen[]> {
  const made = Array.from({ length: MACHINES }, (_, index) => ({
    id: ScreenId.parse(randomBytes(16).toString('hex')),
    secret: randomBytes(32).toString('base64url'),
    name: `Screen ${index}`,
  }))
  await placard.kill()
  const about = JSON.stringify({ browser: 'Chromium', width: 1920, height: 1080, timeZone: 'UTC' })
  await onDatabase(placard, undefined, {
    sqlite(database) {
      const statement = database.prepare(
        `insert into paired_screen (id, organisation_id, display_id, name, place, diagonal_inches, distance_cm, secret, about, paired_at)
         values (?, ?, ?, ?, '', 43, 300, ?, ?, ?)`,
      )
      database.exec('begin')
      for (const { id, secret, name } of made) {
        const digest = createHash('sha256').update(secret).digest('hex')
        statement.run(id, DISPLAY.organisationId, DISPLAY.displayId, name, digest, about, Date.now())
      }
      database.exec('commit')
    },
    postgres: () => Promise.reject(new BenchError('machines are measured with SQLite')),
  })
  await placard.start()
  return made.map(({ id, secret }) => ({
    id,
    headers: { cookie: `screen=${secret}`, origin: placard.url, 'x-requested-with': 'placard' },
  }))
}

/** The delivered agent and a real Chromium, at rest. */
async function measureAgent(
  placard: PlacardProcess,
): Promise<Pick<Figures, 'restShare' | 'restMiB' | 'pictureMs' | 'pictureBytes'>> {
  const vite = join(PROJECT, 'node_modules/vite/bin/vite.js')
  const built = spawnSync(process.execPath, [vite, 'build', 'agent'], { cwd: PROJECT, encoding: 'utf8' })
  if (built.status !== 0) throw new BenchError(`the agent could not be built: ${built.stderr}`)
  const folder = await temporaryFolder()
  const { organisationId, displayId } = DISPLAY
  const params = { organisationId }
  const { code } = await placard.call('createEnrolment', { params, body: { displayId, screens: 1, days: 1 } })
  const settings = join(folder, 'placard-screen.conf')
  const browser = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  const lines = [`address = ${placard.url}`, `enrol = ${code}`, 'name = Bench', 'panel = none', `browser = ${browser}`]
  await writeFile(settings, [...lines, `browser-flags = ${FLAGS}`].join('\n'))
  const agent = spawn(process.execPath, [join(PROJECT, 'agent/dist/agent.mjs')], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      STATE_DIRECTORY: join(folder, 'state'),
      PLACARD_SCREEN_SETTINGS: settings,
    },
  })
  try {
    const screenId = await until(async () => {
      const { screens } = await placard.call('listOrganisationScreens', { params })
      return screens.find(({ paired }) => paired?.name === 'Bench')?.paired?.id
    })
    const own = { organisationId, screenId }
    await until(async () => ((await placard.call('getMachine', { params: own })).agent?.isConnected ? true : undefined))
    await sleep(SETTLE_MS)
    const pid = agent.pid ?? 0
    const [before, from] = [cpuSecondsOf(pid), performance.now()]
    await sleep(MEASURED_MS)
    const restShare = ((cpuSecondsOf(pid) - before) * 1_000) / (performance.now() - from)
    const restMiB = anonymousKiBOf(pid) / 1_024

    const pressed = performance.now()
    const { id } = await placard.call('commandMachine', { params: own, body: { kind: 'picture', forMs: 0 } })
    const machine = await until(async () => {
      const now = await placard.call('getMachine', { params: own })
      return now.commands.find((one) => one.id === id)?.endedAt ? now : undefined
    })
    const pictureMs = performance.now() - pressed
    const [picture] = machine.pictures
    if (!picture) throw new BenchError('the agent took no picture')
    const answer = await fetch(placard.url + pathOf('getScreenPicture', { ...own, pictureId: picture.id }), {
      headers: placard.headers,
    })
    return { restShare, restMiB, pictureMs, pictureBytes: (await answer.arrayBuffer()).byteLength }
  } finally {
    const gone = new Promise((resolve) => agent.once('exit', resolve))
    agent.kill('SIGTERM')
    await gone
  }
}

async function until<T>(find: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = performance.now() + READY_WITHIN_MS; performance.now() < deadline; await sleep(LOOK_MS)) {
    const found = await find()
    if (found !== undefined) return found
  }
  throw new BenchError('the agent did not come, or did not answer')
}

const COLUMNS: readonly Column<Figures>[] = [
  { title: 'pages, % of a core', of: ({ pagesShare }) => (pagesShare * 100).toFixed(2) },
  { title: 'more with agents', of: ({ pagesShare, agentsShare }) => ((agentsShare - pagesShare) * 100).toFixed(2) },
  { title: 'command p50 ms', of: ({ commandsMs }) => percentile(commandsMs, 0.5).toFixed(0) },
  { title: 'p99', of: ({ commandsMs }) => percentile(commandsMs, 0.99).toFixed(0) },
  { title: 'agent at rest, % of a core', of: ({ restShare }) => (restShare * 100).toFixed(2) },
  { title: 'MiB', of: ({ restMiB }) => restMiB.toFixed(1) },
  { title: 'picture ms', of: ({ pictureMs }) => pictureMs.toFixed(0) },
  { title: 'KiB', of: ({ pictureBytes }) => (pictureBytes / 1_024).toFixed(0) },
]

function goalsOf({
  pagesShare,
  agentsShare,
  commandsMs,
  restShare,
  restMiB,
  pictureMs,
  pictureBytes,
}: Figures): Goal[] {
  const goal = (what: string, value: number, limit: number, unit: Goal['unit']): Goal => ({
    ...{ what, value, limit, unit, noisy: false },
  })
  return [
    goal(`${count(MACHINES)} agents beside their pages: processor`, (agentsShare - pagesShare) * 100, 1, '% of a core'),
    goal('a command to a machine until its answer, p99', percentile(commandsMs, 0.99) / 1_000, 1.5, 's'),
    goal('an agent at rest: processor', restShare * 100, 0.5, '% of a core'),
    goal('an agent at rest: memory', restMiB, 60, 'MiB'),
    goal('a picture of a screen: from the request until it is there', pictureMs / 1_000, 5, 's'),
    goal('a picture of a screen', pictureBytes / 1_024, MAX_PICTURE_BYTES / 1_024, 'KiB'),
  ]
}
