const EN = {
  absent: 'There is no display at this address yet. It starts automatically when the display exists.',
  howTitle: 'How the address of a display is written',
  how: 'You can find it in the dashboard, under “Show on a screen”.',
  drill: 'DRILL · This is only a test',
}

const AR: typeof EN = {
  absent: 'لا توجد شاشة عرض في هذا العنوان بعد. يبدأ العرض من تلقاء نفسه حالما توجد.',
  howTitle: 'كيف يُكتب عنوان الشاشة',
  how: 'تجده في لوحة التحكم، تحت «العرض على شاشة».',
  drill: 'تدريب · هذا اختبار فقط',
}

/** The few texts that a screen shows about itself, for the person who set it up, in the language of its browser. */
export function glassWords(language: string = navigator.language): typeof EN & { lang: string } {
  return /^ar\b/i.test(language) ? { ...AR, lang: 'ar' } : { ...EN, lang: 'en' }
}
