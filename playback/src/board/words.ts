type Words = {
  /** Nothing is on the board at the moment. */
  nothing: string
  free: string
  freeUntil: (time: string) => string
  next: string
  today: string
  /** The names of the columns that a screen adds. */
  state: string
}

const EN: Words = {
  nothing: 'Nothing to show at the moment',
  free: 'Free',
  freeUntil: (time) => `Free until ${time}`,
  next: 'Next',
  today: 'Today',
  state: 'Status',
}

const AR: Words = {
  nothing: 'لا شيء للعرض الآن',
  free: 'متاحة',
  freeUntil: (time) => `متاحة حتى ${time}`,
  next: 'التالي',
  today: 'اليوم',
  state: 'الحالة',
}

/** The few words that a board adds to a table, in the table's language if it is known here, otherwise in English. */
export const boardWords = (language: string): Words => (/^ar\b/i.test(language) ? AR : EN)
