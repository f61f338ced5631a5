export const SCHEMES = ['auto', 'light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

/** The same key is used in public/before-paint.js and by the application. */
const STORAGE_KEY = 'placard-colour-scheme'

export function readScheme(): Scheme {
  try {
    const kept = localStorage.getItem(STORAGE_KEY)
    return SCHEMES.find((scheme) => scheme === kept) ?? 'auto'
  } catch {
    return 'auto'
  }
}

export function applyScheme(scheme: Scheme): void {
  const dark = scheme === 'dark' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
}

export function keepScheme(scheme: Scheme): void {
  try {
    localStorage.setItem(STORAGE_KEY, scheme)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}
