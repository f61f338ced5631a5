import type { Message } from '@placard/contract'

/** Messages of the form that makes pages from a document, a PDF or a TIFF (`kind`). Loaded with that form. */
export const words = {
  'decks.add': 'Add a {kind}',
  'decks.put-on': 'Add it',
  'decks.added': 'The pages have been added.',
  'decks.replace': 'Replace with a newer {kind}',
  'decks.take': 'Take this one',
  'decks.replaced': 'The newer pages are ready. Save to show them.',
  'decks.leave-out-later': 'Choose the pages to show when you put it on a display.',
  'decks.opening': 'Opening the {kind}…',
  'decks.drawing': 'Drawing: {page} of {pages} pages',
  'decks.sending': 'Sending: {done} of {pages} pages',
  'decks.waiting': 'No connection. Sending resumes automatically.',
  'decks.stop': 'Stop sending',
  'decks.known': 'Your organisation already has this {kind}, so it is not sent again.',
  'decks.other-count':
    'The previous {kind} had {before} pages and this one has {now}. All pages are shown, each for the same time. Choose again which to leave out.',
  'decks.too-long': 'This {kind} has {pages} pages, and a display shows at most {most}. Use only the first {most}?',
  'decks.take-first': 'Take the first {most}',
  'decks.locked': 'This PDF has a password. Placard uses it only to open the file and does not store it.',
  'decks.password': 'Password',
  'decks.wrong-password': 'Wrong password. Try again.',
  'decks.open': 'Open',
  'decks.problem.damaged':
    'This {kind} is damaged. Save it again in the program that made it, and choose the new file.',
  'decks.problem.unreadable': 'This {kind} cannot be read. Save it again as a PDF, and choose the new file.',
  'decks.problem.too-slow':
    'Drawing this {kind} takes too long. Save it with fewer pages or simpler pictures, and choose the new file.',
  'decks.problem.not-here':
    'The reader for such files could not be loaded. Check the connection and try again. Old browsers may not support it.',
  'decks.problem.empty': 'This file is empty. Copy it from its source again.',
  'decks.problem.no-pages':
    'This {kind} has no pages. Save it again in the program that made it, and choose the new file.',
  'decks.damaged-pages': {
    one: 'Page {pages} is damaged and left out.',
    other: 'Pages {pages} are damaged and left out.',
  },
  'decks.lacks-letters': {
    one: 'Page {pages} uses a font that is not in the PDF. Its letters may be missing or look different. Save the PDF with embedded fonts.',
    other:
      'Pages {pages} use a font that is not in the PDF. Their letters may be missing or look different. Save the PDF with embedded fonts.',
  },
  'decks.small':
    'The smallest letters will be {px} px high on the screen, readable from about {metres} m. Use at least {points} points in the document so that people can read them from where they stand.',
  'decks.small-upright': 'On a portrait screen they are {px} px high.',
} as const satisfies Record<string, Message>
