/** The languages of the page. The first one is the default. */
export const TWIN_LANGUAGES = ['en', 'ar'] as const
export type TwinLanguage = (typeof TWIN_LANGUAGES)[number]

type Words = {
  direction: 'ltr' | 'rtl'
  /** "What Reception shows" */
  title(name: string): string
  asOf(time: string): string
  asleep(time: string): string
  now: string
  at(time: string): string
  over: string
  drill: string
  insert: string
  onGlass: string
  inTicker: string
  inCorners: string
  before: string
  nothing: string
  /** Shown if there is no such display. */
  none: string
  follow: string
  follows: string
  nowShown(what: string): string
  about: string
  /** A link to one of the items on the page. */
  link: string
  share: string
  copied: string
}

export const TWIN_WORDS: Record<TwinLanguage, Words> = {
  en: {
    direction: 'ltr',
    title: (name) => `${name}, to read`,
    asOf: (time) => `As of ${time}.`,
    asleep: (time) => `The screens are dark now. They are on again ${time}.`,
    now: 'Now',
    at: (time) => `At ${time}`,
    over: 'Instead of everything else',
    drill: 'Drill, this is only a test',
    insert: 'Over a part of the screen, for a while',
    onGlass: 'On the screen',
    inTicker: 'Texts that run below',
    inCorners: 'In the corners',
    before: 'Until a moment ago',
    nothing: 'Nothing is shown at the moment.',
    none: 'There is no display at this address.',
    follow: 'Follow the changes',
    follows: 'Following. Press to stop.',
    nowShown: (what) => `Now: ${what}`,
    about: 'This page shows what the screens show, without movement. It can be printed.',
    link: 'Link to this',
    share: 'Share',
    copied: 'The link is copied.',
  },
  ar: {
    direction: 'rtl',
    title: (name) => `${name}: للقراءة`,
    asOf: (time) => `الحال عند الساعة ${time}.`,
    asleep: (time) => `الأجهزة معتمة الآن، وتعود ${time}.`,
    now: 'الآن',
    at: (time) => `الساعة ${time}`,
    over: 'بدلًا من كل شيء آخر',
    drill: 'تدريب، هذا اختبار فقط',
    insert: 'فوق جزء من الشاشة، لبعض الوقت',
    onGlass: 'على الشاشة',
    inTicker: 'النصوص المتحركة في الأسفل',
    inCorners: 'في الزوايا',
    before: 'حتى قبل قليل',
    nothing: 'لا يُعرض شيء في هذه اللحظة.',
    none: 'لا توجد شاشة في هذا العنوان.',
    follow: 'متابعة التغييرات',
    follows: 'المتابعة جارية. اضغط للإيقاف.',
    nowShown: (what) => `الآن: ${what}`,
    about: 'تعرض هذه الصفحة ما تعرضه الأجهزة دون حركة، ويمكن طباعتها.',
    link: 'رابط إلى هذا',
    share: 'مشاركة',
    copied: 'نُسخ الرابط.',
  },
}

/** The first supported language that the browser accepts. @param asked the header `Accept-Language` */
export function twinLanguageOf(asked: string | undefined): TwinLanguage {
  const wanted = (asked ?? '')
    .split(',')
    .map((one) => {
      const [name = '', weight] = one.trim().split(';q=')
      return { name: name.split('-')[0]?.toLowerCase(), weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .sort((one, other) => other.weight - one.weight)
  const first = wanted.find(({ name, weight }) => weight > 0 && TWIN_LANGUAGES.some((language) => language === name))
  return TWIN_LANGUAGES.find((language) => language === first?.name) ?? TWIN_LANGUAGES[0]
}
