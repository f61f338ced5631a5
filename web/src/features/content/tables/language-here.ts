/** The language in which this browser's user writes numbers and dates, with its region, like `de-CH`. BCP 47. */
export const languageHere = (): string => new Intl.NumberFormat().resolvedOptions().locale
