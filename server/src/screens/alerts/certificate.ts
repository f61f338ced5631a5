import { isIP } from 'node:net'
import { connect } from 'node:tls'

const PATIENCE_MS = 10_000
const DAY_MS = 24 * 60 * 60_000

/**
 * Connects to the installation's public address, which its operator set, to find out how long its certificate is valid.
 *
 * @returns days, may be a fraction; undefined if there is no response
 */
export function daysOfCertificate(publicUrl: string, now: number): Promise<number | undefined> {
  const { hostname, port } = new URL(publicUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    // An expired or untrusted certificate also has an end date.
    const socket = connect(
      {
        host,
        port: port === '' ? 443 : Number(port),
        ...(isIP(host) ? {} : { servername: host }),
        rejectUnauthorized: false,
      },
      () => {
        const endsAt = Date.parse(socket.getPeerCertificate().valid_to)
        done(Number.isNaN(endsAt) ? undefined : (endsAt - now) / DAY_MS)
      },
    )
    const done = (days: number | undefined) => {
      socket.destroy()
      resolve(days)
    }
    socket.setTimeout(PATIENCE_MS, () => done(undefined))
    socket.on('error', () => done(undefined))
  })
}
