import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type AgentOrder, pathOf, type ScreenId } from '@placard/contract'
import type { Page } from '@playwright/test'
import { addPicture, clearDisplay, removeItem } from './content.ts'
import { endWithWorker } from './end-with-worker.ts'
import { expect, test } from './journey.ts'
import { BLUE, colourIn, flatPicture, GREEN, isNear } from './pixels.ts'
import { DISPLAY, type Placard } from './placard.ts'

const AGENT = resolve(import.meta.dirname, '..', 'agent', 'src', 'main.ts')
const PATIENCE = { timeout: 60_000 }
const { organisationId, displayId } = DISPLAY
const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --window-size=640,360'

/** Programs of a machine with a panel by DDC/CI, which write down what they were asked. */
const PROGRAMS = {
  ddcutil: `case "$*" in
detect*) printf 'Display 1\\n   I2C bus:  /dev/i2c-4\\n   Monitor:             DEL:DELL U2415:7MT0184N0LTL\\n' ;;
*getvcp\\ D6*) echo "VCP D6 SNC x$(cat "$FOLDER/power")" ;;
*getvcp\\ 60*) echo 'VCP 60 SNC x11' ;;
*setvcp*) echo "$*" | sed 's/.*0x//' > "$FOLDER/power" ;;
esac`,
  vcgencmd: 'echo throttled=0x50000',
  systemctl: 'case "$*" in reboot) exit 0 ;; esac; echo systemd 252',
}

type Machine = { folder: string; agent: ChildProcess; said(): string; calls(): Promise<string[]> }

const YEAR_MS = 365 * 24 * 60 * 60_000
/** Sets the clock of a process back by a year. */
const YEAR_BEHIND = `data:text/javascript,${encodeURIComponent(`const Real = Date
globalThis.Date = class extends Real {
  constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() - ${YEAR_MS}) }
  static now() { return Real.now() - ${YEAR_MS} }
}`)}`

/**
 * Starts the agent of a machine, with its own browser.
 *
 * @param state the folder of everything that it keeps
 * @param options of Node
 */
async function startMachine(
  placard: Placard,
  settings: string,
  state?: string,
  options: readonly string[] = [],
): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-agent-journey-'))
  await writeFile(join(folder, 'power'), '01\n')
  for (const [name, answers] of Object.entries(PROGRAMS)) {
    const script = `#!/bin/sh\nFOLDER=${folder}\necho "${name} $*" >> ${folder}/calls\n${answers}\n`
    await writeFile(join(folder, name), script)
    await chmod(join(folder, name), 0o755)
  }
  const browser = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  const lines = [`address = ${placard.url}`, settings, `browser = ${browser}`, `browser-flags = ${FLAGS}`]
  await writeFile(join(folder, 'placard-screen.conf'), lines.join('\n'))
  const agent = spawn(process.execPath, [...options, AGENT], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      HOME: folder,
      STATE_DIRECTORY: state ?? join(folder, 'state'),
      PLACARD_SCREEN_SETTINGS: join(folder, 'placard-screen.conf'),
    },
  })
  endWithWorker(agent)
  let said = ''
  agent.stdout?.on('data', (bytes) => {
    said += bytes
  })
  const calls = async () => (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n')
  return { folder, agent, said: () => said, calls }
}

async function stopMachine({ agent, folder }: Machine): Promise<void> {
  const gone = once(agent, 'exit')
  agent.kill('SIGTERM')
  await gone
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
}

/** The paired screen of a machine, and how it is commanded. */
async function untilPaired(placard: Placard, name: string) {
  const paired = async () => {
    const { screens } = await placard.call('listOrganisationScreens', { params: { organisationId } })
    return screens.find(({ paired }) => paired?.name === name)?.paired?.id
  }
  await expect.poll(paired, PATIENCE).toBeDefined()
  const own = { organisationId, screenId: (await paired()) as ScreenId }
  const state = () => placard.call('getMachine', { params: own })
  const order = async (body: AgentOrder) => {
    const { id } = await placard.call('commandMachine', { params: own, body })
    const command = async () => (await state()).commands.find((one) => one.id === id)
    await expect.poll(async () => (await command())?.endedAt ?? null, PATIENCE).not.toBeNull()
    return command()
  }
  /** The colour in the middle of the newest of its pictures, which it takes now. */
  const seesColour = (page: Page, colour: string) => async () => {
    await order({ kind: 'picture', forMs: 0 })
    const [picture] = (await state()).pictures
    if (!picture) return undefined
    const answer = await page.request.get(placard.url + pathOf('getScreenPicture', { ...own, pictureId: picture.id }))
    return isNear(await colourIn(await answer.body(), 0.5, 0.45), colour)
  }
  return { own, state, order, seesColour }
}

