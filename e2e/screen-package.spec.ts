import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import type { AgentOrder, ScreenId } from '@placard/contract'
import { addPicture, clearDisplay } from './content.ts'
import { endWithWorker } from './end-with-worker.ts'
import { expect, test } from './journey.ts'
import { flatPicture, GREEN } from './pixels.ts'
import { DISPLAY, launchPlacard } from './placard.ts'

const ROOT = resolve(import.meta.dirname, '..')
const MIRROR = 'http://deb.debian.org/debian'
const NEEDED = ['debootstrap', 'systemd-nspawn', 'dpkg-deb', 'nsenter', 'losetup', 'mkfs.ext4']
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
  test(`[PX1] the package on Debian ${release}: installed by apt, booted with systemd, paired, seen, back after a kill, updated, given Wi-Fi, purged`, {
    tag: '@slow',
  }, async () => {
    test.skip(!canBoot, 'needs root, debootstrap, systemd-container, dpkg-deb, util-linux and e2fsprogs')
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

      // Without a network, because NetworkManager would take that of this machine.
      await test.step('[PX7] Wi-Fi of the boot partition and of a stick, as NetworkManager reads it', () =>
        giveWifi(tree, folder, inTree))

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

/** Starts the tree with NetworkManager, without a network and without a radio, and with a stick that is a file. */
async function giveWifi(tree: string, folder: string, inTree: (...command: string[]) => string): Promise<void> {
  inTree('apt-get', 'install', '-y', '-q', '--no-install-recommends', 'network-manager', 'iw')
  const boot = join(tree, 'boot/placard-screen.conf')
  const password = 'pa ss\\word;#=[x]'
  await writeFile(boot, `name = Hall\nwifi-name = Ärzte; \\n 2\nwifi-password = ${password}\nwifi-country = de\n`)
  const stick = join(folder, 'stick')
  execFileSync('truncate', ['-s', '4M', stick])
  execFileSync('mkfs.ext4', ['-q', stick])
  const device = execFileSync('losetup', ['-f', '--show', stick], { encoding: 'utf8' }).trim()
  const mounted = join(folder, 'mounted')
  await mkdir(mounted)
  /** Changes the stick while it is not plugged in. */
  const change = async (how: (file: string) => Promise<void>) => {
    execFileSync('mount', ['-t', 'ext4', device, mounted])
    try {
      await how(join(mounted, 'placard-screen.conf'))
    } finally {
      execFileSync('umount', [mounted])
    }
  }
  const options = ['--register=no', '--keep-unit', '--private-network', `--bind=${device}`, '--boot']
  const machine = spawn('systemd-nspawn', ['-q', '-D', tree, ...options], { stdio: 'ignore' })
  endWithWorker(machine)
  try {
    await expect.poll(() => firstInTree(), PATIENCE).toBeDefined()
    const first = String(firstInTree())
    const inside = (...command: string[]) =>
      execFileSync('nsenter', ['-t', first, '-a', '--', ...command], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      })
    const FIELDS = '802-11-wireless.ssid,802-11-wireless-security.psk,connection.autoconnect-retries'
    const connection = () => {
      try {
        return inside('nmcli', '-s', '-e', 'no', '-g', FIELDS, 'connection', 'show', 'placard-screen')
          .trim()
          .split('\n')
      } catch {
        return []
      }
    }
    await expect.poll(connection, PATIENCE).toEqual(['Ärzte; \\n 2', password, '0'])
    await expect.poll(() => readFile(boot, 'utf8'), PATIENCE).not.toContain(password)
    expect(await readFile(boot, 'utf8')).toMatch(
      /^name = Hall\nwifi-name = .*\nwifi-password = \*{8} *\nwifi-country = de\n$/,
    )
    const keyfile = join(tree, 'etc/NetworkManager/system-connections/placard-screen.nmconnection')
    expect((await stat(keyfile)).mode & 0o777).toBe(0o600)
    expect(await readFile(join(tree, 'etc/modprobe.d/placard-screen.conf'), 'utf8')).toContain('regdom=DE')

    const service = `placard-screen-stick@${basename(device)}.service`
    const plug = async (text: string) => {
      await change((file) => writeFile(file, text))
      inside('systemctl', 'start', service)
    }
    const ofStick = join(tree, 'etc/placard-screen/usb-stick.conf')
    const SETTINGS = 'address = http://127.0.0.1:9/\nname = From a stick\n'
    await plug(`${SETTINGS}browser = /bin/sh\nwifi-name = Ward\nwifi-password = none\n`)
    expect(connection()).toEqual(['Ward', '0'])
    expect(existsSync(ofStick)).toBe(false)
    expect(inside('journalctl', '--no-pager', '-u', service)).toContain('this screen is paired, so only Wi-Fi is taken')
    // The pairing is forgotten, as the page of the package says.
    inside('systemctl', 'stop', 'placard-screen')
    inside('rm', '-r', '/var/lib/placard-screen')
    await plug(SETTINGS)
    expect(await readFile(ofStick, 'utf8')).toBe(`# From a USB stick.\n${SETTINGS}`)
    await change(async (file) => {
      await rm(file)
      await symlink('/etc/shadow', file)
    })
    inside('systemctl', 'start', service)
    const journal = inside('journalctl', '--no-pager', '--boot')
    expect(journal).toContain('it is a link. Copy the file itself. Nothing was taken')
    expect(journal).not.toContain(password)
    expect(inside('mount')).not.toContain(`${device} on `)
    inside('systemd-analyze', 'verify', 'placard-screen-setup.service', 'placard-screen-setup.path', service)
    // The container has no udev that runs. The file on the loop device counts as a stick by this rule.
    const isStick = 'SUBSYSTEM=="block", ENV{ID_BUS}="usb", ENV{ID_FS_USAGE}="filesystem"\n'
    await writeFile(join(tree, 'etc/udev/rules.d/89-is-stick.rules'), isStick)
    const plugged = inside('sh', '-c', `udevadm test --action=add /sys/class/block/${basename(device)} 2>&1`)
    expect(plugged).toContain(`SYSTEMD_WANTS=${service}`)
    await rm(join(tree, 'etc/udev/rules.d/89-is-stick.rules'))
    // Debian 12 has no such command.
    if (inside('udevadm', '--help').includes('verify'))
      inside('udevadm', 'verify', '/usr/lib/udev/rules.d/90-placard-screen.rules')
    const gone = once(machine, 'exit')
    inside('systemctl', 'poweroff')
    await gone
    // It belongs to the person who wrote it.
    await rm(boot)
  } finally {
    machine.kill('SIGKILL')
    execFileSync('losetup', ['-d', device])
  }
}

/** The first process of the booted tree. */
function firstInTree(): number | undefined {
  return processesInTree().find(({ pid }) => /^NSpid:\t\d+\t1$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')))?.pid
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
