import { INVITATION_EXPIRES_MS, RESET_LINK_EXPIRES_MS } from '@placard/contract'
import { mailOf } from '../../platform/mail/letter.ts'
import type { WriteMail } from '../../platform/mail/mailer.ts'

const RESET_MINUTES = RESET_LINK_EXPIRES_MS / 60_000
const INVITATION_DAYS = INVITATION_EXPIRES_MS / (24 * 60 * 60_000)

/** @param url contains the token, which is not written anywhere else */
export function resetMail(to: string, url: string): WriteMail {
  return mailOf(to, (t) => ({
    subject: t('mail.reset.subject'),
    before: [t('mail.hello'), t('mail.reset.body', { email: to })],
    link: { url, words: t('mail.reset.open') },
    after: [t('mail.reset.expires', { count: RESET_MINUTES }), t('mail.reset.ignore')],
  }))
}

/** To an address that was used to sign up. @param url as in `resetMail` */
export function confirmMail(to: string, url: string): WriteMail {
  return mailOf(to, (t) => ({
    subject: t('mail.confirm.subject'),
    before: [t('mail.hello'), t('mail.confirm.body', { email: to })],
    link: { url, words: t('mail.confirm.open') },
    after: [t('mail.confirm.expires', { count: RESET_MINUTES }), t('mail.confirm.ignore')],
  }))
}

/**
 * To a subscribed address without an account.
 *
 * @param organisation its name
 * @param url of the invitation, which is not written anywhere else
 */
export function invitationMail(to: string, organisation: string, url: string): WriteMail {
  return mailOf(to, (t) => ({
    subject: t('mail.invitation.subject', { organisation }),
    before: [t('mail.hello'), t('mail.invitation.body', { organisation })],
    link: { url, words: t('mail.invitation.open') },
    after: [t('mail.invitation.expires', { count: INVITATION_DAYS, email: to })],
  }))
}

/** @param url of the page for forgotten passwords; undefined if the installation's address is not known */
export function passwordChangedMail(to: string, url: string | undefined): WriteMail {
  return mailOf(to, (t) => ({
    subject: t('mail.password-changed.subject'),
    before: [t('mail.hello'), t('mail.password-changed.body', { email: to }), t('mail.password-changed.next')],
    ...(url === undefined ? {} : { link: { url, words: t('mail.password-changed.open') } }),
    after: [],
  }))
}

/** @param on true if it was turned on, false if it was turned off */
export function secondFactorMail(to: string, on: boolean): WriteMail {
  const state = on ? 'on' : 'off'
  return mailOf(to, (t) => ({
    subject: t(`mail.second-factor.${state}.subject`),
    before: [t('mail.hello'), t(`mail.second-factor.${state}.body`, { email: to }), t('mail.second-factor.next')],
    after: [],
  }))
}

export function passkeyMail(to: string, what: 'added' | 'removed'): WriteMail {
  return mailOf(to, (t) => ({
    subject: t(`mail.passkey.${what}.subject`),
    before: [t('mail.hello'), t(`mail.passkey.${what}.body`, { email: to }), t('mail.passkey.next')],
    after: [],
  }))
}

/** @param provider display name of the identity provider */
export function identityLinkedMail(to: string, provider: string): WriteMail {
  return mailOf(to, (t) => ({
    subject: t('mail.identity.subject', { provider }),
    before: [t('mail.hello'), t('mail.identity.body', { provider, email: to }), t('mail.identity.next')],
    after: [],
  }))
}
