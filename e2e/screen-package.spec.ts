import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { AgentOrder, ScreenId } from '@placard/contract'
import { addPicture, clearDisplay } from './content.ts'
import { endWithWorker } from './end-with-worker.ts'
import { expect, test } from './journey.ts'
import { flatPicture, GREEN } from './pixels.ts'
import { DISPLAY, launchPlacard } from './placard.ts'

const ROOT = resolve(import.meta.dirname, '..')
const MIRROR = 'http://deb.debian.org/debian'
const NEEDED = ['debootstrap', 'systemd-nspawn', 'dpkg-deb']
const PATIENCE = { timeout: 180_000, intervals: [500] }
const { organisationId, displayId } = DISPLAY

const isInstalled = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
const canBoot = process.getuid?.() === 0 && NEEDED.every(isInstalled)

/** A compositor whose output is in memory instead of on a panel. Everything else is as on a machine. */
const HEADLESS = `[Service]
Environment=WLR_BACKENDS=headless
Environment=WLR_RENDERER=pixman
Environment=WLR_LIBINPUT_NO_DEVICES=1
Environment=LIBSEAT_BACKEND=noop
`

for (const release of ['bookworm', 'trixie']) {
  test(`[PX1] the package on Debian ${release}: installed by apt, booted with systemd, paired, seen, back after a kill, updated, purged`, {
    tag: '@slow',
  }, async () => {
    test.skip(!canBoot, 'needs root, debootstrap, systemd-container and dpkg-deb')
    test.setTimeout(30 * 60_000)
    const folder = await mkdtemp(join(tmpdir(), `placard-${release}-`))
    // The journey gives this server other files of the agent.
    const server = join(folder, 'server')
    await copyServer(server)
    await using placard = await launchPlacard({}, server)
    await clearDisplay(placard)
    await addPicture(placard, await flatPicture(GREEN), { title: 'Green', duration: 3600 })
    const params = { organisationId }
    const { code } = await placard.call('createEnrolment', { params, body: { displayId, screens: 1, days: 1 } })

    const tree = join(folder, release)
    const inTree = (...command: string[]) =>
      execFileSync('systemd-nspawn', ['-q', '-D', tree, '--register=no', '--keep-unit', '--', ...command], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      })
    try {
      execFileSync('debootstrap', ['--variant=minbase', '--include=systemd-sysv,dbus', release, tree, MIRROR], {
        stdio: 'ignore',
      })
      for (const file of ['/etc/resolv.conf', '/etc/hosts']) await copyFile(file, join(tree, file))
      execFileSync('npm', ['run', 'package:screen', '--silent'], { cwd: ROOT, stdio: 'ignore' })
      await copyFile(join(ROOT, 'agent/dist/placard-screen.deb'), join(tree, 'root/placard-screen.deb'))
      inTree('apt-get', 'install', '-y', '-q', '--no-install-recommends', '/root/placard-screen.deb')
      const settings = [
        `address = ${placard.url}`,
        `enrol = ${code}`,
        `name = ${release}`,
        'browser-flags = --disable-gpu',
      ]
      await writeFile(join(tree, 'etc/placard-screen/placard-screen.conf'), `${settings.join('\n')}\n`)
      const dropIn = join(tree, 'etc/systemd/system/placard-screen.service.d')
      await mkdir(dropIn)
      await writeFile(join(dropIn, 'headless.conf'), HEADLESS)

      const machine = spawn('systemd-nspawn', ['-q', '-D', tree, '--register=no', '--keep-unit', '--boot'], {
        stdio: 'ignore',
      })
      endWithWorker(machine)
      const paired = async () =>
        (await placard.call('listOrganisationScreens', { params })).screens.find((one) => one.paired?.name === release)
          ?.paired
      await expect.poll(async () => (await paired())?.id, PATIENCE).toBeDefined()
      const own = { organisationId, screenId: (await paired())?.id as ScreenId }
      const state = () => placard.call('getMachine', { params: own })
      await expect.poll(async () => (await state().catch(() => undefined))?.agent?.isConnected, PATIENCE).toBe(true)
      const kinds = async () => (await state()).events.map(({ kind }) => kind)
      const order = async (body: AgentOrder) => {
        const { id } = await placard.call('commandMachine', { params: own, body })
        const command = async () => (await state()).commands.find((one) => one.id === id)
        await expect.poll(async () => (await command())?.endedAt ?? null, PATIENCE).not.toBeNull()
        return command()
      }

      expect((await state()).agent?.system).toContain(release)
      expect(await order({ kind: 'picture', forMs: 0 })).toMatchObject({ told: 'pictures-sent' })
      // The compositor of Debian 12 cannot be steered.
      if (release === 'trixie') expect(await order({ kind: 'rotate', degrees: 90 })).toMatchObject({ told: 'turned' })
      else expect((await state()).agent?.can).not.toContain('rotate')
      process.kill(browserInTree(), 'SIGKILL')
      await expect.poll(kinds, PATIENCE).toContain('browser-gone')
      expect(await order({ kind: 'restart-browser' })).toMatchObject({ told: 'browser-back' })

      const kept = join(tree, 'var/lib/placard-screen/updates')
      const current = async () => JSON.parse(await readFile(join(kept, 'state.json'), 'utf8')).current
      /** Starts the server with another file of the agent, and asks for it on this machine. @returns its hash */
      const offer = async (lines: string) => {
        await placard.stop()
        const file = Buffer.concat([await readFile(join(ROOT, 'server/dist/agent.mjs')), Buffer.from(lines)])
        await writeFile(join(server, 'server/dist/agent.mjs'), file)
        await placard.start()
        const hash = createHash('sha256').update(file).digest('hex')
        await expect.poll(async () => (await state()).update?.hash, PATIENCE).toBe(hash)
        await expect.poll(async () => (await state()).agent?.isConnected, PATIENCE).toBe(true)
        await placard.call('updateMachine', { params: own })
        return hash
      }
      await test.step('[PX6] a version that its server has signed is installed, runs and stays', async () => {
        expect((await state()).update?.state).toBe('current')
        const hash = await offer('// a newer one\n')
        await expect.poll(async () => (await state()).update?.state, PATIENCE).toBe('trying')
        await expect.poll(async () => (await state()).update?.state, PATIENCE).toBe('current')
        await expect.poll(kinds, PATIENCE).toContain('agent-updated')
        expect(await current()).toBe(hash)
        expect(await order({ kind: 'picture', forMs: 0 })).toMatchObject({ told: 'pictures-sent' })
      })
      await test.step('[PX6] a version that ends soon is left, and the one before is back by itself', async () => {
        const before = await current()
        const broken = await offer('setTimeout(() => process.exit(1), 5_000)\n')
        await expect
          .poll(async () => (await state()).update, PATIENCE)
          .toMatchObject({ state: 'undone', hash: broken, problem: 'exited' })
        await expect.poll(async () => (await state()).agent?.isConnected, PATIENCE).toBe(true)
        expect(await current()).toBe(before)
        await expect.poll(kinds, PATIENCE).toContain('agent-update-undone')
        expect(await order({ kind: 'picture', forMs: 0 })).toMatchObject({ told: 'pictures-sent' })
      })

      // By the rule for polkit. The container ends where a machine would start again.
      const gone = once(machine, 'exit')
      expect(await order({ kind: 'restart-machine' })).toMatchObject({ told: 'restarting' })
      await expect.poll(() => isRunningInTree(), PATIENCE).toBe(false)
      machine.kill('SIGKILL')
      await gone

      await rm(dropIn, { recursive: true })
      inTree('apt-get', 'purge', '-y', '-q', 'placard-screen')
      const left = inTree(
        'find',
        '/',
        '-xdev',
        '-name',
        '*placard*',
        '-not',
        '-path',
        '/root/*',
        '-not',
        '-path',
        '/proc/*',
      )
      expect(left.trim()).toBe('')
      expect(readFileSync(join(tree, 'etc/passwd'), 'utf8')).not.toContain('placard')
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    }
  })
}

