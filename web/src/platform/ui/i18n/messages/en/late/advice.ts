import type { Message } from '../../../translate.ts'

/** Messages of the advice in forms. */
export const words = {
  'fit.contain': 'Show all of it',
  'fit.contain-hint':
    'What stays free shows it blurred and darkened. On a portrait screen, a wide picture covers a third.',
  'fit.cover': 'Fill the screen',
  'fit.cover-hint': 'What does not fit is cut off at the edges.',

  'advice.overflow': 'Too long: its end is not seen.',
  'advice.letters': 'Its letters are read from up to {metres} m. People stand {wanted} m away.',
  'advice.page-letters':
    'Its smallest letters are {px} px high: read from up to {metres} m. People stand {wanted} m away.',
  'advice.contrast': 'Its words stand out too little.',
  'advice.date-over': 'It says {date}, and that is over.',
  'advice.weekday': 'It says {weekdays}, and that day was before today.',
  'advice.too-short': {
    one: 'It is shown for {count} second: too short to read it.',
    other: 'It is shown for {count} seconds: too short to read it.',
  },
  'advice.long-line': 'It takes {seconds} s to pass. People mostly stand there for {dwell} s.',
  'advice.shouting': {
    one: '{count} word in capitals: that is read more slowly.',
    other: '{count} words in capitals: that is read more slowly.',
  },
  'advice.many-lines': {
    one: '{count} line: in passing, people read five.',
    other: '{count} lines: in passing, people read five.',
  },
  'advice.small-picture': 'The picture has {width} × {height} pixels, and is drawn {times} times as large.',
  'advice.picture-cut': '{share} of it is cut off.',
  'advice.picture-narrow': 'It fills only {share} of the screen.',
  'advice.unheard': 'It asks for its sound, and a screen here lets no film be heard.',
  'advice.undescribed': 'Nobody has said in words what is seen. People who cannot see it miss it.',
  'advice.unseen': {
    one: '{count} item is seen by fewer than one in ten people.',
    other: '{count} items are seen by fewer than one in ten people.',
  },
  'advice.do.words': 'Shorten it',
  'advice.do.file': 'Choose another file',
  'advice.do.description': 'Describe it',
  'advice.do.notice': 'Make it a notice',
  'advice.do.loop': 'Look at the loop',
  'advice.do.contrast': 'Draw it on paper',
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
  'advice.lead': 'For {screens}. Nothing here has to be done.',
  'advice.screen': '{inches} inches, read from {metres} m',
  'advice.nothing': 'Everything here can be read.',
  'advice.of-loop': 'All that is shown here',
  'advice.not-seen': 'For people who cannot see the screen',
  'advice.open-playlist': 'In the playlist {name}',
  'advice.mended': 'Done',
  'advice.is-left': 'It is left, and not said again',
  'advice.for': '{title}: {words}',
  'advice.describe': 'What is seen on {title}?',
} as const satisfies Record<string, Message>
