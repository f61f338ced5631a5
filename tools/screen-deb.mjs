import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from './child-process.mjs'
import { findOnPath } from './debian-packages.mjs'
import { pinnedEnvironment, pinnedNode } from './pinned-node.mjs'
import { PROJECT } from './project-folder.mjs'
import { SetupError } from './setup-error.mjs'

/** Alternatives: Ubuntu's package chromium-browser is a snap, so there Google Chrome is installed first. */
const DEPENDS = [
  'adduser',
  'cage',
  // Debian's cage does not start without it.
  'xwayland',
  'seatd',
  'nodejs (>= 18)',
  'chromium | google-chrome-stable | chromium-browser',
  'ca-certificates',
  'polkitd | policykit-1',
  'v4l-utils',
  'ddcutil',
  'wlr-randr',
  'alsa-utils',
  'fonts-noto-core',
  'fonts-noto-cjk',
  'fonts-noto-color-emoji',
]

/** For Wi-Fi in placard-screen.conf. A machine with a cable needs none of them. */
const SUGGESTS = ['network-manager', 'iw', 'wireless-regdb']

/** The files of the package: its path, and the file of the checkout. @type {[string, string][]} */
const FILES = [
  ['etc/placard-screen/placard-screen.conf', 'deploy/screen/placard-screen.conf'],
  ['usr/lib/systemd/system/placard-screen.service', 'deploy/screen/placard-screen.service'],
  ['usr/lib/systemd/system/placard-screen-setup.service', 'deploy/screen/placard-screen-setup.service'],
  ['usr/lib/systemd/system/placard-screen-setup.path', 'deploy/screen/placard-screen-setup.path'],
  ['usr/lib/systemd/system/placard-screen-stick@.service', 'deploy/screen/placard-screen-stick@.service'],
  ['usr/lib/udev/rules.d/90-placard-screen.rules', 'deploy/screen/90-placard-screen.rules'],
  ['usr/lib/modules-load.d/placard-screen.conf', 'deploy/screen/modules-load.conf'],
  ['usr/share/polkit-1/rules.d/60-placard-screen.rules', 'deploy/screen/60-placard-screen.rules'],
  ['usr/share/doc/placard-screen/README.md', 'deploy/screen/README.md'],
]
const SCRIPTS = ['postinst', 'prerm', 'postrm']

/**
 * Builds placard-screen.deb: the program beneath a screen's page, with everything around it.
 *
 * @param {object} [options]
 * @param {string} [options.to] the file to write
 * @param {(line: string) => void} [options.say]
 * @returns {Promise<string>} the path of the package
 * @throws {SetupError} when dpkg-deb is missing, or a build fails
 */
export async function packageScreen({
  to = join(PROJECT, 'agent', 'dist', 'placard-screen.deb'),
  say = console.log,
} = {}) {
  if (!findOnPath('dpkg-deb')) throw new SetupError('dpkg-deb is missing. Debian, Ubuntu: sudo apt-get install dpkg')
  const tree = join(PROJECT, 'agent', '.cache', `package-${process.pid}`)
  rmSync(tree, { recursive: true, force: true })
  try {
    await buildAgent(join(tree, 'usr', 'lib', 'placard-screen'))
    for (const [path, source] of FILES) put(tree, path, join(PROJECT, source))
    write(tree, 'usr/share/doc/placard-screen/copyright', copyright())
    // The country of the radio is kept there.
    mkdirSync(join(tree, 'etc', 'modprobe.d'), { recursive: true, mode: 0o755 })
    for (const name of SCRIPTS) put(tree, `DEBIAN/${name}`, join(PROJECT, 'deploy/screen/debian', name), 0o755)
    write(tree, 'DEBIAN/conffiles', '/etc/placard-screen/placard-screen.conf\n')
    write(tree, 'DEBIAN/control', control())
    mkdirSync(dirname(to), { recursive: true })
    const { code, output } = await run('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', tree, to])
    if (code !== 0) throw new SetupError(`${output}\ndpkg-deb ended with ${code}.`)
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
  say(`${to}: ${Math.ceil(statSync(to).size / 1_024)} KiB. Install it with: sudo apt install ./placard-screen.deb`)
  return to
}

/**
 * Builds the agent as one file, agent.mjs, the launcher that starts it, launch.mjs, and the program for Wi-Fi and USB sticks, setup.mjs.
 *
 * @param {string} folder
 */
async function buildAgent(folder) {
  const vite = join(PROJECT, 'node_modules', 'vite', 'bin', 'vite.js')
  for (const mode of ['production', 'launcher', 'setup']) {
    const { code, output } = await run(
      pinnedNode(),
      [vite, 'build', '--mode', mode, '--outDir', folder, '--emptyOutDir', 'false', '--logLevel', 'warn'],
      { cwd: join(PROJECT, 'agent'), env: { ...pinnedEnvironment(), NODE_ENV: 'production' } },
    )
    if (code !== 0) throw new SetupError(`${output}\nThe build of agent/ failed (vite ended with ${code}).`)
  }
}

/**
 * @param {string} tree
 * @param {string} path
 * @param {string} source
 */
function put(tree, path, source, mode = 0o644) {
  const target = join(tree, path)
  mkdirSync(dirname(target), { recursive: true, mode: 0o755 })
  copyFileSync(source, target)
  chmodSync(target, mode)
}

/**
 * @param {string} tree
 * @param {string} path
 * @param {string} text
 */
function write(tree, path, text) {
  const target = join(tree, path)
  mkdirSync(dirname(target), { recursive: true, mode: 0o755 })
  writeFileSync(target, text, { mode: 0o644 })
}

function control() {
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'agent', 'package.json'), 'utf8'))
  return `Package: placard-screen
Version: ${version}
Architecture: all
Maintainer: Placard
Section: web
Priority: optional
Depends: ${DEPENDS.join(', ')}
Recommends: systemd
Suggests: ${SUGGESTS.join(', ')}
Description: screen that shows only its Placard display
 Starts a browser full screen on a machine without a desktop, and keeps it
 there: it is started again when it ends, hangs or stays black. Switches the
 panel, shows the machine's state to the server, and sends pictures of the
 screen when an editor asks for them.
`
}

/** The agent contains Zod. */
function copyright() {
  const zod = readFileSync(join(PROJECT, 'node_modules', 'zod', 'LICENSE'), 'utf8')
  return `placard-screen is a part of Placard.\n\nIts program contains Zod:\n\n${zod}`
}
