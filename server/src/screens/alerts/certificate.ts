import { isIP } from 'node:net'
import { connect } from 'node:tls'

const PATIENCE_MS = 10_000
const DAY_MS = 24 * 60 * 60_000

/**
 * Asks the installation's own address, which its operator set, how long its certificate counts.
 *
 * @returns days, a part of one too; undefined when nobody answers there
 */
export function daysOfCertificate(publicUrl: string, now: number): Promise<number | undefined> {
  const { hostname, port } = new URL(publicUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    // One that has ended already, or is trusted by nobody, has a day of its end all the same.
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
