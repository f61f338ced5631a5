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
        return one && count === 1 ? `${one.name} is back after ${awayOf(one, 'en')}` : `${count} screens${of} are back`
      }
      if (suspectsServer) return `${count} screens${of} stopped reporting at once`
      if (what === 'unsteady')
        return count === 1 && one ? `${one.name} is unsteady` : `${count} screens${of} are unsteady`
      const still = what === 'reminder' ? 'still ' : ''
      if (count === 1 && one) {
        return one.kind === 'dark' ? `${one.name} ${still}shows nothing` : `${one.name} is ${still}not reporting`
      }
      return `${count} screens${of} ${still}may show nothing, since ${timeOf(firstOf(incidents), 'en')}`
    },
    line(one, what) {
      const name = `“${one.name}” (${whereOf(one)})`
      const since = momentOf(one.beganAt, one.timeZone, 'en')
      if (what === 'back') {
        return one.kind === 'unsteady'
          ? `${name} has been steady for an hour.`
          : `${name} is back after ${awayOf(one, 'en')}. The problem began ${since}.`
      }
      switch (one.kind) {
        case 'dark':
          return `${name} has shown nothing since ${since}.`
        case 'silent':
          return `${name} has not reported since ${since}.`
        case 'unsteady':
          return `${name} stopped and came back four times within an hour. You get no more alerts about it until it has been steady for an hour.`
      }
    },
    more: (count) => `And ${count} more.`,
    suspects:
      'More than half of your screens stopped reporting within two minutes. The cause is probably the server or its network, not the screens. They keep playing what they have stored.',
    tries: {
      dark: 'What to try: check the screen. Another window or a question of the browser may cover it. If that does not help, restart the device.',
      silent: 'What to try: check that the device is on and has a network. It may still be playing what it has stored.',
      unsteady:
        'What to try: its network may be weak, or its power may fail. A network cable instead of wireless often helps.',
    },
    open: 'View the screens',
    why: 'You get this email because of your settings on the page “Alerts”.',
    quiet: 'Mute this alert or stop these emails',
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
      'The disk with the data of Placard is full. Screens keep playing, but uploads are refused. Free space on the disk, or remove files in the library.',
    ],
    backup: ['The Placard backup failed', `The daily backup was not created. ${detail}`.trim()],
    certificate: [
      `The Placard certificate expires in ${detail} days`,
      `The certificate of the public address expires in ${detail} days. Browsers and screens then refuse to connect. Renew it, or check why the automatic renewal failed.`,
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
    en: letter(en[0] ?? '', en[1] ?? '', 'Hello,', 'You get this email only once until the problem is solved.'),
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
