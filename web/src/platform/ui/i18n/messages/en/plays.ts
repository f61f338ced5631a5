import type { Message } from '@placard/contract'

/** Messages of the page about what was shown. */
export const words = {
  'plays.title': 'What was shown',
  'plays.lead': 'Screens count what they actually display.',
  'plays.filters': 'Filters of the report',
  'plays.all': 'All',
  'plays.span': 'Period',
  'plays.span.today': 'Today',
  'plays.span.yesterday': 'Yesterday',
  'plays.span.week': '7 days',
  'plays.span.month': '30 days',
  'plays.span.this-month': 'This month',
  'plays.span.last-month': 'Last month',
  'plays.from': 'From',
  'plays.to': 'To',
  'plays.display': 'Display',
  'plays.item': 'Container',
  'plays.screen': 'Screen',
  'plays.chosen-item': 'Selected container',
  'plays.share': 'On {share} of the screen, on average',
  'plays.untitled': 'Without a title',
  'plays.showings': 'Times shown',
  'plays.time': 'Time on screen',
  'plays.screens': 'Screens',
  'plays.missed': 'Turns missed',
  'plays.by-day': 'By day',
  'plays.by-item': 'By container',
  'plays.by-screen': 'By screen',
  'plays.day': { one: '{day}: shown {count} time, {time}', other: '{day}: shown {count} times, {time}' },
  'plays.removed': 'Removed',
  'plays.display-removed': 'Display removed',
  'plays.part.proven': 'Proven',
  'plays.part.proven-note': 'Reported by paired screens with their own secrets.',
  'plays.part.told': 'Reported, not proven',
  'plays.part.told-note':
    'Reported by browsers at the public address of a display. Anybody who knows the address could have sent it.',
  'plays.proven': 'Proven',
  'plays.told': 'Reported',
  'plays.silent':
    'No report for {time}: the screen is off or has no network. It sends its reports when it is online again.',
  'plays.missed.missing': {
    one: 'Missed {count} turn: the file is not on the server',
    other: 'Missed {count} turns: the file is not on the server',
  },
  'plays.missed.unreachable': {
    one: 'Missed {count} turn: its address did not answer',
    other: 'Missed {count} turns: its address did not answer',
  },
  'plays.missed.unshowable': {
    one: 'Missed {count} turn: the screen could not show it',
    other: 'Missed {count} turns: the screen could not show it',
  },
  'plays.missed.unseen': {
    one: 'Missed {count} turn: the page was hidden or covered',
    other: 'Missed {count} turns: the page was hidden or covered',
  },
  'plays.missed.late': {
    one: 'Missed {count} turn: it was not ready in time',
    other: 'Missed {count} turns: it was not ready in time',
  },
  'plays.all-rows': { one: 'Show all {count}', other: 'Show all {count}' },
  'plays.empty': 'No plays in this period',
  'plays.empty-lead':
    'Open a display on a screen. Its plays appear here after a few minutes. To see older plays, choose another period.',
  'plays.empty-action': 'Go to the displays',
  'plays.note':
    'Days follow the clock at each display. Screens report every 5 minutes. Without a network they keep counting for 30 days and report later.',
  'plays.table': 'Download as CSV',
  'plays.visits': 'The page to read',
  'plays.visits-opened': 'Opened',
  'plays.visits-day-few': '{day}: fewer than five',
  'plays.visits-note':
    'Only past days are shown. Numbers below five are hidden, and nothing is stored about the readers.',
} as const satisfies Record<string, Message>
