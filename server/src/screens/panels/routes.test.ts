import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { makeLgPackage } from './lg-package.ts'

const APPLICATION = 'usr/palm/applications/com.lg.app.signage'
const ADDRESS = 'https://signage.example.org/screen'

/** The members of an archive of Debian packages, by name. */
function readAr(bytes: Buffer): Map<string, Buffer> {
  expect(bytes.subarray(0, 8).toString()).toBe('!<arch>\n')
  const members = new Map<string, Buffer>()
  for (let at = 8; at < bytes.length; ) {
    const header = bytes.subarray(at, at + 60).toString('latin1')
    expect(header.slice(58)).toBe('`\n')
    const size = Number(header.slice(48, 58))
    members.set(header.slice(0, 16).trimEnd(), bytes.subarray(at + 60, at + 60 + size))
    at += 60 + size + (size % 2)
  }
  return members
}

/** The files of an archive, by path. */
function readTar(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  for (let at = 0; bytes[at] !== 0; ) {
    const field = (from: number, to: number) => bytes.toString('latin1', at + from, at + to).split('\0', 1)[0] ?? ''
    const size = Number.parseInt(field(124, 136), 8)
    if (field(156, 157) === '0') files.set(field(0, 100), bytes.toString('latin1', at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

function filesOf(ipk: Buffer): Map<string, string> {
  return readTar(gunzipSync(readAr(ipk).get('data.tar.gz') ?? Buffer.alloc(0)))
}

/** `fetch` does not send an invalid Host header. */
function rawGet(url: string, path: string, host: string): Promise<{ status: number | undefined }> {
  return new Promise((resolve, reject) => {
    const asked = get(new URL(path, url), { headers: { host } }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve({ status: answer.statusCode }))
    })
    asked.on('error', reject)
  })
}

const canUnpack = (() => {
  try {
    execFileSync('dpkg-deb', ['--version'])
    return true
  } catch {
    return false
  }
})()

describe('[PX8] the package for LG signage panels', () => {
  it('[PX8] it has the members that LG’s own tool writes, in their order', () => {
    expect([...readAr(makeLgPackage(ADDRESS)).keys()]).toEqual(['debian-binary', 'control.tar.gz', 'data.tar.gz'])
  })

  it('[PX8] it holds an application with the panel’s id, that opens the address', () => {
    const files = filesOf(makeLgPackage(ADDRESS))
    const info = JSON.parse(files.get(`${APPLICATION}/appinfo.json`) ?? '{}')
    expect(info).toMatchObject({ id: 'com.lg.app.signage', type: 'web', main: 'index.html' })
    for (const name of [info.main, info.icon, info.largeIcon])
      expect([...files.keys()]).toContain(`${APPLICATION}/${name}`)
    expect(files.get(`${APPLICATION}/index.html`)).toContain(`location.replace("${ADDRESS}")`)
    expect(JSON.parse(files.get('usr/palm/packages/com.lg.app.signage/packageinfo.json') ?? '{}')).toEqual({
      id: 'com.lg.app.signage',
      version: '1.0.0',
      app: 'com.lg.app.signage',
    })
  })

  it('[PX8] no address ends the script that opens it', () => {
    const page = filesOf(makeLgPackage('https://signage.example.org/screen#</script>')).get(`${APPLICATION}/index.html`)
    expect(page?.match(/<\/script>/g)).toHaveLength(1)
  })

  it('[PX8] the same address gives the same bytes', () => {
    expect(makeLgPackage(ADDRESS).equals(makeLgPackage(ADDRESS))).toBe(true)
  })

  it.skipIf(!canUnpack)('[PX8] Debian’s tool unpacks it without a complaint', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'placard-panel-'))
    try {
      const file = join(folder, 'placard.ipk')
      await writeFile(file, makeLgPackage(ADDRESS))
      const said = execFileSync('dpkg-deb', ['--field', file, 'Package', 'Version', 'Architecture'], {
        encoding: 'utf8',
      })
      expect(said).toBe('Package: com.lg.app.signage\nVersion: 1.0.0\nArchitecture: all\n')
      execFileSync('dpkg-deb', ['--extract', file, join(folder, 'out')], { stdio: ['ignore', 'ignore', 'inherit'] })
      expect(await readFile(join(folder, 'out', APPLICATION, 'index.html'), 'utf8')).toContain(ADDRESS)
      // The first bytes of every PNG.
      const icon = await readFile(join(folder, 'out', APPLICATION, 'icon.png'))
      expect(icon.toString('latin1', 1, 4)).toBe('PNG')
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('[PX8] the files that the server hands out', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server[Symbol.asyncDispose]())

  it('[PX8] the package has the address at which it was requested, and needs no sign-in', async () => {
    const answer = await fetch(`${server.url}/panels/lg/placard.ipk`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    const page = filesOf(Buffer.from(await answer.arrayBuffer())).get(`${APPLICATION}/index.html`)
    expect(page).toContain(`"${server.url}/screen"`)
  })

  it('[PX8] with PUBLIC_URL the package has that address, by whichever name it was requested', async () => {
    await using other = await startTestServer({ config: { publicUrl: 'https://signage.example.org' } })
    const answer = await fetch(`${other.url}/panels/lg/placard.ipk`)
    const page = filesOf(Buffer.from(await answer.arrayBuffer())).get(`${APPLICATION}/index.html`)
    expect(page).toContain(`"${ADDRESS}"`)
  })

  it('[PX8] a Host header that is no host gets no package', async () => {
    const { status } = await rawGet(server.url, '/panels/lg/placard.ipk', 'a"</script>')
    expect(status).toBe(400)
  })

  it('[PX8] the file for a USB stick names the package', async () => {
    const answer = await fetch(`${server.url}/panels/lg/scap_installation.json`)
    expect(await answer.json()).toMatchObject({
      fqdnMode: true,
      fqdnAddr: `${server.url}/panels/lg/placard.ipk`,
      appLaunchMode: 'local',
      appType: 'ipk',
    })
  })
})
