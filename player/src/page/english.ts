/**
 * The texts that a screen without content shows, in English. `messages/<language>/screen.json` has them in the other languages. The
 * quoted labels are those of the dashboard.
 */
export const SCREEN_WORDS = {
  'screen.absent': 'There is no display at this address yet. It starts automatically when the display exists.',
  'screen.how-title': 'How the address of a display is written',
  'screen.how': 'You can find it in the dashboard, under “Show on a screen”.',
  'screen.drill': 'DRILL · This is only a test',
}
