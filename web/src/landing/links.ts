import type { PAGES } from '@placard/contract'

/**
 * The addresses that this page links to. They are written out, because the contract would add its whole validation library. The type
 * keeps them equal to the contract's paths.
 */
export const LINKS: Pick<typeof PAGES, 'dashboard' | 'register' | 'login' | 'test'> = {
  dashboard: '/dashboard',
  register: '/register',
  login: '/login',
  test: '/test',
}

/** Made by art/landing-media.mjs. */
export const picture = (file: string) => `/landing/${file}`
