/** A separate module, so that the routes of later pages are not part of the first page's code. */
export { ROUTES } from '@placard/contract'
