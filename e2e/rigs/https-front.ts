import { execFile } from 'node:child_process'
import { createHash, createPublicKey } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type TLSSocket } from 'node:tls'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** An https proxy in front of a server. */
export type HttpsFront = {
  url: string
  /** Base64 of the SHA-256 of its key, for the browser option that trusts it. */
  fingerprint: string
  /** Uses an expired certificate from now on, and ends open connections. */
  expire(): void
  renew(): void
  close(): Promise<void>
}

/** Makes two certificates of one key with openssl. @returns undefined if openssl is missing */
export async function launchHttpsFront(url: string): Promise<HttpsFront | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-front-'))
  const file = (name: string) => join(folder, name)
  const kind = ['-key', file('key.pem'), '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  try {
    const curve = ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
    await run('openssl', ['genpkey', ...curve, '-out', file('key.pem')])
    await run('openssl', ['req', '-x509', ...kind, '-days', '30', '-out', file('good.pem')])
    // Only `openssl ca` can set a date in the past, and it needs a register.
    const settings = ['[ca]', 'default_ca=own', '[own]', 'database=register', 'new_certs_dir=.', 'rand_serial=yes']
    await writeFile(
      file('ca.conf'),
      [...settings, 'default_md=sha256', 'policy=any', '[any]', 'commonName=supplied', ''].join('\n'),
    )
    await writeFile(file('register'), '')
    await run('openssl', ['req', '-new', ...kind, '-out', file('request.pem')])
    const past = ['-startdate', '20240101000000Z', '-enddate', '20250101000000Z']
    const own = ['-batch', '-config', 'ca.conf', '-selfsign', '-keyfile', 'key.pem', '-in', 'request.pem']
    await run('openssl', ['ca', ...own, ...past, '-notext', '-out', 'expired.pem'], { cwd: folder })
  } catch (error) {
    await rm(folder, { recursive: true })
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  const key = await readFile(file('key.pem'))
  const [good, expired] = await Promise.all([readFile(file('good.pem')), readFile(file('expired.pem'))])
  await rm(folder, { recursive: true })

  const { hostname, port } = new URL(url)
  const sockets = new Set<TLSSocket>()
  const server = createServer({ key, cert: good }, (socket) => {
    const behind = connect(Number(port), hostname)
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    for (const [one, other] of [[socket, behind] as const, [behind, socket] as const]) {
      one.on('error', () => {})
      one.on('close', () => other.destroy())
      one.pipe(other)
    }
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }

  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    fingerprint: createHash('sha256')
      .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
      .digest('base64'),
    expire() {
      server.setSecureContext({ key, cert: expired })
      cut()
    },
    renew() {
      server.setSecureContext({ key, cert: good })
      cut()
    },
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
