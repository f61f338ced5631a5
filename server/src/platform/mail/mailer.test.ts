import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type SmtpServer, startSmtpServer } from '../../testing/smtp.ts'
import type { Log } from '../log.ts'
import { createMailer, type Mailer } from './mailer.ts'

const FROM = { name: 'Placard', address: 'signage@example.org' }
const MAIL = { to: 'head@vnr.example', subject: 'Hello', text: 'a secret link\n', html: '<p>a secret link</p>' }
/** Short, so that tests are quick, and long enough for a busy machine. */
const PATIENCE = { connectMs: 2_000, silenceMs: 300, closeMs: 5_000 }

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  while (closing.length > 0) await closing.pop()?.()
})

type Line = { level: 'info' | 'warn' | 'error'; details: object; message: string }

async function mailerFor(url: string, patience = PATIENCE): Promise<{ mailer: Mailer; lines: Line[] }> {
  const lines: Line[] = []
  const write = (level: Line['level']) => (details: object, message: string) => lines.push({ level, details, message })
  const log: Log = { info: write('info'), warn: write('warn'), error: write('error') }
  return { mailer: await createMailer({ url, from: FROM, languages: ['en'] }, log, patience), lines }
}

async function smtp(behaviour?: Parameters<typeof startSmtpServer>[0]): Promise<SmtpServer> {
  const server = await startSmtpServer(behaviour)
  closing.push(server.close)
  return server
}

it('sends text and HTML, from whom the operator says, marked as sent by no person', async () => {
  const server = await smtp()
  const { mailer, lines } = await mailerFor(server.url)
  mailer.post(() => MAIL, 'a-test')
  await mailer.close()
  const [mail] = server.received
  expect(mail).toMatchObject({ from: FROM.address, to: [MAIL.to] })
  expect(mail?.source).toMatch(/^From: Placard <signage@example\.org>\r$/m)
  expect(mail?.source).toMatch(/^Subject: Hello\r$/m)
  expect(mail?.source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(mail?.source).toContain(MAIL.html)
  expect(mail?.source).not.toMatch(/^List-/im)
  expect(mail?.text.trim()).toBe(MAIL.text.trim())
  expect(lines).toEqual([{ level: 'info', details: { about: 'a-test' }, message: 'email sent' }])
})

it('[B104] one address stays one recipient, and no line of it becomes a header', async () => {
  const server = await smtp()
  const { mailer } = await mailerFor(server.url)
  mailer.post(() => ({ ...MAIL, to: 'a@b.example, c@d.example' }), 'a-test')
  mailer.post(() => ({ ...MAIL, to: 'a@b.example\r\nBcc: c@d.example' }), 'a-test')
  mailer.post(() => ({ ...MAIL, subject: 'Hello\r\nBcc: c@d.example' }), 'a-test')
  await mailer.close()
  for (const { to, source } of server.received) {
    expect(to).toHaveLength(1)
    expect(source).not.toMatch(/^Bcc:/im)
  }
})

it('a refusing server is logged with its code only, not with the recipient or the text', async () => {
  const server = await smtp('refuses')
  const { mailer, lines } = await mailerFor(server.url)
  mailer.post(() => MAIL, 'a-test')
  await mailer.close()
  expect(server.received).toEqual([])
  expect(lines).toMatchObject([{ level: 'error', details: { about: 'a-test', code: 'EENVELOPE', responseCode: 550 } }])
  expect(JSON.stringify(lines)).not.toMatch(/vnr\.example|secret/)
})

it('a server that is down fails nobody', async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  const { mailer, lines } = await mailerFor(`smtp://me:secret@127.0.0.1:${port}`)
  mailer.post(() => MAIL, 'a-test')
  await mailer.close()
  expect(lines).toMatchObject([{ level: 'error', details: { about: 'a-test', code: 'ESOCKET' } }])
  expect(JSON.stringify(lines)).not.toContain('secret')
})

it('a server that says nothing more is given up', async () => {
  const server = await smtp('hangs')
  const { mailer, lines } = await mailerFor(server.url)
  mailer.post(() => MAIL, 'a-test')
  await mailer.close()
  expect(lines).toMatchObject([{ level: 'error', details: { about: 'a-test', code: 'ETIMEDOUT' } }])
})

it('closing waits no longer than the given time', async () => {
  const server = await smtp('hangs')
  const { mailer, lines } = await mailerFor(server.url, { ...PATIENCE, silenceMs: 60_000, closeMs: 100 })
  mailer.post(() => MAIL, 'a-test')
  await server.next()
  await mailer.close()
  expect(lines).toMatchObject([{ level: 'warn', details: { mails: 1 } }])
})

it('without a server there is no mail', async () => {
  const log: Log = { info() {}, warn() {}, error() {} }
  const mailer = await createMailer(undefined, log)
  expect(mailer.enabled).toBe(false)
  mailer.post(() => MAIL, 'a-test')
  await mailer.close()
})