test('PX2 PX3 PX4 PX5 a machine with the agent pairs itself, is seen and steered, and loses its rights when it is let go', async ({
  admin: page,
  placard,
}) => {
  await clearDisplay(placard)
  const green = await addPicture(placard, await flatPicture(GREEN), { title: 'Green', duration: 3600 })
  const params = { organisationId }
  const { code } = await placard.call('createEnrolment', { params, body: { displayId, screens: 1, days: 1 } })
  const machine = await startMachine(placard, `enrol = ${code}\nname = Reception`)
  const { own, state, order, seesColour } = await untilPaired(placard, 'Reception')

  await test.step('it says what it is, and how it is', async () => {
    await expect.poll(async () => (await state()).vitals?.panel?.power, PATIENCE).toBe('on')
    const { agent, vitals } = await state()
    expect(agent).toMatchObject({ isConnected: true, panel: 'DELL U2415', browser: expect.stringContaining('Chrome ') })
    expect(agent?.can).toEqual(expect.arrayContaining(['picture', 'panel', 'restart-browser', 'restart-machine']))
    expect(agent?.can).not.toContain('resolution')
    expect(vitals).toMatchObject({ throttled: 'before', panel: { by: 'ddc', input: 'HDMI-1' } })
    expect(Math.abs(vitals?.clockOffsetMs ?? 1e9)).toBeLessThan(10_000)
  })

  await test.step('a picture is what the screen shows', async () => {
    await expect.poll(seesColour(page, GREEN), PATIENCE).toBe(true)
  })

  await test.step('a frame of another site is in the picture', async () => {
    const site = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(`<!doctype html><title>Rota</title><body style="margin:0;background:${BLUE}">`)
    }).listen(0, '127.0.0.1')
    await once(site, 'listening')
    // Another host name is another site, with a process of its own in the browser.
    const url = `http://localhost:${(site.address() as AddressInfo).port}/`
    await placard.call('createItem', { body: { title: 'Rota', type: 'webpage', url, duration: 3600 } as never })
    await removeItem(placard, green.id)
    await expect.poll(seesColour(page, BLUE), PATIENCE).toBe(true)
    site.closeAllConnections()
    site.close()
  })

  await test.step('the panel goes off and says so', async () => {
    expect(await order({ kind: 'panel', isOn: false })).toMatchObject({
      state: 'done',
      told: 'panel-off',
      detail: 'VCP D6 SNC x04',
    })
    expect(await machine.calls()).toContain('ddcutil --bus 4 --noverify setvcp D6 0x04')
    await expect.poll(async () => (await state()).vitals?.panel?.power, PATIENCE).toBe('off')
  })

  await test.step('an emergency take-over switches the panel on', async () => {
    const notice = { look: 'alert' as const, heading: 'Fire', body: 'Leave by the south stairs.', byline: '' }
    const content = { kind: 'notice' as const, notice }
    const over = await placard.call('startTakeOver', {
      body: { content, displays: null, drill: false, minutes: 10 } as never,
    })
    await expect.poll(machine.calls, PATIENCE).toContain('ddcutil --bus 4 --noverify setvcp D6 0x01')
    await expect.poll(async () => (await state()).vitals?.panel?.power, PATIENCE).toBe('on')
    await placard.call('endTakeOver', { params: { overId: over.id } as never })
  })

  await test.step('[F101] a killed browser is back, and the server knows why', async () => {
    const lock = join(machine.folder, 'state', 'profile', 'SingletonLock')
    const before = Number((await readlink(lock)).split('-').at(-1))
    process.kill(before, 'SIGKILL')
    await expect.poll(async () => (await state()).events.map(({ kind }) => kind), PATIENCE).toContain('browser-gone')
    await expect.poll(async () => Number((await readlink(lock).catch(() => '')).split('-').at(-1))).not.toBe(before)
    expect(await order({ kind: 'restart-browser' })).toMatchObject({ state: 'done', told: 'browser-back' })
  })

  await test.step('the machine is restarted, and the answer was sent before', async () => {
    expect(await order({ kind: 'restart-machine' })).toMatchObject({ state: 'done', told: 'restarting' })
    await expect.poll(machine.calls, PATIENCE).toContain('systemctl reboot')
  })

  await test.step('[B174] a screen that was let go gets no commands', async () => {
    await placard.call('letGoScreen', { params: own })
    await expect.poll(machine.said, PATIENCE).toContain('the server does not know this screen')
    // So a USB stick may set it up again.
    const kept = async () => JSON.parse(await readFile(join(machine.folder, 'state', 'state.json'), 'utf8')).isKnown
    await expect.poll(kept, PATIENCE).toBe(false)
  })
  await stopMachine(machine)
})

