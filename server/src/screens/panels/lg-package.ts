import { gzipSync } from 'node:zlib'
import { ICONS } from './icons.ts'

/**
 * The id that LG's tool gives to an application of a signage panel (`@webos-tools/cli` 3.2.5, `config-signage.json`). The panel starts
 * the application with this id.
 */
const ID = 'com.lg.app.signage'
const VERSION = '1.0.0'
const APPLICATION = `usr/palm/applications/${ID}`
const PACKAGE = `usr/palm/packages/${ID}`
/** Seconds. The same in every package, so that packages of one address are the same bytes. */
const MODIFIED = Date.UTC(2026, 0, 1) / 1_000
const BLOCK = 512

/** `bytes` is absent for a folder, whose path ends with a slash. Paths have at most 100 ASCII characters. */
type Entry = { path: string; bytes?: Buffer }

/**
 * Makes an application for LG signage panels that opens an address at its start. The form is that of `ares-package` of
 * `@webos-tools/cli` 3.2.5: an archive of `debian-binary`, `control.tar.gz` and `data.tar.gz`, unsigned.
 *
 * @param address the full address of a screen's page
 * @returns the bytes of an .ipk file
 */
export function makeLgPackage(address: string): Buffer {
  const icon = Buffer.from(ICONS[80].join(''), 'base64')
  const largeIcon = Buffer.from(ICONS[130].join(''), 'base64')
  const files: [string, Buffer][] = [
    [`${APPLICATION}/appinfo.json`, json(APP_INFO)],
    [`${APPLICATION}/icon.png`, icon],
    [`${APPLICATION}/index.html`, Buffer.from(pageThatOpens(address))],
    [`${APPLICATION}/largeIcon.png`, largeIcon],
    [`${PACKAGE}/packageinfo.json`, json({ id: ID, version: VERSION, app: ID })],
  ]
  const folders = [
    'usr/',
    'usr/palm/',
    'usr/palm/applications/',
    'usr/palm/packages/',
    `${APPLICATION}/`,
    `${PACKAGE}/`,
  ]
  const data = tar([...folders.map((path) => ({ path })), ...files.map(([path, bytes]) => ({ path, bytes }))])
  const size = files.reduce((sum, [, bytes]) => sum + bytes.length, 0)
  const control = tar([{ path: 'control', bytes: Buffer.from(controlOf(size)) }])
  return ar([
    ['debian-binary', Buffer.from('2.0\n')],
    ['control.tar.gz', gzipSync(control)],
    ['data.tar.gz', gzipSync(data)],
  ])
}

const APP_INFO = {
  id: ID,
  version: VERSION,
  vendor: 'Placard',
  type: 'web',
  main: 'index.html',
  title: 'Placard',
  icon: 'icon.png',
  largeIcon: 'largeIcon.png',
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

/** The template of a hosted application in LG's tool does the same. */
function pageThatOpens(address: string): string {
  const literal = JSON.stringify(address).replace(/</g, '\\u003c')
  return `<!doctype html>\n<meta charset="utf-8">\n<title>Placard</title>\n<script>location.replace(${literal})</script>\n`
}

/** @param size of the unpacked files, in bytes */
function controlOf(size: number): string {
  return `Package: ${ID}
Version: ${VERSION}
Section: misc
Priority: optional
Architecture: all
Installed-Size: ${size}
Maintainer: N/A <nobody@example.com>
Description: Placard
webOS-Package-Format-Version: 2
webOS-Packager-Version: x.y.x
`
}

/** POSIX ustar. */
function tar(entries: Entry[]): Buffer {
  const blocks = entries.flatMap(({ path, bytes = Buffer.alloc(0) }) => {
    const isFolder = path.endsWith('/')
    const header = Buffer.alloc(BLOCK)
    header.write(path, 0)
    header.write(octal(isFolder ? 0o755 : 0o644, 8), 100)
    header.write(octal(0, 8), 108)
    header.write(octal(0, 8), 116)
    header.write(octal(bytes.length, 12), 124)
    header.write(octal(MODIFIED, 12), 136)
    // The sum is calculated as if its own field held spaces.
    header.write(' '.repeat(8), 148)
    header.write(isFolder ? '5' : '0', 156)
    header.write('ustar\u000000', 257)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return [header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)])
}

const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`

/** The archive of Debian packages. Members start at even positions. */
function ar(members: [string, Buffer][]): Buffer {
  const parts = members.flatMap(([name, bytes]) => [
    Buffer.from(
      `${name.padEnd(16)}${String(MODIFIED).padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}${String(bytes.length).padEnd(10)}\`\n`,
    ),
    bytes,
    Buffer.from(bytes.length % 2 === 0 ? '' : '\n'),
  ])
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts])
}
