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
    if (answer === 'nobody') return warning(`Nobody answers on port ${config.port}.`, 'Start the server: npm start')
    return bad(`Something else answers on port ${config.port}.`, 'Stop that, or set PORT to another one.')
  },
}

const publicUrl: Check = {
  name: 'public address',
  async look({ config }) {
    if (config.publicUrl === undefined) {
      return passedOver('PUBLIC_URL is not set: people reach Placard wherever their browser says.')
    }
    const answer = await healthOf(config.publicUrl)
    if (answer === 'placard') return good(`${config.publicUrl} leads here.`)
    const fix = 'Correct PUBLIC_URL, or the proxy and the certificate behind that address.'
    return answer === 'nobody'
      ? warning(`Nobody answers at ${config.publicUrl}, seen from this machine.`, fix)
      : bad(`What answers at ${config.publicUrl} is not Placard.`, fix)
  },
}

const https: Check = {
  name: 'https',
  async look({ config }) {
    const url = config.publicUrl
    const fix = 'Put a proxy with a certificate in front, and set PUBLIC_URL to its https address.'
    if (url === undefined) return warning('PUBLIC_URL is not set, so cookies are not bound to https.', fix)
    if (url.startsWith('https:')) return good('Cookies travel by https alone.')
    if (/^http:\/\/(localhost|127\.|\[::1\])/.test(url)) return good('Placard is reached on this machine alone.')
    return warning('Plain http: passwords travel readable, and screens cannot start without the network.', fix)
  },
}

const proxies: Check = {
  name: 'proxies',
  async look({ config }) {
    if (config.publicUrl?.startsWith('https:') && config.trustedProxies.length === 0) {
      return warning(
        'No proxy is trusted, though https suggests that there is one: all people seem to come from one address.',
        'Set TRUSTED_PROXIES to the proxy’s address.',
      )
    }
    return good('Where requests come from is known.')
  },
}

const mediaUrl: Check = {
  name: 'media address',
  async look({ config, rows }) {
    const url = config.mediaUrl
    if (url === undefined) return passedOver('MEDIA_URL is not set: stored files come from Placard itself.')
    // The smallest file, because it is fetched completely.
    const [row] = (await rows('media_file')).toSorted((one, other) => Number(one.size_bytes) - Number(other.size_bytes))
    if (!row) return passedOver(`Nothing is stored yet that ${url} could have.`)
    const { name, sizeBytes, sha256 } = fileOf(row)
    const address = `${url}/${name}`
    const fix =
      'Let it fetch what it does not have from /media/ of Placard, or correct MEDIA_URL. Screens do without it.'
    const answer = await fetchFile(address, config.publicUrl ?? `http://localhost:${config.port}`)
    if (answer === undefined) return warning(`Nobody answers at ${address}, seen from this machine.`, fix)
    if (answer.status !== 200) return bad(`${address} is answered with ${answer.status}.`, fix)
    if (answer.bytes.byteLength !== sizeBytes || createHash('sha256').update(answer.bytes).digest('hex') !== sha256) {
      return bad(`What lies at ${address} is not what is stored.`, fix)
    }
    return answer.permits
      ? good(`${url} has what is stored.`)
      : bad(
          `${url} has what is stored, but no screen may keep it.`,
          'Let it pass on the header Access-Control-Allow-Origin that Placard sends.',
        )
  },
}

const mail: Check = {
  name: 'mail',
  async look({ config }) {
    if (!config.mail)
      return passedOver('No mail is sent: SMTP_URL is not set. Links for new passwords come from "user reset-link".')
    const url = new URL(config.mail.url)
    const at = Number(url.port) || (url.protocol === 'smtps:' ? SMTP_PORTS['smtps:'] : SMTP_PORTS['smtp:'])
    const greeting = await greetingOf(url.hostname, at, url.protocol === 'smtps:')
    return greeting?.startsWith('220')
      ? good(`The mail server ${url.hostname}:${at} answers.`)
      : bad(`The mail server ${url.hostname}:${at} does not answer.`, 'Correct SMTP_URL, or let this machine reach it.')
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