test('[F103] a machine that starts before its server, with a clock that is wrong by a year, pairs itself, is seen and obeys', async ({
  admin: page,
  placard,
}) => {
  await clearDisplay(placard)
  await addPicture(placard, await flatPicture(GREEN), { title: 'Green', duration: 3600 })
  const params = { organisationId }
  const { code } = await placard.call('createEnrolment', { params, body: { displayId, screens: 1, days: 1 } })
  await placard.stop()
  const machine = await startMachine(placard, `enrol = ${code}\nname = Kiosk`, undefined, ['--import', YEAR_BEHIND])
  await expect.poll(machine.said, PATIENCE).toContain('the screen is not paired yet')
  await placard.start()
  const { own, state, order, seesColour } = await untilPaired(placard, 'Kiosk')
  await expect.poll(async () => (await state()).vitals?.clockOffsetMs ?? 0, PATIENCE).toBeGreaterThan(YEAR_MS - 60_000)
  await expect.poll(seesColour(page, GREEN), PATIENCE).toBe(true)
  expect(await order({ kind: 'panel', isOn: false })).toMatchObject({ state: 'done', told: 'panel-off' })
  const { agent, events } = await state()
  expect(agent?.isConnected).toBe(true)
  // By the clock of the server.
  for (const { at } of events) expect(Math.abs(Date.now() - at)).toBeLessThan(5 * 60_000)
  await placard.call('letGoScreen', { params: own })
  await stopMachine(machine)
})

test('[F131] a machine whose disk is full plays on, says so, takes commands and starts again', async ({
  admin: page,
  placard,
}) => {
  const disk = await mkdtemp(join(tmpdir(), 'placard-agent-disk-'))
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk]).status === 0
  test.skip(!isMounted, 'needs root on Linux, which may mount a tmpfs')
  test.setTimeout(5 * 60_000)
  await clearDisplay(placard)
  await addPicture(placard, await flatPicture(GREEN), { title: 'Green', duration: 3600 })
  const params = { organisationId }
  const { code } = await placard.call('createEnrolment', { params, body: { displayId, screens: 1, days: 1 } })
  const settings = `enrol = ${code}\nname = Cellar\npanel = none`
  let machine = await startMachine(placard, settings, disk)
  try {
    const { own, state, order, seesColour } = await untilPaired(placard, 'Cellar')
    await expect.poll(async () => (await state()).agent?.isConnected, PATIENCE).toBe(true)
    await expect.poll(seesColour(page, GREEN), PATIENCE).toBe(true)
    const browser = async () => Number((await readlink(join(disk, 'profile', 'SingletonLock'))).split('-').at(-1))
    const events = async () => (await state()).events.map(({ kind }) => kind)

    // To the last page.
    spawnSync('sh', ['-c', `cat /dev/zero > ${disk}/filling`])
    process.kill(await browser(), 'SIGKILL')
    await expect.poll(events, PATIENCE).toContain('browser-gone')
    await expect.poll(seesColour(page, GREEN), PATIENCE).toBe(true)
    // Vital signs are read once a minute.
    await expect.poll(events, { timeout: 120_000 }).toContain('disk-full')
    const fullness = async () => {
      const { used = 0, of = 1 } = (await state()).vitals?.diskMb ?? {}
      return used / of
    }
    await expect.poll(fullness, { timeout: 20_000 }).toBeGreaterThan(0.97)
    expect(await order({ kind: 'restart-browser' })).toMatchObject({ state: 'done', told: 'browser-back' })

    await stopMachine(machine)
    machine = await startMachine(placard, settings, disk)
    await expect.poll(machine.said, PATIENCE).toContain('connected as Cellar')
    await expect.poll(seesColour(page, GREEN), PATIENCE).toBe(true)
    const { screens } = await placard.call('listOrganisationScreens', { params })
    expect(screens.filter(({ paired }) => paired?.name === 'Cellar')).toHaveLength(1)
    await placard.call('letGoScreen', { params: own })
  } finally {
    await stopMachine(machine)
    spawnSync('umount', [disk])
    await rm(disk, { recursive: true, force: true })
  }
})
