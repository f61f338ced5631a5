import type { Message } from '@placard/contract'

/** Messages of the form for a web page, and of the check that it can be shown. Loaded with them. */
export const words = {
  'web-page.take-feed': 'This page has a feed. Show its entries instead.',
  'web-page.add': 'Add a web page',
  'web-page.put-on': 'Put it on',
  'web-page.added': 'The web page is on the display.',
  'web-page.address-hint': 'A public page that needs no sign-in.',
  'web-page.zoom': 'Zoom',
  'web-page.percent': '{zoom} %',
  'web-page.scroll': 'Scrolled down, in pixels',
  'web-page.scroll-none': '0: from the top',
  'web-page.reload': 'Between its turns',
  'web-page.reload-hint': 'A page that keeps itself up to date can stay open.',
  'web-page.keep-open': 'Keep it open',
  'web-page.load-every': {
    one: 'Reload every minute',
    other: 'Reload every {count} minutes',
  },
  'web-page.asking': 'Checking whether this page can be shown…',
  'web-page.allowed': 'This page can be shown.',
  'web-page.offline': 'Screens skip it without a network.',
  'web-page.leads-to': 'It redirects to {host}.',
  'web-page.forbidden':
    'This site does not allow other pages to show it, so screens would show an error. Ask its owner to allow it, or use a notice or a picture.',
  'web-page.own': 'This is a page of Placard itself. Screens skip it.',
  'web-page.mixed':
    'It starts with http:, but your screens use https:, so browsers block it. Use its https address, if it has one.',
  'web-page.private':
    'The address is in a private network or at an unusual port, so the server did not check it. A screen that can reach it shows it, unless the site forbids that.',
  'web-page.unreachable': 'The server could not reach this address. Check it and try again.',
  'web-page.too-slow': 'It did not answer within 10 seconds. Screens skip a page that takes as long.',
  'web-page.odd': 'Its answer could not be read. Check the preview.',
  'web-page.failed': 'It answered with an error or a sign-in page. Screens would show that.',
  'web-page.no-page': 'This address is a file that browsers download, not a page.',
  'web-page.asked-too-often':
    'This page was not checked, because too many pages were checked just now. Check the preview.',
  'web-page.not-asked': 'This page could not be checked. Check the preview.',
} as const satisfies Record<string, Message>
