import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

/** One mail as it was transmitted. */
export type Received = { from: string; to: string[]; source: string; text: string }

export type SmtpServer = {
  /** Value for SMTP_URL. */
  url: string
  received: Received[]
  /** The next mail that was not returned yet. */
  next(): Promise<Received>
  close(): Promise<void>
}

type Behaviour = 'takes' | 'refuses' | 'hangs'

const LOGIN = { user: 'placard', pass: 'secret-of-the-mail-server' }

/** A real SMTP server in this process. One that `hangs` receives the mail and never confirms it. @param wantedPort 0: a free port */
export async function startSmtpServer(behaviour: Behaviour = 'takes', wantedPort = 0): Promise<SmtpServer> {
  const received: Received[] = []
  let waitedFor = 0
  let wake = () => {}
  const server = new SMTPServer({
    // It has no certificate.
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 1,
    onAuth(auth, _session, done) {
      if (auth.username === LOGIN.user && auth.password === LOGIN.pass) done(null, { user: LOGIN.user })
      else done(new Error('wrong credentials'))
    },
    onRcptTo({ address }, _session, done) {
      if (behaviour === 'refuses') done(Object.assign(new Error(`no such mailbox: ${address}`), { responseCode: 550 }))
      else done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString('utf8')
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo.map(({ address }) => address)
        received.push({ from: mailFrom ? mailFrom.address : '', to, source, text: textOf(source) })
        wake()
        if (behaviour !== 'hangs') done()
      })
    },
  })
  // Some tests disconnect in the middle.
  server.on('error', () => {})
  const listening = server.listen(wantedPort, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as { port: number }
  return {
    url: `smtp://${LOGIN.user}:${LOGIN.pass}@127.0.0.1:${port}`,
    received,
    async next() {
      for (const deadline = Date.now() + 10_000; ; ) {
        const mail = received[waitedFor]
        if (mail) {
          waitedFor += 1
          return mail
        }
        const left = deadline - Date.now()
        if (left <= 0) throw new Error('no mail within 10 seconds')
        await new Promise<void>((resolve) => {
          wake = resolve
          setTimeout(resolve, left)
        })
      }
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** The plain text part, as a mail program shows it. */
function textOf(source: string): string {
  const part = source.split(/^--/m).find((one) => /^content-type: text\/plain/im.test(one)) ?? ''
  const [head = '', ...body] = part.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  if (!/quoted-printable/i.test(head)) return text
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
