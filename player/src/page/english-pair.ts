/**
 * The texts that a screen shows about its pairing, in English. `messages/<language>/screen.json` has them in the other languages. The
 * quoted labels are those of the dashboard.
 */
export const PAIR_WORDS = {
  'pair.scan': 'Scan this code with a phone',
  'pair.or': 'or enter these characters in the dashboard, under “Screens → Add a screen”:',
  'pair.will-show': 'This screen is about to show',
  'pair.no-display': 'This screen has no display. Choose one in the dashboard, under “Screens”.',
  'pair.waiting': 'Waiting for the server…',
  'pair.again': 'The server no longer knows this screen. It keeps playing what it has stored. Pair it again:',
  'pair.not-in-wall': 'This screen is not in the wall yet. Put its number into a cell in the dashboard.',
  'pair.refused': 'This display only plays on paired screens.',
  'pair.enrol-refused':
    'The enrolment code in the address of this screen is not valid, has ended, or has no screens left. Pair this screen by hand.',
  'pair.how': 'To show it here, open this address on this screen and pair it in the dashboard:',
}
