import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { fileOf } from '../../backup/service.ts'
import { bad, type Check, good, passedOver, warning } from './finding.ts'

const PATIENCE_MS = 5_000
const SMTP_PORTS = { 'smtp:': 587, 'smtps:': 465 }

const port: Check = {
  name: 'port',
  async look({ config }) {
    const host = config.host === '::' || config.host === '0.0.0.0' ? 'localhost' : config.host
    const address = `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`
    const answer = await healthOf(address)
    if (answer === 'placard') return good(`Placard answers on port ${config.port}.`)
    if (answer === 'nobody') return warning(`Nothing answers on port ${config.port}.`, 'Start the server: npm start')
    return bad(`Another program answers on port ${config.port}.`, 'Stop that program, or set PORT to another port.')
  },
}

const publicUrl: Check = {
  name: 'public address',
  async look({ config }) {
    if (config.publicUrl === undefined) {
      return passedOver('PUBLIC_URL is not set: Placard uses the address in the browser.')
    }
    const answer = await healthOf(config.publicUrl)
    if (answer === 'placard') return good(`${config.publicUrl} reaches Placard.`)
    const fix = 'Correct PUBLIC_URL, or the proxy and the certificate behind that address.'
    return answer === 'nobody'
      ? warning(`${config.publicUrl} does not answer from this machine.`, fix)
      : bad(`Another program answers at ${config.publicUrl}.`, fix)
  },
}

const https: Check = {
  name: 'https',
  async look({ config }) {
    const url = config.publicUrl
    const fix = 'Use a proxy with a certificate, and set PUBLIC_URL to its https address.'
    if (url === undefined) return warning('PUBLIC_URL is not set, so cookies are not limited to https.', fix)
    if (url.startsWith('https:')) return good('Cookies are sent only over https.')
    if (/^http:\/\/(localhost|127\.|\[::1\])/.test(url)) return good('Placard can only be reached on this machine.')
    return warning('Plain http: passwords are not encrypted, and screens cannot start without the network.', fix)
  },
}

const proxies: Check = {
  name: 'proxies',
  async look({ config }) {
    if (config.publicUrl?.startsWith('https:') && config.trustedProxies.length === 0) {
      return warning(
        'PUBLIC_URL is https, but no proxy is trusted: all requests seem to come from one address.',
        'Set TRUSTED_PROXIES to the address of the proxy.',
      )
    }
    return good('The addresses of clients are known.')
  },
}

const mediaUrl: Check = {
  name: 'media address',
  async look({ config, rows }) {
    const url = config.mediaUrl
    if (url === undefined) return passedOver('MEDIA_URL is not set: stored files come from Placard itself.')
    // The smallest file, because it is fetched completely.
    const [row] = (await rows('media_file')).toSorted((one, other) => Number(one.size_bytes) - Number(other.size_bytes))
    if (!row) return passedOver(`There are no stored files to check at ${url}.`)
    const { name, sizeBytes, sha256 } = fileOf(row)
    const address = `${url}/${name}`
    const fix =
      'Configure it to fetch missing files from /media/ of Placard, or correct MEDIA_URL. Screens also work without it.'
    const answer = await fetchFile(address, config.publicUrl ?? `http://localhost:${config.port}`)
    if (answer === undefined) return warning(`${address} does not answer from this machine.`, fix)
    if (answer.status !== 200) return bad(`${address} answers with status ${answer.status}.`, fix)
    if (answer.bytes.byteLength !== sizeBytes || createHash('sha256').update(answer.bytes).digest('hex') !== sha256) {
      return bad(`The file at ${address} differs from the stored one.`, fix)
    }
    return answer.permits
      ? good(`${url} serves the stored files.`)
      : bad(
          `${url} serves the stored files, but screens cannot store them.`,
          'Configure it to forward the header Access-Control-Allow-Origin of Placard.',
        )
  },
}

const mail: Check = {
  name: 'mail',
  async look({ config }) {
    if (!config.mail)
      return passedOver('SMTP_URL is not set, so no email is sent. Use "user reset-link" for links for new passwords.')
    const url = new URL(config.mail.url)
    const at = Number(url.port) || (url.protocol === 'smtps:' ? SMTP_PORTS['smtps:'] : SMTP_PORTS['smtp:'])
    const greeting = await greetingOf(url.hostname, at, url.protocol === 'smtps:')
    return greeting?.startsWith('220')
      ? good(`The mail server ${url.hostname}:${at} answers.`)
      : bad(
          `The mail server ${url.hostname}:${at} does not answer.`,
          'Correct SMTP_URL, or allow connections from this machine.',
        )
  },
}

export const NETWORK_CHECKS: Check[] = [port, publicUrl, https, proxies, mediaUrl, mail]

async function healthOf(address: string): Promise<'placard' | 'other' | 'nobody'> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const answer = await fetch(`${address}/readyz`, { signal, redirect: 'error' })
    const body: unknown = await answer.json().catch(() => undefined)
    return typeof body === 'object' && body !== null && 'parts' in body ? 'placard' : 'other'
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    // If the port answers with something other than HTTP, another program uses it.
    return /^(HPE_|UND_ERR_SOCKET|ERR_SSL)/.test(code) ? 'other' : 'nobody'
  }
}

/** Fetches a file like a screen does. @returns undefined when nothing answers */
async function fetchFile(
  address: string,
  origin: string,
): Promise<{ status: number; bytes: Uint8Array; permits: boolean } | undefined> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const answer = await fetch(address, { signal, redirect: 'manual', headers: { origin } })
    const permitted = answer.headers.get('access-control-allow-origin')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    return { status: answer.status, bytes, permits: permitted === '*' || permitted === origin }
  } catch {
    return undefined
  }
}

async function greetingOf(host: string, at: number, tls: boolean): Promise<string | undefined> {
  const socket = tls ? connectTls({ host, port: at, servername: host }) : connect({ host, port: at })
  try {
    const [text] = await once(socket, 'data', { signal: AbortSignal.timeout(PATIENCE_MS) })
    return String(text)
  } catch {
    return undefined
  } finally {
    socket.destroy()
  }
}
