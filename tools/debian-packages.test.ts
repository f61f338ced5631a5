import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TEST_PACKAGES } from './debian-packages.mjs'
import { PROJECT } from './project-folder.mjs'

const NOBODY = 65_534

describe('[HS24] the Debian packages that the tests need', () => {
  it('somebody who may not install hears what is missing and what is skipped, and nothing fails', () => {
    const empty = mkdtempSync(join(tmpdir(), 'placard-no-programs-'))
    const script = `const { ensureTestPackages } = await import(${JSON.stringify(join(PROJECT, 'tools/debian-packages.mjs'))})
      await ensureTestPackages()`
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      env: { PATH: empty },
      ...(process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}),
    })
    rmdirSync(empty)
    for (const { name, skips } of TEST_PACKAGES)
      expect(said).toMatch(new RegExp(`${name} +skipped without it: ${skips}`))
  })

  it('every program that a test starts by name is in the list', () => {
    const started = /(?:execFile(?:Sync)?\)?|spawn(?:Sync)?|isInstalled)\('([a-z][a-z0-9-]*)'/g
    const names = ['server/src', 'web/src', 'player/src', 'e2e', 'tools']
      .flatMap((folder) =>
        readdirSync(join(PROJECT, folder), { recursive: true }).map((path) => join(folder, String(path))),
      )
      .filter((path) => path.endsWith('.ts') && (path.startsWith('e2e/') || /\.test\.ts$|\/testing\//.test(path)))
      .flatMap((path) => [...readFileSync(join(PROJECT, path), 'utf8').matchAll(started)].map(([, name]) => name))
    /** Programs of Node, of every Debian (packages marked Essential), or of every Linux. */
    const everywhere = [
      'node',
      'npm',
      'sh',
      'bash',
      'tar',
      'mount',
      'umount',
      'unshare',
      'nsenter',
      'losetup',
      'truncate',
      'dpkg-deb',
      'prlimit',
      'sleep',
      'true',
      'kill',
    ]
    /**
     * Not installed for the one test that uses it, which says that it is skipped: Prometheus's checker, and what the slow test of
     * placard-screen builds and starts a Debian with.
     */
    const optional = ['promtool', 'debootstrap', 'systemd-nspawn', 'systemd-analyze']
    const listed = TEST_PACKAGES.map(({ command }) => command)
    const unlisted = [...new Set(names)].filter((name) => ![...everywhere, ...optional, ...listed].includes(name))
    expect(names).toContain('ffmpeg')
    expect(unlisted).toEqual([])
  })
})