/** The built server and pages, with a server whose files can be changed. */
async function copyServer(to: string): Promise<void> {
  await mkdir(join(to, 'server'), { recursive: true })
  for (const name of ['dist', 'package.json', 'samples'])
    await cp(join(ROOT, 'server', name), join(to, 'server', name), { recursive: true })
  for (const name of ['node_modules', 'package.json', 'web', 'player']) await symlink(join(ROOT, name), join(to, name))
}

/** The processes of the installed package, which have another root folder than this checkout. */
function processesInTree(): { pid: number; command: string[] }[] {
  const pids = execFileSync('sh', ['-c', 'ls /proc | grep -E "^[0-9]+$"'], { encoding: 'utf8' }).trim().split('\n')
  return pids.flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      const isOwn = existsSync(`/proc/${pid}/root/etc/placard-screen`) && !existsSync(`/proc/${pid}/root${ROOT}`)
      return isOwn ? [{ pid: Number(pid), command }] : []
    } catch {
      return []
    }
  })
}

function browserInTree(): number {
  const browser = processesInTree().find(
    ({ command }) =>
      command.some((word) => word.startsWith('--user-data-dir=')) &&
      !command.some((word) => word.startsWith('--type=')),
  )
  if (!browser) throw new Error('no browser runs in the tree')
  return browser.pid
}

const isRunningInTree = () =>
  processesInTree().some(({ command }) => command.some((word) => word.endsWith('launch.mjs')))
