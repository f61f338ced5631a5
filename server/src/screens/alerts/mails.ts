import { PAGES } from '@placard/contract'
import type { MailLanguage } from '../../platform/config.ts'
import { type Letter, mailOf } from '../../platform/mail/letter.ts'
import type { WriteMail } from '../../platform/mail/mailer.ts'
import type { Listener } from './choice.store.ts'
import type { AboutScreens, AboutServer } from './message.ts'

type Told = AboutScreens['incidents'][number]

/** Screens listed in a mail. The page lists all of them. */
const MOST_NAMED = 20
/** Incidents in the link. They are in the fragment of the address, which is neither logged nor sent to the server. */
const MOST_IN_LINK = 50
const HOUR_MS = 60 * 60_000
const LOCALES: Record<MailLanguage, string> = { en: 'en-GB', ar: 'ar' }

/** @param publicUrl beginning of the links */
export function alertMail(to: Pick<Listener, 'email' | 'key'>, message: AboutScreens, publicUrl: string): WriteMail {
  // Grouped, so that the reader goes to each place once.
  const incidents = byPlace(message.incidents)
  const ids = incidents.slice(0, MOST_IN_LINK).map(({ id }) => id)
  const quiet = `${publicUrl}${PAGES.quietAlerts}#key=${to.key}&incidents=${ids.join('.')}`
  const displays = new Set(incidents.map(({ displayId }) => displayId))
  const [first] = incidents
  const page =
    displays.size === 1 && first
      ? `${PAGES.dashboard}?display=${encodeURIComponent(first.displayId)}#screens-heading`
      : PAGES.alerts
  const url = publicUrl + page
  const letter = (language: MailLanguage): Letter => {
    const words = WORDS[language]
    const lines = incidents.slice(0, MOST_NAMED).map((one) => words.line(one, message.what))
    const more = incidents.length - lines.length
    return {
      subject: words.subject(message),
      before: [
        words.hello,
        ...lines,
        ...(more > 0 ? [words.more(more)] : []),
        ...(message.suspectsServer ? [words.suspects] : []),
        ...(message.what === 'back' ? [] : triesOf(incidents, words)),
      ],
      link: { url, words: words.open },
      after: [words.why],
      last: { url: quiet, words: words.quiet },
    }
  }
  return mailOf(
    to.email,
    { en: letter('en'), ar: letter('ar') },
    {
      'List-Unsubscribe': `<${publicUrl}/api/alerts/unsubscribe/${to.key}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  )
}

function triesOf(incidents: readonly Told[], { tries }: Words): string[] {
  return [...new Set(incidents.map(({ kind }) => kind))].map((kind) => tries[kind])
}

type Words = {
  hello: string
  subject: (message: AboutScreens) => string
  line: (one: Told, what: AboutScreens['what']) => string
  more: (count: number) => string
  suspects: string
  tries: Record<Told['kind'], string>
  open: string
  why: string
  quiet: string
}

const WORDS: Record<MailLanguage, Words> = {
  en: {
    hello: 'Hello,',
    subject({ what, incidents, suspectsServer }) {
      const [one] = incidents
      const count = incidents.length
      const where = placeOf(incidents)
      const of = where === undefined ? '' : ` of ${where}`
      if (what === 'back') {
        return one && count === 1
          ? `${one.name} is back, was away ${awayOf(one, 'en')}`
          : `${count} screens${of} are back`
      }
      if (suspectsServer) return `${count} screens${of} fell silent at once`
      if (what === 'unsteady')
        return count === 1 && one ? `${one.name} comes and goes` : `${count} screens${of} come and go`
      const still = what === 'reminder' ? 'still ' : ''
      if (count === 1 && one) {
        return one.kind === 'dark' ? `${one.name} ${still}shows nothing` : `${one.name} is ${still}not heard from`
      }
      return `${count} screens${of} ${still}may show nothing, since ${timeOf(firstOf(incidents), 'en')}`
    },
    line(one, what) {
      const name = `“${one.name}” (${whereOf(one)})`
      const since = momentOf(one.beganAt, one.timeZone, 'en')
      if (what === 'back') {
        return one.kind === 'unsteady'
          ? `${name} has been steady for an hour.`
          : `${name} is back. It was away ${awayOf(one, 'en')}, since ${since}.`
      }
      switch (one.kind) {
        case 'dark':
          return `${name} has shown nothing since ${since}.`
        case 'silent':
          return `${name} has not been heard from since ${since}.`
        case 'unsteady':
          return `${name} came and went four times within an hour. Nothing more is said of it until it has been steady for an hour.`
      }
    },
    more: (count) => `And ${count} more.`,
    suspects:
      'More than half of your screens fell silent within two minutes. The likelier cause is the server or its network, not the screens. They play on from what they have stored.',
    tries: {
      dark: 'What to try: look at the glass. Is another window in front of it, or does the browser ask something? If it stays as it is, start the device again.',
      silent:
        'What to try: is the device on, and does it have a network? It may be playing all the same, from what it has stored.',
      unsteady:
        'What to try: its network may be weak, or its power may fail. A cable in place of a wireless network often helps.',
    },
    open: 'Look at the screens',
    why: 'You get this because you asked for it on the page “Alerts”.',
    quiet: 'Mute this, or get no more of these mails',
  },
  ar: {
    hello: 'مرحبًا،',
    subject({ what, incidents, suspectsServer }) {
      const [one] = incidents
      const count = incidents.length
      const devices = devicesOf(count)
      if (what === 'back') {
        return one && count === 1 ? `عاد ${one.name} بعد غياب ${awayOf(one, 'ar')}` : `عادت للعمل: ${devices}`
      }
      if (suspectsServer) return `انقطعت معًا: ${devices}`
      if (what === 'unsteady') return count === 1 && one ? `${one.name}: ينقطع ويعود` : `تنقطع وتعود: ${devices}`
      const still = what === 'reminder' ? 'ما زال ' : ''
      if (count === 1 && one) {
        return one.kind === 'dark' ? `${one.name}: ${still}لا يعرض شيئًا` : `${one.name}: ${still}منقطع الأخبار`
      }
      return `قد لا تعرض شيئًا منذ ${timeOf(firstOf(incidents), 'ar')}: ${devices}`
    },
    line(one, what) {
      const name = `«${one.name}» (${whereOf(one, '، ')})`
      const since = momentOf(one.beganAt, one.timeZone, 'ar')
      if (what === 'back') {
        return one.kind === 'unsteady'
          ? `${name}: مستقر منذ ساعة.`
          : `${name}: عاد للعمل بعد غياب ${awayOf(one, 'ar')}، منذ ${since}.`
      }
      switch (one.kind) {
        case 'dark':
          return `${name}: لا يعرض شيئًا منذ ${since}.`
        case 'silent':
          return `${name}: انقطعت أخباره منذ ${since}.`
        case 'unsteady':
          return `${name}: انقطع وعاد أربع مرات خلال ساعة. لن نرسل عنه شيئًا آخر إلى أن يستقر ساعة كاملة.`
      }
    },
    more: (count) => `وغيرها: ${devicesOf(count)}.`,
    suspects:
      'انقطع أكثر من نصف أجهزتك خلال دقيقتين. الأرجح أن السبب في الخادم أو شبكته لا في الأجهزة. وهي تواصل العرض مما خزّنته.',
    tries: {
      dark: 'ما يمكنك فعله: انظر إلى الشاشة. هل أمامها نافذة أخرى، أو هل يسأل المتصفح شيئًا؟ إن بقيت كما هي فأعد تشغيل الجهاز.',
      silent: 'ما يمكنك فعله: هل الجهاز مشغّل ومتصل بالشبكة؟ ربما يعرض رغم ذلك مما خزّنه.',
      unsteady: 'ما يمكنك فعله: قد تكون شبكته ضعيفة أو تنقطع عنه الكهرباء. كثيرًا ما يفيد السلك بدل الشبكة اللاسلكية.',
    },
    open: 'عرض الأجهزة',
    why: 'تصلك هذه الرسالة لأنك طلبتها في صفحة «التنبيهات».',
    quiet: 'كتم هذا التنبيه أو إيقاف هذه الرسائل',
  },
}

/** @param to the operator */
export function serverMail(to: string, { trouble, detail }: AboutServer): WriteMail {
  const letter = (subject: string, words: string, hello: string, end: string): Letter => ({
    subject,
    before: [hello, words],
    after: [end],
  })
  const en = {
    disk: [
      'The disk of Placard is full',
      'The disk that holds the data of Placard has no room left. Screens play on; uploads are refused. Make room on it, or remove files in the library.',
    ],
    backup: ['A backup of Placard is missing', `The daily backup was not made. ${detail}`.trim()],
    certificate: [
      `The certificate of Placard ends in ${detail} days`,
      `The certificate of the public address ends in ${detail} days. Screens and people are refused by their browsers then. Renew it, or look why it did not renew itself.`,
    ],
  }[trouble]
  const ar = {
    disk: [
      'امتلأ قرص Placard',
      'لم يبق مكان على القرص الذي يحفظ بيانات Placard. تواصل الأجهزة العرض، ويُرفض رفع الملفات. أفسح مكانًا عليه أو أزل ملفات من المكتبة.',
    ],
    backup: ['نسخة Placard الاحتياطية ناقصة', `لم تُنشأ النسخة الاحتياطية اليومية. ${detail}`.trim()],
    certificate: [
      `تنتهي شهادة Placard خلال ${detail} يومًا`,
      `تنتهي شهادة العنوان العام خلال ${detail} يومًا، وعندها ترفضه متصفحات الأجهزة والناس. جدّدها أو انظر لماذا لم تتجدد من تلقاء نفسها.`,
    ],
  }[trouble]
  return mailOf(to, {
    en: letter(en[0] ?? '', en[1] ?? '', 'Hello,', 'This is said once, until it is well again.'),
    ar: letter(ar[0] ?? '', ar[1] ?? '', 'مرحبًا،', 'يُرسل هذا مرة واحدة إلى أن يزول السبب.'),
  })
}

function devicesOf(count: number): string {
  if (count === 1) return 'جهاز واحد'
  if (count === 2) return 'جهازان'
  return count % 100 >= 3 && count % 100 <= 10 ? `${count} أجهزة` : `${count} جهازًا`
}

/** The place of the screens if it is the same for all; otherwise their display, if it is the same for all. */
function placeOf(incidents: readonly Told[]): string | undefined {
  const only = (names: readonly string[]) => (new Set(names).size === 1 ? names[0] : undefined)
  return only(incidents.map(({ place }) => place)) || only(incidents.map(({ displayName }) => displayName))
}

/** The display, and the place if known. */
const whereOf = ({ displayName, place }: Told, between = ', ') =>
  place === '' ? displayName : `${displayName}${between}${place}`

/** Groups the incidents by place, in the order of the first of each. Those without a place come last. */
function byPlace(incidents: readonly Told[]): Told[] {
  const groups = Map.groupBy(incidents, ({ place }) => place)
  const without = groups.get('') ?? []
  groups.delete('')
  return [...groups.values(), without].flat()
}

function firstOf(incidents: readonly Told[]): Told | undefined {
  return [...incidents].sort((one, other) => one.beganAt - other.beganAt)[0]
}

function timeOf(one: Told | undefined, language: MailLanguage): string {
  if (!one) return ''
  const { timeZone } = one
  return new Intl.DateTimeFormat(LOCALES[language], { timeStyle: 'short', timeZone }).format(one.beganAt)
}

function momentOf(at: number, timeZone: string, language: MailLanguage): string {
  const parts = { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  return new Intl.DateTimeFormat(LOCALES[language], { ...parts, timeZone }).format(at)
}

/** "14 minutes"; from two hours on "3 hours". */
function awayOf({ beganAt, closedAt }: Told, language: MailLanguage): string {
  const ms = Math.max(0, (closedAt ?? beganAt) - beganAt)
  const [unit, of] = ms < 2 * HOUR_MS ? (['minute', 60_000] as const) : (['hour', HOUR_MS] as const)
  const count = Math.max(1, Math.round(ms / of))
  return new Intl.NumberFormat(LOCALES[language], { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
