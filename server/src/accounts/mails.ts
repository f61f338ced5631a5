import { RESET_LINK_EXPIRES_MS } from '@placard/contract'
import type { Mail } from '../platform/mail/mailer.ts'

type Letter = { subject: string; before: string[]; link?: { url: string; words: string }; after: string[] }

/** @param url with the token; it is written nowhere else */
export function resetMail(to: string, url: string): Mail {
  const minutes = RESET_LINK_EXPIRES_MS / 60_000
  return mailOf(to, {
    subject: 'A new password for Placard',
    before: [
      'Hello,',
      `somebody asked for a new password for the Placard account ${to}. If that was you, open this page and choose one:`,
    ],
    link: { url, words: 'Choose a new password' },
    after: [
      `The link works once, within ${minutes} minutes.`,
      'If it was not you, there is nothing to do: your password stays as it is.',
    ],
  })
}

/** @param url of the page for those who forgot theirs; undefined where nobody knows the installation's address */
export function passwordChangedMail(to: string, url: string | undefined): Mail {
  return mailOf(to, {
    subject: 'Your password for Placard was changed',
    before: [
      'Hello,',
      `the password of the Placard account ${to} was changed just now, and every other device was signed out.`,
      'If that was you, there is nothing to do. If it was not, choose a new password at once and tell the person who runs Placard for your organisation.',
    ],
    ...(url === undefined ? {} : { link: { url, words: 'Choose a new password' } }),
    after: [],
  })
}

/** @param on whether it was turned on, or off */
export function secondFactorMail(to: string, on: boolean): Mail {
  const state = on ? 'on' : 'off'
  return mailOf(to, {
    subject: `Two-factor sign-in for Placard was turned ${state}`,
    before: [
      'Hello,',
      `two-factor sign-in was turned ${state} just now for the Placard account ${to}.`,
      'If that was you, there is nothing to do. If it was not, change your password at once and tell the person who runs Placard for your organisation.',
    ],
    after: [],
  })
}

/** @param provider what people call the identity provider */
export function identityLinkedMail(to: string, provider: string): Mail {
  return mailOf(to, {
    subject: `Your account for Placard opens through ${provider}`,
    before: [
      'Hello,',
      `somebody signed in through ${provider} with the address ${to} for the first time, which opens your Placard account from now on.`,
      'If that was you, there is nothing to do. If it was not, tell the person who runs Placard for your organisation.',
    ],
    after: [],
  })
}

/** The same twice: as text, and as plain as HTML can be, with nothing that is loaded from anywhere. */
function mailOf(to: string, { subject, before, link, after }: Letter): Mail {
  const text = [...before, ...(link ? [link.url] : []), ...after, 'Placard'].join('\n\n')
  const paragraph = (words: string) => `<p>${escaped(words)}</p>`
  const button = link ? [`<p><a href="${escaped(link.url)}">${escaped(link.words)}</a></p>`, paragraph(link.url)] : []
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escaped(subject)}</title></head>`,
    '<body style="font-family:sans-serif;font-size:16px;line-height:1.5;max-width:36em">',
    ...before.map(paragraph),
    ...button,
    ...after.map(paragraph),
    '<p>Placard</p></body></html>',
  ].join('\n')
  return { to, subject, text: `${text}\n`, html }
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
