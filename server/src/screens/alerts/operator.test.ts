import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeCertificate } from '../../testing/certificate.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { daysOfCertificate } from './certificate.ts'
import { createOperatorWatch } from './operator.ts'

const HOUR = 60 * 60_000
const START = Date.parse('2026-11-21T08:00:00Z')

describeDialects('[SA2] the server’s own troubles', (dialect) => {
  let server: TestServer
  let clock: { now: number }
  let known: { ballast: string; failure: string | undefined; days: number | undefined }
  let asked: number

  beforeEach(async () => {
    clock = { now: START }
    known = { ballast: 'kept', failure: undefined, days: 90 }
    asked = 0
    server = await startTestServer({ dialect, now: () => clock.now })
  })
  afterEach(() => server.close())

  function watching(operatorMail: string | undefined = 'operator@vnr.example') {
    const { context } = server.app
    const config = { ...context.config, operatorMail, publicUrl: 'https://signage.example' }
    const mailer = { ...context.mailer, enabled: true }
    const state = {
      backups: () => ({ lastAt: clock.now, failure: known.failure }),
      ballast: () => known.ballast,
    }
    return createOperatorWatch({ ...context, config, mailer }, state, async () => {
      asked += 1
      return known.days
    })
  }
  const told = async () => {
    const rows = await server.app.context.database.queries.selectFrom('delivery').select('message').execute()
    return rows.map(({ message }) => JSON.parse(message).trouble).sort()
  }

  it('each is said once until it is well again, and again the next time', async () => {
    const { look } = watching()
    await look()
    expect(await told()).toEqual([])
    known = { ballast: 'spent', failure: 'There is no room.', days: 90 }
    for (let times = 0; times < 3; times += 1) await look()
    expect(await told()).toEqual(['backup', 'disk'])
    known.ballast = 'kept'
    await look()
    known.ballast = 'spent'
    await look()
    expect(await told()).toEqual(['backup', 'disk', 'disk'])
  })

  it('two that look at once say it once', async () => {
    known.ballast = 'spent'
    await Promise.all([watching().look(), watching().look()])
    expect(await told()).toEqual(['disk'])
  })

  it('a certificate is checked four times a day, and reported within 14 days of its end; one that does not answer stays as it was', async () => {
    const { look } = watching()
    known.days = 14.5
    await look()
    await look()
    expect(asked).toBe(1)
    expect(await told()).toEqual([])
    clock.now += 7 * HOUR
    known.days = 13.9
    await look()
    expect(await told()).toEqual(['certificate'])
    clock.now += 7 * HOUR
    known.days = undefined
    await look()
    expect(asked).toBe(3)
    expect(
      await server.app.context.database.queries.selectFrom('server_trouble').select('kind').execute(),
    ).toHaveLength(1)
  })

  it('without an address nobody is informed', async () => {
    known.ballast = 'spent'
    const { context } = server.app
    const state = { backups: () => ({ lastAt: undefined, failure: 'no' }), ballast: () => 'spent' }
    await createOperatorWatch({ ...context, config: { ...context.config, operatorMail: undefined } }, state).look()
    expect(await told()).toEqual([])
  })
})

it('[SA2] nobody at the address is no answer', async () => {
  expect(await daysOfCertificate('https://127.0.0.1:1', START)).toBeUndefined()
})

it('[SA2] a certificate that nobody vouches for says its end all the same', async () => {
  const certificate = await makeCertificate()
  if (!certificate) return console.warn('SKIPPED: the end of a certificate. Install openssl.')
  const front = createServer(certificate, (_, response) => response.end())
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const { port } = front.address() as AddressInfo
  const days = await daysOfCertificate(`https://127.0.0.1:${port}`, Date.now())
  front.close()
  expect(days).toBeGreaterThan(1.9)
  expect(days).toBeLessThanOrEqual(2)
})
