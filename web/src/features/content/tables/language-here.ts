/** How this browser's user writes numbers and dates: the language of the browser with its region, like `de-CH`. BCP 47. */
export const languageHere = (): string => new Intl.NumberFormat().resolvedOptions().locale
