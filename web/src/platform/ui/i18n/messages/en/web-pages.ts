import type { Message } from '../../translate.ts'

/** Messages of the form for a web page, and of the check that it can be shown. Loaded with them. */
export const words = {
  'web-page.take-feed': 'This page has news to follow. Show those instead.',
  'web-page.add': 'Add a web page',
  'web-page.put-on': 'Put it on',
  'web-page.added': 'It is on the display.',
  'web-page.address-hint': 'The page as anybody sees it, without a sign-in.',
  'web-page.zoom': 'Zoom',
  'web-page.percent': '{zoom} %',
  'web-page.scroll': 'Scrolled down, in pixels',
  'web-page.scroll-none': '0: from its top',
  'web-page.reload': 'Between its turns',
  'web-page.reload-hint': 'A page that keeps itself up to date can stay open.',
  'web-page.keep-open': 'Keep it open',
  'web-page.load-every': {
    one: 'Load it anew every minute',
    other: 'Load it anew every {count} minutes',
  },
  'web-page.asking': 'Asking the page whether it lets itself be shown…',
  'web-page.allowed': 'This page lets itself be shown.',
  'web-page.offline': 'Without a network it is passed over.',
  'web-page.leads-to': 'It leads to {host}.',
  'web-page.forbidden':
    'This site does not let itself be shown inside another page: screens would show the browser’s refusal. Ask its owner to allow it, or make a notice or a picture of it.',
  'web-page.own': 'This is a page of Placard itself. Screens pass it over.',
  'web-page.mixed':
    'It begins with http:, and your screens open Placard by https: browsers show nothing then. Use its https address, if it has one.',
  'web-page.private':
    'It is in a network of your own, or at an unusual port, so the server does not ask it. A screen that can reach it shows it, unless it forbids that.',
  'web-page.unreachable': 'The server does not reach it. Is the address right?',
  'web-page.too-slow': 'It did not answer in 10 seconds. A screen passes it over when it takes as long there.',
  'web-page.odd': 'Its answer is none that could be read. Look at the preview.',
  'web-page.failed': 'It answered with a failure, or asks to sign in. Screens would show just that.',
  'web-page.no-page': 'There is no page at this address, but a file that browsers download.',
  'web-page.asked-too-often': 'Many pages were asked just now, so this one was not. Look at the preview.',
  'web-page.not-asked': 'It could not be asked whether it lets itself be shown. Look at the preview.',
} as const satisfies Record<string, Message>
