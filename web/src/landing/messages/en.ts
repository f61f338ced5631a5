/** Messages of the landing page (rows L), separate from the application's so that this page stays small. */
export const en = {
  'product.name': 'Placard',
  'page.title': 'Placard: every screen of your building, from one page',
  'page.skip': 'Skip to the content',
  'nav.label': 'Main',
  'nav.home': 'Home',

  'hero.lead': 'Every screen of your building, from one page.',
  'hero.more': 'Pictures, films and announcements, changed from any phone. They play on when the network does not.',
  'hero.sign-up': 'Sign Up',
  'hero.log-in': 'Log in',
  'motion.pause': 'Pause motion',
  'motion.play': 'Play motion',
  'ticker.on': 'Plays on without network and server',
  'ticker.fast': 'A change is on every screen within a second',
  'ticker.browser': 'Any browser is a screen',
  'ticker.simple': 'One page, no manual',

  'services.heading': 'SERVICES',
  'services.lead':
    'Four things that an institution asks for again and again. We make them plain, and keep them running.',
  'services.web.title': 'Web Development',
  'services.web.text':
    'Websites that open at once, read well on every device and can be used by everybody. Yours to keep.',
  'services.web.picture': 'A web page in its window',
  'services.display.title': 'E-Display',
  'services.display.text':
    'Notices, pictures and films on the screens of your building. You change them from wherever you are.',
  'services.display.picture': 'Two people in front of a large screen with a line of text',
  'services.display.more': 'See how it works',
  'services.print.title': 'Cloud Printing',
  'services.print.text':
    'Send it from anywhere, collect it where you are. No drivers to install, no file to carry to the desk.',
  'services.print.picture': 'A cloud of dots above a printer with a page in it',
  'services.app.title': 'App Development',
  'services.app.text': 'Apps for phones and desks, made together with the people who will open them every day.',
  'services.app.picture': 'Two phones that show the same thing',

  'trial.heading': 'Change one thing. Look at every wall.',
  'trial.lead':
    'A small working model of the product. Hide a picture, write a line, pull the cable, and watch what the screens do.',
  'trial.panel': 'Department of ECE',
  'trial.pictures': 'Containers',
  'trial.welcome': 'Welcome',
  'trial.symposium': 'Tech Symposium',
  'trial.hours': 'Library and labs',
  'trial.hide': 'Hide',
  'trial.show': 'Show',
  'trial.hide-this': 'Hide {title}',
  'trial.show-this': 'Show {title}',
  'trial.hidden': 'Hidden',
  'trial.visible': 'On the screens',
  'trial.line': 'Line of text',
  'trial.first-line': 'Welcome to the Department of ECE',
  'trial.put-on': 'Put it on',
  'trial.unplug': 'Pull the cable',
  'trial.plug': 'Put it back',
  'trial.connected': 'Live: the screens show what is written here.',
  'trial.cut': 'No network. The screens play on.',
  'trial.waiting': 'No network. The screens play on; your changes wait.',
  'trial.screens': 'Three screens of the same display',
  'trial.screen.hall': 'Entrance hall',
  'trial.screen.stairs': 'Stairs',
  'trial.screen.lab': 'Laboratory',
  'trial.note': 'The pictures are those that a new Placard begins with.',

  'reasons.heading': 'Made for walls that nobody has to watch',
  'reasons.on.title': 'Never dark',
  'reasons.on.text':
    'Each screen keeps its own copy of what it plays. If the network fails or the server stops, it plays on, and catches up by itself afterwards.',
  'reasons.fast.title': 'Everywhere within a second',
  'reasons.fast.text':
    'Save once. Every screen of the display shows it, in step with the others. Nothing to reload, no walk through the building.',
  'reasons.browser.title': 'Any browser is a screen',
  'reasons.browser.text':
    'A television, a stick in its back, a spare laptop: open the address and it plays. No box to buy, no app to install.',
  'reasons.simple.title': 'Two lists, a few buttons',
  'reasons.simple.text':
    'What is on, in which order, for how long. That is all there is to learn, and it is the same on a phone.',
  'reasons.together.title': 'Two people, no accident',
  'reasons.together.text':
    'Colleagues work on the same display at the same time. Nobody overwrites anybody, and deleting asks first.',
  'reasons.read.title': 'Readable in passing',
  'reasons.read.text':
    'Large type, a steady pace, strong contrast. Pictures are fitted, never stretched, on wide screens and on tall ones.',

  'still.heading': 'This is all of it',
  'still.lead':
    'What the screens show stands in the middle, live. Around it are the pictures, the lines and the buttons. Add, order, hide, done.',
  'still.wide': 'The dashboard: a live preview of the display, its two lines of text and its four containers',
  'still.phone': 'The same dashboard on a phone',
  'still.caption': 'The dashboard as it is, on a desk and on a phone.',

  'steps.heading': 'On the wall in three steps',
  'steps.address.title': 'Open the address',
  'steps.address.text': 'Every display has one. Open it in the browser of the screen and leave it there.',
  'steps.add.title': 'Add what should be seen',
  'steps.add.text': 'A picture, a film, a video from YouTube, a line of text. Choose how long it stays.',
  'steps.leave.title': 'Leave it alone',
  'steps.leave.text':
    'It plays day and night, and recovers by itself from a power cut, a lost network or a broken file.',

  'closing.heading': 'Give your walls something to say.',
  'closing.text': 'Make an account. As soon as your organisation is subscribed, its display is yours to fill.',
  'closing.account': 'Create an account',
  'closing.talk': 'Watch Smart ClassRoom, a short presentation',

  'footer.line': 'Digital signage that plays on.',
  'footer.language': 'Language',
  'footer.theme': 'Theme',
  'footer.theme.auto': 'System',
  'footer.theme.light': 'Light',
  'footer.theme.dark': 'Dark',
} as const
