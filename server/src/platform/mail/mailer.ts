import type { UiLanguage } from '@placard/contract'
import type { SentMessageInfo, Transporter } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { createQueue } from '../queue.ts'

export type Mail = {
  /** One address that the contract's `Email` accepts. */
  to: string
  /** One line. */
  subject: string
  text: string
  html: string
  /** In addition to the headers of every mail. */
  headers?: Readonly<Record<string, string>>
}

/** Writes a mail in each of these languages. */
export type WriteMail = (languages: readonly UiLanguage[]) => Mail

/** The mail server refused a mail or could not be reached. The log has its code. */
class MailNotTaken extends Error {}

/** Sends mail, if the installation has a mail server. Nobody waits for a mail sent with `post`, and failures are only logged. */
export type Mailer = {
  /** True when a mail server is configured. Without one, `post` does nothing. */
  enabled: boolean
  /**
   * Sends a mail without making the caller wait.
   *
   * @param about for the log, in kebab-case: the kind of mail, never the recipient
   */
  post(write: WriteMail, about: string): void
  /** Sends a mail for a caller that waits and retries. Resolves once the mail server has accepted it. @throws MailNotTaken */
  deliver(write: WriteMail, about: string): Promise<void>
  /** Waits a little for mails in progress, then gives up. */
  close(): Promise<void>
}

type Patience = { connectMs: number; silenceMs: number; closeMs: number }
/** `closeMs` is less than the time that main.ts waits for everything together. */
const PATIENCE: Patience = { connectMs: 10_000, silenceMs: 20_000, closeMs: 2_000 }

/** @param settings undefined: no mail */
export async function createMailer(settings: Config['mail'], log: Log, patience: Patience = PATIENCE): Promise<Mailer> {
  if (!settings)
    return { enabled: false, post() {}, deliver: async () => Promise.reject(new MailNotTaken()), close: async () => {} }
  // Loaded only by servers that send mail, because it is a tenth of what a start loads.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: settings.url,
    connectionTimeout: patience.connectMs,
    greetingTimeout: patience.connectMs,
    dnsTimeout: patience.connectMs,
    socketTimeout: patience.silenceMs,
    // Mails are text. Anything in them that looks like a file or an address must never be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const inTurn = createQueue('mail')
  const underWay = new Set<Promise<void>>()
  const { from, languages } = settings

  function take(write: WriteMail, about: string): Promise<void> {
    const mail = write(languages)
    const sent = inTurn(() => send(transport, from, mail)).then(
      () => log.info({ about }, 'email sent'),
      (error: unknown) => {
        // The error's message may quote the server's reply, which may quote anything it was sent.
        log.error({ about, ...shownOf(error) }, 'an email could not be sent')
        throw new MailNotTaken()
      },
    )
    const settled = sent.catch(() => {}).finally(() => underWay.delete(settled))
    underWay.add(settled)
    return sent
  }

  return {
    enabled: true,
    post(write, about) {
      void take(write, about).catch(() => {})
    },
    deliver: take,
    async close() {
      let alarm: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<void>((resolve) => {
        alarm = setTimeout(() => {
          log.warn({ mails: underWay.size }, 'emails were not sent, because the server is stopping')
          resolve()
        }, patience.closeMs)
      })
      if (underWay.size > 0) await Promise.race([Promise.all(underWay), late])
      clearTimeout(alarm)
      transport.close()
    },
  }
}

function send(
  transport: Transporter<SentMessageInfo>,
  from: { name: string; address: string },
  { to, subject, text, html, headers }: Mail,
): Promise<unknown> {
  return transport.sendMail({
    from,
    // As an object it is a single address, whatever commas and brackets it contains.
    to: { name: '', address: to },
    subject,
    text,
    html,
    // Prevents automatic replies such as absence notes (RFC 3834).
    headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
  })
}

/** Details for the operator's log: the codes of nodemailer and SMTP. */
function shownOf(error: unknown): object {
  if (!(error instanceof Error)) return {}
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown }
  return {
    code,
    responseCode,
    // Only the verb: the rest of an SMTP command may hold addresses and credentials.
    command: typeof command === 'string' ? command.split(/[\s:]/)[0] : undefined,
  }
}
