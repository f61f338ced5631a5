import type { Message } from '@placard/contract'

/** Messages about new versions of the agent: on the page of all screens, and in the details of a screen. */
export const words = {
  'updates.title': 'Software for screens',
  'updates.new': 'A new version of the software for screens is there',
  'updates.version': 'Version {version}',
  'updates.all-current': 'Every machine that updates itself runs version {version}.',
  'updates.count': '{done} of {of} machines have it',
  'updates.steps': 'Steps',
  'updates.step.trial': 'One screen',
  'updates.step.tenth': 'A tenth',
  'updates.step.all': 'All screens',
  'updates.waiting': 'No screen has it yet. Choose the screen that tries it first.',
  'updates.nobody': 'It begins as soon as a machine is connected.',
  'updates.trial-soon':
    '{name} tries it first, in its next quiet hour: when its display is closed, otherwise between 3 and 5 at night.',
  'updates.trial-on': '{name} has it. If it stays well, a tenth of the screens gets it from {when} on.',
  'updates.tenth':
    'A tenth of the screens gets it in its next quiet hour. After a day without problems, the others follow.',
  'updates.all': 'Each screen gets it in its next quiet hour.',
  'updates.stopped':
    'It was not well on {name}, and the version before is back there. No other screen gets it until you decide.',
  'updates.stopped-what':
    'Wait for the next version of the server. If the reason is this screen alone, continue with the others.',
  'updates.go-on': 'Continue with the others',
  'updates.paused': 'Paused. No screen gets it until you continue.',
  'updates.pause': 'Pause',
  'updates.continue': 'Continue',
  'updates.first': 'First screen',
  'updates.begin': 'Begin with this screen',
  'updates.automatic': 'Install new versions automatically',
  'updates.automatic-hint':
    'One screen first, a day later a tenth, then all. It stops by itself if a screen is not well.',
  'updates.problems': 'Machines that could not install it',
  'updates.state.unable':
    'This machine gets new versions by its Debian package only. Install the newest package once. From then on the machine updates itself.',
  'updates.state.current': 'It has the newest version.',
  'updates.state.trying':
    'It tries the new version. If the screen is not well within two minutes, the version before comes back.',
  'updates.state.waits': 'A new version is there. It waits until it is the turn of this screen.',
  'updates.state.quiet': 'The new version is installed in the next quiet hour.',
  'updates.state.under-way': 'The machine installs the new version now.',
  'updates.state.undone': 'The new version is not installed.',
  'updates.now': 'Update now',
  'updates.again': 'Try again',
  'updates.question': 'Update now? The screen shows nothing for about a minute.',
  'updates.problem.exited': 'The new version ended by itself, and the version before is back.',
  'updates.problem.not-well': 'The screen was not well within two minutes, and the version before is back.',
  'updates.problem.no-answer': 'The new version did not reach the server, and the version before is back.',
  'updates.problem.key':
    'The server has another key than when this screen was paired, so the machine installs nothing from it. If you trust this server, let the screen go and pair it again.',
  'updates.problem.signature': 'The new version is not signed by the server. Nothing was installed.',
  'updates.problem.older':
    'The server has offered a newer version before, so nothing was installed. If the server was set up again, let the screen go and pair it again.',
  'updates.problem.damaged': 'The file arrived damaged and was deleted. The machine tries again.',
  'updates.problem.download': 'The file could not be downloaded. The machine tries again.',
  'updates.problem.disk-full': 'The storage of the machine is full. Make room. The machine tries again.',
  'updates.problem.too-often': 'The machine has tried six times within a day. It tries again tomorrow.',
} as const satisfies Record<string, Message>
