import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROJECT } from './project-folder.mjs'
import { packageScreen } from './screen-deb.mjs'

const isInstalled = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
const canPackage = isInstalled('dpkg-deb')
if (!canPackage) console.warn('SKIPPED: the package of the screen. Debian: apt install dpkg')
const canAnalyse = isInstalled('systemd-analyze')
if (!canAnalyse) console.warn('SKIPPED: the sandbox of the screen’s service. Debian: apt install systemd')
const SERVICES = ['placard-screen', 'placard-screen-setup', 'placard-screen-stick@']
const SCREEN = join(PROJECT, 'deploy', 'screen')

describe.skipIf(!canPackage)('PX1 placard-screen.deb', () => {
  let folder: string
  let deb: string
  let tree: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'placard-screen-'))
    deb = await packageScreen({ to: join(folder, 'placard-screen.deb'), say() {} })
    tree = join(folder, 'tree')
    execFileSync('dpkg-deb', ['--raw-extract', deb, tree])
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const field = (name: string) => execFileSync('dpkg-deb', ['--field', deb, name], { encoding: 'utf8' }).trim()
  const text = (...path: string[]) => readFileSync(join(tree, ...path), 'utf8')

  it('runs on every architecture, and brings compositor, browser, Node and fonts', () => {
    expect(field('Architecture')).toBe('all')
    for (const name of [
      'cage',
      'xwayland',
      'seatd',
      'nodejs (>= 18)',
      'chromium | ',
      'v4l-utils',
      'ddcutil',
      'wlr-randr',
      'alsa-utils',
      'polkitd',
      'fonts-noto-core',
      'fonts-noto-cjk',
      'fonts-noto-color-emoji',
    ])
      expect(field('Depends')).toContain(name)
  })

  it('contains a few files, all of root, none of them writable for others', () => {
    const lines = execFileSync('dpkg-deb', ['-c', deb], { encoding: 'utf8' }).trim().split('\n')
    for (const line of lines) expect(line).toMatch(/^(drwxr-xr-x|-rw-r--r--) root\/root /)
    const files = lines.filter((line) => line.startsWith('-')).map((line) => line.split(' ').at(-1))
    expect(files.sort()).toEqual([
      './etc/placard-screen/placard-screen.conf',
      './usr/lib/modules-load.d/placard-screen.conf',
      './usr/lib/placard-screen/agent.mjs',
      './usr/lib/placard-screen/launch.mjs',
      './usr/lib/placard-screen/setup.mjs',
      './usr/lib/systemd/system/placard-screen-setup.path',
      './usr/lib/systemd/system/placard-screen-setup.service',
      './usr/lib/systemd/system/placard-screen-stick@.service',
      './usr/lib/systemd/system/placard-screen.service',
      './usr/lib/udev/rules.d/90-placard-screen.rules',
      './usr/share/doc/placard-screen/README.md',
      './usr/share/doc/placard-screen/copyright',
      './usr/share/polkit-1/rules.d/60-placard-screen.rules',
    ])
    expect(text('DEBIAN', 'conffiles')).toBe('/etc/placard-screen/placard-screen.conf\n')
  })

  it.each(['agent', 'launch', 'setup'])('%s.mjs is one file that needs nothing but Node', (name) => {
    const program = text('usr', 'lib', 'placard-screen', `${name}.mjs`)
    const imports = [...program.matchAll(/^import .* from "(.*)";$/gm)].map(([, from]) => from)
    expect(imports.length).toBeGreaterThan(0)
    for (const from of imports) expect(from).toMatch(/^node:/)
  })

  it('the agent says what is missing', () => {
    const agent = join(tree, 'usr', 'lib', 'placard-screen', 'agent.mjs')
    // It waits for a change of its settings, so it is ended.
    const { stdout } = spawnSync(process.execPath, [agent], {
      timeout: 3_000,
      encoding: 'utf8',
      env: {
        // Without a browser.
        PATH: folder,
        PLACARD_SCREEN_SETTINGS: join(tree, 'etc', 'placard-screen', 'placard-screen.conf'),
      },
    })
    expect(stdout).toBe(
      'enter the address of the server in /etc/placard-screen/placard-screen.conf\nno browser is installed\n',
    )
  })

  it('its scripts are scripts, and its services start what the package contains', () => {
    for (const name of ['postinst', 'prerm', 'postrm'])
      expect(spawnSync('sh', ['-n', join(tree, 'DEBIAN', name)]).status).toBe(0)
    for (const name of SERVICES) {
      const service = text(`usr/lib/systemd/system/${name}.service`)
      const [, started = ''] = /^ExecStart=.*?(\/usr\/lib\/\S+)/m.exec(service) ?? []
      expect(existsSync(join(tree, started)), name).toBe(true)
    }
  })

  it('[PX7] purging removes every file that the program for Wi-Fi and USB sticks writes', () => {
    const purge = text('DEBIAN', 'postrm')
    const sources = ['set-up.ts', 'settings/files.ts', 'setup/keyfile.ts'].map((name) =>
      readFileSync(join(PROJECT, 'agent', 'src', name), 'utf8'),
    )
    const [main = '', files = '', keyfile = ''] = sources
    for (const path of [
      `/etc/NetworkManager/system-connections/${/KEYFILE = '(.*)'/.exec(keyfile)?.[1]}`,
      `/etc/netplan/90-NM-${/CONNECTION_ID = '(.*)'/.exec(keyfile)?.[1]}`,
      /country: '(.*)'/.exec(main)?.[1],
      /\?\? '(.*)'/.exec(main)?.[1],
      /NOTES = '(.*)'/.exec(files)?.[1],
    ]) {
      expect(path).toMatch(/^\/\w/)
      expect(purge).toContain(path)
    }
    expect(files).toContain("OF_STICK = '/etc/placard-screen/")
  })
})

it.skipIf(!canAnalyse).each(SERVICES)('PX2 the sandbox of %s.service is at 3 or below, as systemd counts', (name) => {
  const service = join(SCREEN, `${name}.service`)
  const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', service], {
    encoding: 'utf8',
  })
  const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])
  expect(exposure).toBeLessThanOrEqual(3)
})
