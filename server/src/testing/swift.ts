import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { Config } from '../platform/config.ts'

const KINDS = ['account', 'container', 'object'] as const
const START_MS = 30_000
/** A port that was found free may be taken by another process before it is used. */
const ATTEMPTS = 3
/** The Python that Debian's packages use. */
const PYTHON = '/usr/bin/python3'
/** Does the work of nine one-second runs of swift-ring-builder. Its arguments are pairs of a file and a port. */
const MAKE_RINGS = `
import sys
from swift.common.ring import RingBuilder
for path, port in zip(sys.argv[1::2], sys.argv[2::2]):
    builder = RingBuilder(4, 1, 1)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'disk', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save(path)
`
/** OpenStack's own test user: https://docs.openstack.org/swift/latest/overview_auth.html */
const LOGIN = { accessKeyId: 'test:tester', secretAccessKey: 'testing' }

/** A real object store with an S3 interface on this machine: OpenStack Swift, as packaged by Debian. */
export type Swift = {
  settings: NonNullable<Config['s3']>
  /** Ends all processes. Stored objects stay. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** True when the packages are installed: swift-proxy, swift-account, swift-container, swift-object and memcached. */
export async function isSwiftInstalled(): Promise<boolean> {
  const programs = ['swift-proxy-server', 'memcached', ...KINDS.map((kind) => `swift-${kind}-server`)]
  const found = await Promise.all(
    programs.map((name) =>
      access(`/usr/bin/${name}`).then(
        () => true,
        () => false,
      ),
    ),
  )
  return found.every(Boolean)
}

/** Starts one server of each kind, on one disk, and creates a bucket. */
export async function startSwift(): Promise<Swift> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce()
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
    }
  }
}

async function startOnce(): Promise<Swift> {
  const home = await mkdtemp(join(tmpdir(), 'placard-swift-'))
  const etc = join(home, 'etc')
  const [proxy, cache, ...ports] = await freePorts(2 + KINDS.length)
  await mkdir(etc)
  await mkdir(join(home, 'node', 'disk'), { recursive: true })
  await writeFile(join(etc, 'swift.conf'), '[swift-hash]\nswift_hash_path_prefix = a\nswift_hash_path_suffix = b\n')
  const rings: string[] = []
  for (const [index, kind] of KINDS.entries()) {
    await writeFile(join(etc, `${kind}.conf`), keeperSettings(home, kind, ports[index] ?? 0))
    rings.push(join(etc, `${kind}.ring.gz`), String(ports[index]))
  }
  await promisify(execFile)(PYTHON, ['-c', MAKE_RINGS, ...rings])
  await writeFile(join(etc, 'proxy.conf'), proxySettings(home, proxy ?? 0, cache ?? 0))

  const settings = { bucket: 'media', endpoint: `http://127.0.0.1:${proxy}`, region: 'us-east-1', ...LOGIN }
  const said: string[] = []
  let running: ChildProcess[] = []

  function run(program: string, args: string[]): void {
    // Each program starts worker processes, so a process group is ended as a whole.
    const child = spawn(`/usr/bin/${program}`, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(String(text)))
    running.push(child)
  }

  async function start(): Promise<void> {
    const asRoot = process.getuid?.() === 0 ? ['-u', 'root'] : []
    run('memcached', [...asRoot, '-l', '127.0.0.1', '-p', String(cache)])
    for (const kind of KINDS) run(`swift-${kind}-server`, [join(etc, `${kind}.conf`)])
    run('swift-proxy-server', [join(etc, 'proxy.conf')])
    const client = new S3Client({ ...settings, credentials: LOGIN, forcePathStyle: true, maxAttempts: 1 })
    try {
      for (const deadline = Date.now() + START_MS; ; ) {
        const error = await client.send(new CreateBucketCommand({ Bucket: settings.bucket })).then(
          () => undefined,
          (reason: Error) => reason,
        )
        if (!error || error.name === 'BucketAlreadyOwnedByYou') return
        if (Date.now() > deadline) throw new Error(`Swift did not start.\n${said.join('')}`, { cause: error })
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    } finally {
      client.destroy()
    }
  }

  async function kill(): Promise<void> {
    const ending = running
    running = []
    await Promise.all(
      ending.map(async (child) => {
        if (child.exitCode !== null || child.pid === undefined) return
        const exit = once(child, 'exit')
        process.kill(-child.pid, 'SIGKILL')
        await exit
      }),
    )
  }

  process.once('exit', () => {
    for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  })
  try {
    await start()
  } catch (error) {
    await kill()
    await rm(home, { recursive: true, force: true })
    throw error
  }
  return {
    settings,
    kill,
    start,
    async close() {
      await kill()
      await rm(home, { recursive: true, force: true })
    },
  }
}

function common(home: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 1
user = ${process.getuid?.() === 0 ? 'root' : process.env.USER}
swift_dir = ${home}/etc
log_level = WARNING
`
}

function keeperSettings(home: string, kind: string, port: number): string {
  return `${common(home, port)}devices = ${home}/node
mount_check = false
fallocate_reserve = 0
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`
}

function proxySettings(home: string, port: number, cache: number): string {
  const filters = [
    'catch_errors',
    'gatekeeper',
    'cache',
    'listing_formats',
    's3api',
    'tempauth',
    'slo',
    'proxy-logging',
  ]
  const special: Record<string, string> = {
    cache: `use = egg:swift#memcache\nmemcache_servers = 127.0.0.1:${cache}`,
    tempauth: 'use = egg:swift#tempauth\nuser_test_tester = testing .admin',
    'proxy-logging': 'use = egg:swift#proxy_logging',
  }
  return `${common(home, port)}[pipeline:main]
pipeline = ${filters.join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
# After ten requests before the other servers have started, it would ask them nothing for a minute.
error_suppression_limit = 1000000
${filters.map((name) => `[filter:${name}]\n${special[name] ?? `use = egg:swift#${name}`}\n`).join('')}`
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
