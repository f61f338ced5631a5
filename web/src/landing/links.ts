import type { PAGES } from '@placard/contract'

/**
 * The addresses to which this page leads. Written out, because the contract would bring its whole validation library with it; the
 * type holds the paths to the contract's own.
 */
export const LINKS: Pick<typeof PAGES, 'dashboard' | 'register' | 'login' | 'test'> = {
  dashboard: '/dashboard',
  register: '/register',
  login: '/login',
  test: '/test',
}

/** Made by art/landing-media.mjs. */
export const picture = (file: string) => `/landing/${file}`
