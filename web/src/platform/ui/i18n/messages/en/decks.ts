import type { Message } from '../../translate.ts'

/** Messages of the form that makes pages from a document, a PDF or a TIFF (`kind`). Loaded with that form. */
export const words = {
  'decks.add': 'Add a {kind}',
  'decks.put-on': 'Add it',
  'decks.added': 'The pages have been added.',
  'decks.replace': 'Replace by a newer {kind}',
  'decks.take': 'Take this one',
  'decks.replaced': 'The newer pages are here. Save to show them.',
  'decks.leave-out-later': 'Which of them are shown is chosen where it is put on.',
  'decks.opening': 'Opening the {kind}…',
  'decks.drawing': 'Drawing: {page} of {pages} pages',
  'decks.sending': 'Sending: {done} of {pages} pages',
  'decks.waiting': 'No connection just now. It goes on by itself.',
  'decks.stop': 'Stop sending',
  'decks.known': 'Your organisation has this {kind} already: nothing is sent again.',
  'decks.other-count':
    'The {kind} before had {before} pages and this one has {now}. All of them are shown, each for the same time: choose anew what to leave out.',
  'decks.too-long':
    'This {kind} has {pages} pages, and a display shows {most} of one at most. Shall the first {most} be taken?',
  'decks.take-first': 'Take the first {most}',
  'decks.locked': 'This PDF is locked with a password. It is used here to open it, and kept nowhere.',
  'decks.password': 'Password',
  'decks.wrong-password': 'This is not the password.',
  'decks.open': 'Open',
  'decks.problem.damaged':
    'This {kind} is damaged and cannot be read. Save it again in the program it was made with, and choose that.',
  'decks.problem.unreadable': 'This {kind} cannot be read here. Save it again as a PDF, and choose that.',
  'decks.problem.too-slow':
    'Drawing this {kind} takes too long. Save it again with fewer pages or simpler pictures, and choose that.',
  'decks.problem.not-here':
    'What reads such files did not come. Check the connection and try again; an old browser may not be able to.',
  'decks.problem.empty': 'This file is empty. Take it from its source once more.',
  'decks.problem.no-pages': 'This {kind} has no pages. Save it again in the program it was made with, and choose that.',
  'decks.damaged-pages': {
    one: 'Page {pages} is damaged and left away.',
    other: 'Pages {pages} are damaged and left away.',
  },
  'decks.lacks-letters': {
    one: 'Page {pages} has letters of a font that is not in the PDF: they may be missing or look different. Save it with its fonts embedded.',
    other:
      'Pages {pages} have letters of a font that is not in the PDF: they may be missing or look different. Save it with its fonts embedded.',
  },
  'decks.small':
    'The smallest letters will be {px} px high on the glass, to be read from about {metres} m. Letters of {points} points in the document are read from where people stand.',
  'decks.small-upright': 'On a screen that stands upright they are {px} px high.',
} as const satisfies Record<string, Message>
