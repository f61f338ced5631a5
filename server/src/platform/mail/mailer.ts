import type { SentMessageInfo, Transporter } from 'nodemailer'
import type { Config, MailLanguage } from '../config.ts'
import type { Log } from '../log.ts'
import { createQueue } from '../queue.ts'

export type Mail = {
  /** One address, as the contract's `Email` lets it through. */
  to: string
  /** One line. */
  subject: string
  text: string
  html: string
  /** Beside those of every mail. */
  headers?: Readonly<Record<string, string>>
}

/** A mail in each of these languages. */
export type WriteMail = (languages: readonly MailLanguage[]) => Mail

/** The mail server did not take a mail, or is not there. Its code stands in the log. */
class MailNotTaken extends Error {}

/** Sends mail, if the installation has been told how. Nobody waits for it, and nobody but the log hears of a failure. */
export type Mailer = {
  /** True: there is a server to send by. Without one `post` does nothing. */
  enabled: boolean
  /**
   * Takes a mail off the caller's hands.
   *
   * @param about for the log, in kebab-case: what kind of mail it is, never to whom
   */
  post(write: WriteMail, about: string): void
  /**
   * Sends a mail for somebody who waits for it and tries again: it resolves once the mail server has it. @throws MailNotTaken
   */
  deliver(write: WriteMail, about: string): Promise<void>
  /** Waits a little for what is under way, then gives it up. */
  close(): Promise<void>
}

type Patience = { connectMs: number; silenceMs: number; closeMs: number }
/** `closeMs` is less than main.ts waits for everything together. */
const PATIENCE: Patience = { connectMs: 10_000, silenceMs: 20_000, closeMs: 2_000 }

/** @param settings undefined: no mail */
export async function createMailer(settings: Config['mail'], log: Log, patience: Patience = PATIENCE): Promise<Mailer> {
  if (!settings)
    return { enabled: false, post() {}, deliver: async () => Promise.reject(new MailNotTaken()), close: async () => {} }
  // Loaded by who sends mail alone: it is a tenth of what a start loads.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: settings.url,
    connectionTimeout: patience.connectMs,
    greetingTimeout: patience.connectMs,
    dnsTimeout: patience.connectMs,
    socketTimeout: patience.silenceMs,
    // A mail of ours is text; what looks like a file or an address in it must never be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const inTurn = createQueue('mail')
  const underWay = new Set<Promise<void>>()
  const { from, languages } = settings

  function take(write: WriteMail, about: string): Promise<void> {
    const mail = write(languages)
    const sent = inTurn(() => send(transport, from, mail)).then(
      () => log.info({ about }, 'mail sent'),
      (error: unknown) => {
        // The message of an error quotes the server, and a server quotes whatever it was sent.
        log.error({ about, ...shownOf(error) }, 'a mail could not be sent')
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
          log.warn({ mails: underWay.size }, 'mails were given up, since the server stops')
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
    // As an object it is one address, whatever commas and brackets it has.
    to: { name: '', address: to },
    subject,
    text,
    html,
    // So that an absence note does not answer (RFC 3834).
    headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
  })
}

/** The operator's clues to mend it: nodemailer's and SMTP's codes. */
function shownOf(error: unknown): object {
  if (!(error instanceof Error)) return {}
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown }
  return {
    code,
    responseCode,
    // Behind its verb an SMTP command has addresses and credentials.
    command: typeof command === 'string' ? command.split(/[\s:]/)[0] : undefined,
  }
}
