import { localeOf, PAGES, type UiLanguage } from '@placard/contract'
import { mailOf } from '../../platform/mail/letter.ts'
import type { WriteMail } from '../../platform/mail/mailer.ts'

/** Proposals listed in a mail. The page lists all of them. */
const MOST_NAMED = 10

type Waiting = { title: string; name: string; where: string }

/** To a person who decides. The link only leads to the page: opening it decides nothing. */
export function waitingMail(to: string, waiting: readonly Waiting[], publicUrl: string): WriteMail {
  const named = waiting.slice(0, MOST_NAMED)
  const more = waiting.length - named.length
  const url = publicUrl + PAGES.proposals
  const [first] = waiting
  return mailOf(to, (t) => ({
    subject:
      waiting.length === 1 && first
        ? t('mail.waiting.subject-one', { where: first.where })
        : t('mail.waiting.subject', { count: waiting.length }),
    before: [
      t('mail.hello'),
      ...named.map((one) => t('mail.waiting.line', one)),
      ...(more > 0 ? [t('mail.more', { count: more })] : []),
      t('mail.waiting.not-shown'),
    ],
    link: { url, words: t('mail.waiting.open') },
    after: [t('mail.waiting.why')],
  }))
}

type Decided = { organisation: string; state: 'approved' | 'refused'; word: string; lastDay: string | null }

/**
 * To the unverified address that a proposer gave. Contains no text that the proposer wrote, so that it cannot be used to send
 * messages to others.
 */
export function answerMail(to: string, { organisation, state, word, lastDay }: Decided): WriteMail {
  return mailOf(to, (t, language) => ({
    subject: t(`mail.answer.${state}.subject`, { organisation }),
    before: [
      t('mail.hello'),
      t(`mail.answer.${state}.body`, { organisation }),
      ...(state === 'approved' && lastDay !== null ? [t('mail.answer.until', { day: dayOf(lastDay, language) })] : []),
      ...(state === 'refused' && word !== '' ? [t('mail.answer.word', { word })] : []),
    ],
    after: [t('mail.answer.why')],
  }))
}

const dayOf = (day: string, language: UiLanguage) =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'full', timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  )
