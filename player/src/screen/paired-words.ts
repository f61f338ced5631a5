const EN = {
  scan: 'Scan this code with a phone',
  or: 'or enter these characters in the dashboard, under “Screens → Add a screen”:',
  willShow: 'This screen is about to show',
  noDisplay: 'This screen has no display. Choose one in the dashboard, under “Screens”.',
  waiting: 'Waiting for the server…',
  again: 'The server no longer knows this screen. It keeps playing what it has stored. Pair it again:',
  notInWall: 'This screen is not in the wall yet. Put its number into a cell in the dashboard.',
  refused: 'This display only plays on paired screens.',
  enrolRefused:
    'The enrolment code in the address of this screen is not valid, has ended, or has no screens left. Pair this screen by hand.',
  howToPair: 'To show it here, open this address on this screen and pair it in the dashboard:',
}

const AR: typeof EN = {
  scan: 'امسح هذا الرمز بالهاتف',
  or: 'أو اكتب هذه الأحرف في لوحة التحكم، تحت «الشاشات ← إضافة شاشة»:',
  willShow: 'ستعرض هذه الشاشة بعد قليل',
  noDisplay: 'ليس لهذه الشاشة عرض الآن. يمكن منحها عرضًا من لوحة التحكم، تحت «الشاشات».',
  waiting: 'في انتظار الخادم …',
  again: 'تواصل هذه الشاشة عرض ما لديها. لم يعد الخادم يعرفها. اقرنها من جديد:',
  notInWall: 'ليست هذه الشاشة ضمن الجدار بعد. ضع رقمها في خانة من لوحة التحكم.',
  refused: 'لا يُعرض هذا إلا على الشاشات المقترنة به.',
  enrolRefused: 'رمز التسجيل في عنوان هذه الشاشة غير صالح، أو انتهى، أو لم يبق فيه مكان. اقرن هذه الشاشة يدويًا.',
  howToPair: 'لعرضه هنا، افتح هذا العنوان على هذه الشاشة واقرنها من لوحة التحكم:',
}

export type PairedWords = typeof EN & { lang: string }

/** The texts that a screen shows about its pairing, in the language of its browser. */
export function pairedWords(language: string = navigator.language): PairedWords {
  return /^ar\b/i.test(language) ? { ...AR, lang: 'ar' } : { ...EN, lang: 'en' }
}
