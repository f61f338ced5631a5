import type { Message } from '@placard/contract'

/** Messages of the advice in forms. */
export const words = {
  'fit.contain': 'Show all of it',
  'fit.contain-hint':
    'The free area shows it blurred and darkened. On a portrait screen, a wide picture covers a third.',
  'fit.cover': 'Fill the screen',
  'fit.cover-hint': 'What does not fit is cut off at the edges.',

  'advice.overflow': 'Too long: the end is not visible.',
  'advice.letters': 'Its letters are readable from up to {metres} m. People stand {wanted} m away.',
  'advice.letters-in-zone': 'In its zone its letters are readable from up to {metres} m. People stand {wanted} m away.',
  'advice.film-poster':
    'Films do not play in zone {number} of {display}, because zone {other} plays films. The poster is shown instead.',
  'advice.film-left-out':
    'Films do not play in zone {number} of {display}, because zone {other} plays films. It has no poster, so it is left out.',
  'advice.page-letters':
    'Its smallest letters are {px} px high: readable from up to {metres} m. People stand {wanted} m away.',
  'advice.contrast': 'The contrast of its words is too low.',
  'advice.date-over': 'It mentions {date}, which is in the past.',
  'advice.weekday': 'It mentions {weekdays}, which has passed.',
  'advice.too-short': {
    one: 'It is shown for {count} second: too short to read.',
    other: 'It is shown for {count} seconds: too short to read.',
  },
  'advice.long-line': 'It takes {seconds} s to pass. Most people stand there for {dwell} s.',
  'advice.shouting': {
    one: '{count} word in capitals, which is slower to read.',
    other: '{count} words in capitals, which are slower to read.',
  },
  'advice.many-lines': {
    one: '{count} line: passers-by read five.',
    other: '{count} lines: passers-by read five.',
  },
  'advice.small-picture': 'The picture has {width} × {height} pixels, and is enlarged {times} times.',
  'advice.picture-cut': '{share} of it is cut off.',
  'advice.picture-narrow': 'It fills only {share} of the screen.',
  'advice.unheard': 'Its sound is on, but a screen here blocks sound.',
  'advice.undescribed': 'It has no description for people who cannot see it.',
  'advice.unseen': {
    one: 'Fewer than one in ten people see {count} item.',
    other: 'Fewer than one in ten people see {count} items.',
  },
  'advice.do.words': 'Shorten it',
  'advice.do.file': 'Choose another file',
  'advice.do.description': 'Describe it',
  'advice.do.notice': 'Make it a notice',
  'advice.do.loop': 'Look at the loop',
  'advice.do.contrast': 'Use the look “Paper”',
  'advice.do.take-off': 'Take it off',
  'advice.do.weekday': 'Show it only on {weekdays}',
  'advice.do.longer': {
    one: 'Make it {count} second longer',
    other: 'Make it {count} seconds longer',
  },
  'advice.do.quiet': 'Write it as a sentence',
  'advice.do.whole': 'Show it whole',
  'advice.do.silent': 'Play it silently',
  'advice.do.shorter': 'Show the longest one for a shorter time',
  'advice.leave': 'Leave it',
  'advice.line': {
    one: '{count} thing passers-by cannot read',
    other: '{count} things passers-by cannot read',
  },
  'advice.line-undescribed': {
    one: '{count} thing without a description',
    other: '{count} things without a description',
  },
  'advice.title': 'What passers-by cannot read',
  'advice.lead': 'For {screens}. All of this is optional.',
  'advice.screen': '{inches} inches, read from {metres} m',
  'advice.nothing': 'No readability problems found.',
  'advice.of-loop': 'All that is shown here',
  'advice.not-seen': 'For people who cannot see the screen',
  'advice.open-playlist': 'In the playlist {name}',
  'advice.open-zone': 'In zone {number}: {name}',
  'advice.mended': 'Done',
  'advice.is-left': 'Left: it is not shown again',
  'advice.describe': 'What does {title} show?',
} as const satisfies Record<string, Message>
