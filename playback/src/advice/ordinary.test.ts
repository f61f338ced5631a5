import { MediaId, type Notice } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { type AdviceContent, type AdviceKnown, findingsOf } from './rules.ts'

// False alarms are the worst fault of advice. These are ordinary texts, checked on every day of more than a year.

const DAY_MS = 86_400_000
/** A Thursday. */
const NOW = Date.UTC(2026, 10, 26, 12)
const known = (language: string | undefined, now: number): AdviceKnown => ({
  screens: [{ diagonalInches: 55, distanceCm: 400, widthPx: 1920, heightPx: 1080 }],
  isSilent: false,
  filmlessZones: [],
  colour: undefined,
  now,
  place: { zoneOffsets: [[0, 0]], language },
  dwellMs: 30_000,
})

/** The rules that apply to a text as a line and as a notice. The time of typing is unknown. */
function rulesOf(text: string, language: string | undefined, now: number): string[] {
  const [heading = '', ...rest] = text.split('\n')
  const notice: Notice = { look: 'paper', heading, body: rest.join('\n'), byline: '' }
  const contents: AdviceContent[] = [
    { of: 'line', line: { text: text.replaceAll('\n', ' · ') }, widthPx: 900 },
    { of: 'item', item: { type: 'notice', visible: true, notice, duration: 20 } },
  ]
  return contents.flatMap((content) => findingsOf(content, known(language, now)).map(({ rule }) => rule))
}

const TIMELESS: Record<string, string[]> = {
  en: [
    'Welcome to the library',
    'Open Monday to Friday, 8:00–16:00',
    'Closed on Sunday',
    'Yoga on Monday and Wednesday at 18:00',
    'Sunday brunch from 10 to 14',
    'Friday prayer at 13:15 in room 4',
    'Black Friday prices in the shop',
    'Ask Mr Sunday at the desk',
    'From Monday the canteen opens at 8:00',
    'Room 5 may be used for the exam',
    'Room 5 MAY BE closed',
    'You may bring 10 guests',
    'Groups of 4 march to the gate',
    'The exam is in room 3.11.',
    'Version 2.10. is on all machines',
    'Menu\nTea 3.50\nCoffee 4.20\nCake 2.80',
    'Buses 8:20, 8:40, 9:00. Line 5, stop 2',
    'Emergency 24/7: 112',
    'Sponsors: BMW, SAP, BASF, ZDF',
    'Departments CSE ECE EEE IT',
    'Bring HDMI, USB, VGA or DVI',
    'Wi-Fi: GUEST · password: ask',
    'Since 20 November 2026 in hall B',
    'Updated on 20 November 2026',
    'Founded on 4 March 1926',
    'Meet at 26 January Street',
    'Please keep the doors closed. Thank you!',
  ],
  ar: [
    'أهلاً بكم في المكتبة',
    'مفتوح من الأحد إلى الخميس',
    'مغلق يوم الجمعة',
    'صلاة الجمعة الساعة ١٢:٣٠',
    'خطبة الجمعة في المسجد الكبير',
    'قسم الطوارئ في شارع ٢٦ يوليو',
    'حافلة مدينة ٦ أكتوبر من البوابة ٣',
    'القائمة: شاي ٣، قهوة ٥، كعك ٧',
    'الدوام يوم السبت من ٩ إلى ١',
    'آخر تحديث بتاريخ ٢٠ نوفمبر ٢٠٢٦',
  ],
  de: [
    'Herzlich willkommen im Rathaus',
    'Montag bis Freitag 8 bis 16 Uhr',
    'Montag Ruhetag',
    'Am Sonntag geschlossen',
    'Ab Montag gelten neue Zeiten',
    'Sprechstunde bei Frau Sonntag',
    'Die Prüfung ist in Raum 3.11.',
    'Suppe 4.50, Brot 1.20, Wasser 2.10.',
    'Straße des 17. Juni 135',
    'Stand: 20.11.2026',
    'Ab Montag, 16. November 2026 ist die Mensa offen',
    'Neubau seit dem 3. August',
  ],
  tr: [
    'Kütüphaneye hoş geldiniz',
    'Pazartesi kapalı',
    'Her salı saat 18.00',
    'Pazartesi - Cuma 08:00 - 17:00',
    'Cuma namazı 13:10',
    'Pazar yeri otobüsü 5 numara',
    '15 Temmuz Köprüsü kapalı değil',
    '29 Ekim Caddesi girişi',
    'Çay 15, kahve 40, su 10',
    '20 Kasım’dan itibaren yeni giriş',
  ],
  hi: [
    'पुस्तकालय में आपका स्वागत है',
    'सोमवार से शुक्रवार, 9 से 5',
    'रविवार बंद',
    'हर मंगलवार योग कक्षा',
    'चाय 20, कॉफ़ी 40, पानी 10',
    '20 नवंबर से नया समय',
    'कृपया दरवाज़ा बंद रखें',
  ],
}

describe('[LT1] nothing is said of what people put up every day', () => {
  for (const [language, texts] of Object.entries(TIMELESS)) {
    it.each(texts)(`${language}: %s`, (text) => {
      for (let day = -200; day <= 200; day += 1)
        expect(rulesOf(text, language, NOW + day * DAY_MS), `${day} days on`).toEqual([])
    })
  }

  const DATED: [language: string, text: string, year: number, month: number, day: number][] = [
    ['en', 'Exam on 20 November in hall B', 2026, 11, 20],
    ['en', 'Concert: Friday, 20 November, 19:30', 2026, 11, 20],
    ['en', 'Registration until May 12', 2027, 5, 12],
    ['en', 'From 16 November until 20 November', 2026, 11, 20],
    ['ar', 'الامتحان يوم الخميس ٢٦ نوفمبر', 2026, 11, 26],
    ['ar', 'التسجيل حتى ٣ كانون الأول', 2026, 12, 3],
    ['de', 'Sprechtag am 3.12. von 8 bis 12 Uhr', 2026, 12, 3],
    ['de', 'Konzert, Samstag, 28. November 2026', 2026, 11, 28],
    ['tr', 'Sınav 20 Kasım Cuma saat 10.00', 2026, 11, 20],
    ['hi', 'परीक्षा 20 नवंबर को है', 2026, 11, 20],
  ]
  it.each(DATED)('%s: %s is said from the day after on, and not before', (language, text, year, month, day) => {
    const date = Date.UTC(year, month - 1, day, 12)
    for (let before = 0; before <= 60; before += 1)
      expect(rulesOf(text, language, date - before * DAY_MS), `${before} days before`).toEqual([])
    expect(rulesOf(text, language, date + DAY_MS)).toEqual(['date-over', 'date-over'])
  })

  it('a picture, a film and a page that fit are nothing to speak of', () => {
    const file = { id: MediaId.parse('one'), width: 1920, height: 1080, isDescribed: true }
    for (const type of ['image', 'video', 'webpage', 'youtube', 'feed'] as const)
      expect(findingsOf({ of: 'item', item: { type, visible: true }, file }, known('en', NOW))).toEqual([])
  })
})
