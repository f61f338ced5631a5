import { PAGES } from '@placard/contract'
import type { MailLanguage } from '../../platform/config.ts'
import { type Letter, mailOf } from '../../platform/mail/letter.ts'
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
  return mailOf(to, {
    en: {
      subject:
        waiting.length === 1 && first
          ? `A proposal for ${first.where} is waiting`
          : `${waiting.length} proposals are waiting`,
      before: [
        'Hello,',
        ...named.map(({ title, name, where }) => `“${title}” for ${where}. Signed as “${name}”.`),
        ...(more > 0 ? [`And ${more} more.`] : []),
        'Proposals are not shown until somebody approves them.',
      ],
      link: { url, words: 'Review the proposals' },
      after: ['You get this email because you can decide about proposals.'],
    },
    ar: {
      subject: waiting.length === 1 && first ? `مقترح ينتظر لشاشة ${first.where}` : `مقترحات تنتظر: ${waiting.length}`,
      before: [
        'مرحبًا،',
        ...named.map(({ title, name, where }) => `«${title}» إلى ${where}. يقول مُرسله إنه «${name}».`),
        ...(more > 0 ? [`وغيرها: ${more}.`] : []),
        'لا يظهر شيء منها على أي شاشة قبل أن يوافق عليه أحد.',
      ],
      link: { url, words: 'عرض ما سيظهر' },
      after: ['تصلك هذه الرسالة لأن لك أن تبتّ في الأمر.'],
    },
  })
}

type Decided = { organisation: string; state: 'approved' | 'refused'; word: string; lastDay: string | null }

/**
 * To the unverified address that a proposer gave. Contains no text that the proposer wrote, so that it cannot be used to send
 * messages to others.
 */
export function answerMail(to: string, { organisation, state, word, lastDay }: Decided): WriteMail {
  const letter = (language: MailLanguage): Letter => {
    const words = WORDS[language]
    const said = state === 'refused' && word !== '' ? [words.word(word)] : []
    const until = state === 'approved' && lastDay !== null ? [words.until(dayOf(lastDay, language))] : []
    return {
      subject: words.subject[state](organisation),
      before: [words.hello, words.says[state](organisation), ...until, ...said],
      after: [words.why],
    }
  }
  return mailOf(to, { en: letter('en'), ar: letter('ar') })
}

const LOCALES: Record<MailLanguage, string> = { en: 'en-GB', ar: 'ar' }

const dayOf = (day: string, language: MailLanguage) =>
  new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'full', timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  )

type By<Value> = Record<Decided['state'], Value>
type Words = {
  hello: string
  subject: By<(organisation: string) => string>
  says: By<(organisation: string) => string>
  until: (day: string) => string
  word: (word: string) => string
  why: string
}

const WORDS: Record<MailLanguage, Words> = {
  en: {
    hello: 'Hello,',
    subject: {
      approved: (organisation) => `Your proposal to ${organisation} was approved`,
      refused: (organisation) => `Your proposal to ${organisation} was refused`,
    },
    says: {
      approved: (organisation) => `Your proposal to ${organisation} was approved and will be shown.`,
      refused: (organisation) => `Your proposal to ${organisation} was refused.`,
    },
    until: (day) => `It is on until ${day}.`,
    word: (word) => `Message: “${word}”`,
    why: 'You get this single email because the proposer entered this address. If it was not you, ignore it.',
  },
  ar: {
    hello: 'مرحبًا،',
    subject: {
      approved: (organisation) => `ظهر مقترحك لدى ${organisation}`,
      refused: (organisation) => `لم يُقبل مقترحك لدى ${organisation}`,
    },
    says: {
      approved: (organisation) => `تمت الموافقة على ما اقترحته على ${organisation} وسيظهر.`,
      refused: (organisation) => `لم يُقبل ما اقترحته على ${organisation}.`,
    },
    until: (day) => `يبقى ظاهرًا حتى ${day}.`,
    word: (word) => `يقولون: «${word}»`,
    why: 'تصلك هذه الرسالة الوحيدة لأن هذا العنوان ذُكر مع المقترح. إن لم تكن أنت فلا يلزمك فعل شيء.',
  },
}
