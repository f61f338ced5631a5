/** Apart, so that the calls of later pages are no part of the first one. */
export { ROUTES } from '@placard/contract'
