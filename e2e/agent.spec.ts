import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type AgentOrder, pathOf, type ScreenId } from '@placard/contract'
import { addPicture, clearDisplay } from './content.ts'
import { endWithWorker } from './end-with-worker.ts'
import { expect, test } from './journey.ts'
import { colourIn, flatPicture, GREEN, isNear } from './pixels.ts'
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

/** Starts the agent of a machine, with its own browser. */
async function startMachine(placard: Placard, settings: string): Promise<Machine> {
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
  const agent = spawn(process.execPath, [AGENT], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      HOME: folder,
      STATE_DIRECTORY: join(folder, 'state'),
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

test('PX2 PX3 PX4 PX5 a machine with the agent pairs itself, is seen and steered, and loses its rights when it is let go', async ({
  admin: page,
  placard,
}) => {
  await clearDisplay(placard)
  await addPicture(placard, await flatPicture(GREEN), { title: 'Green', duration: 3600 })
  const params = { organisationId }
  const { code } = await placard.call('createEnrolment', { params, body: { displayId, screens: 1, days: 1 } })
  const machine = await startMachine(placard, `enrol = ${code}\nname = Reception`)
  const paired = async () => {
    const { screens } = await placard.call('listOrganisationScreens', { params })
    return screens.find(({ paired }) => paired?.name === 'Reception')?.paired?.id
  }
  await expect.poll(paired, PATIENCE).toBeDefined()
  const screenId = (await paired()) as ScreenId
  const own = { organisationId, screenId }
  const state = () => placard.call('getMachine', { params: own })
  const order = async (body: AgentOrder) => {
    const { id } = await placard.call('commandMachine', { params: own, body })
    const command = async () => (await state()).commands.find((one) => one.id === id)
    await expect.poll(async () => (await command())?.endedAt ?? null, PATIENCE).not.toBeNull()
    return command()
  }

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
    const take = async () => {
      await order({ kind: 'picture', forMs: 0 })
      const [picture] = (await state()).pictures
      if (!picture) return undefined
      const answer = await page.request.get(placard.url + pathOf('getScreenPicture', { ...own, pictureId: picture.id }))
      return isNear(await colourIn(await answer.body(), 0.5, 0.45), GREEN)
    }
    await expect.poll(take, PATIENCE).toBe(true)
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
  })
  await stopMachine(machine)
})
