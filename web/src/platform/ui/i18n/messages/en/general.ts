import type { Message } from '@placard/contract'

/**
 * Messages of the first pages: sign-in and dashboard, with their surroundings. Texts that the specification quotes are marked with
 * their row; change them only together with it. Messages for the errors of their calls are under `error.`; those of other calls are
 * loaded later.
 */
export const words = {
  'product.name': 'Placard',

  // Words that appear all over
  'action.cancel': 'Cancel',
  'action.close': 'Close',
  'action.retry': 'Retry',
  'action.save': 'Save',
  'action.reload': 'Reload',
  'action.delete': 'Delete',
  'action.edit': 'Edit',
  'action.hide': 'Hide',
  'action.show': 'Show',
  'status.saving': 'Saving…',
  'status.saved': 'Saved',
  'status.saved-on': { one: 'Saved · on {on} of {count} screen', other: 'Saved · on {on} of {count} screens' },
  'status.not-saved': 'Not saved. {reason}',
  'skip.to-content': 'Skip to content',

  // The top bar
  'nav.label': 'Main navigation',
  'nav.displays': 'Displays',
  'nav.playlists': 'Playlists',
  'nav.tables': 'Tables',
  'nav.library': 'Library',
  'nav.take-over': 'Take over',
  'insert.open': 'Put something in a corner',
  'nav.people': 'People',
  'nav.organisation': 'Your organisation',
  'bar.display': 'Choose a display',
  'bar.open-display': 'Open display',
  'bar.menu': 'Account menu',
  'bar.signed-in-as': 'Signed in as',
  'bar.sign-out': 'Sign out',
  'bar.sign-out-failed': 'You are still signed in. {reason}',
  'bar.theme': 'Colours',
  'bar.theme.auto': 'Like the system',
  'bar.theme.light': 'Light',
  'bar.theme.dark': 'Dark',
  'bar.language': 'Language',

  // Sign-in (rows A)
  'login.title': 'Sign in',
  'login.lead': 'Manage what your displays show.',
  'login.email': 'Email',
  'login.password': 'Password',
  'login.remember': 'Remember me',
  'login.show-password': 'Show what is typed',
  'login.submit': 'Sign In',
  'login.help': 'Need Help?',
  'login.no-account': 'No account yet?',
  'login.to-register': 'Sign Up',
  'login.single.with': 'Sign in with {name}',
  'login.single.continue': 'Continue with {name}',
  'login.single.or': 'or',
  'login.single.other-tab': 'Sign in in the other tab. This page then continues automatically.',
  'login.single.arriving': 'Signing you in…',

  'login.forgot': 'Forgot your password?',
  'account.open': 'Your account',

  // Dashboard (rows D)
  'dashboard.title': 'Dashboard',
  'dashboard.hello': 'Hello {name}', // D1
  'dashboard.add-container': 'Add Container', // D3
  'dashboard.add-text': 'Add Text', // D3
  'notices.write': 'Write a notice',
  'dashboard.preview': 'Preview', // D3
  'dashboard.images': 'Images streaming',
  'dashboard.texts': 'Text containers',
  'dashboard.more': 'More',
  'dashboard.from-playlists': { one: '{count} from a playlist', other: '{count} from playlists' },
  'dashboard.hidden': { one: '{count} hidden', other: '{count} hidden' },
  'dashboard.load-failed': 'Your display could not be loaded.',
  'dashboard.look-only': 'You can view this page but not change it. Ask an owner of your organisation for access.',
  'items.empty-lead-look': 'Containers added here play on the display.',
  'lines.empty-lead-look': 'Texts added here run along the bottom of the display.',
  'live.connecting': 'Connecting…',
  'live.live': 'Live',
  'live.waiting': 'Reconnecting… this page may be out of date',
  'live.resting': 'Paused',
  'live.ended': 'Signed out',

  'preview.heading': 'On air now',
  'preview.badge': 'Preview',
  'preview.frame': 'Live preview of {name}',
  'preview.more': 'Playback controls',
  'preview.hold': 'Hold this one',
  'preview.resume': 'Go on',
  'preview.skip': 'Next one',
  'preview.upright': 'As on a portrait screen',
  'preview.away': 'Not what the screens show now',
  'preview.live': 'Back to live',
  'time-machine.open': 'See it at another time…',

  // The screens of a display
  'dashboard.parts': 'Parts of this page',
  'dashboard.part.pictures': 'Pictures',
  'dashboard.part.texts': 'Texts',
  'dashboard.part.screens': 'Screens',
  'screens.heading': 'Screens',
  'screens.none': 'No screen shows this display yet. Open its address on one.',
  'screens.unknown': 'The status of the screens could not be loaded. They keep playing.',
  'screens.all-well': { one: '{count} screen, up to date', other: '{count} screens, all up to date' },
  'screens.asleep': { one: '{count} screen, dark until {time}', other: '{count} screens, dark until {time}' },
  'screens.updating': {
    one: 'The last change is on {done} of {count} screen',
    other: 'The last change is on {done} of {count} screens',
  },
  'screens.look': {
    one: '{few} of {count} screen with a problem',
    other: '{few} of {count} screens with a problem',
  },
  'screens.show-list': 'Show screens',
  'screens.hide-list': 'Hide screens',
  'screens.gone': { one: '{count} closed', other: '{count} closed' },
  'screens.quiet': {
    one: '{count} without a name is silent or hidden',
    other: '{count} without a name are silent or hidden',
  },
  'screens.copy': 'Copy address',
  'screens.copied': 'Address copied',
  'screens.not-copied': 'The address could not be copied. It is {address}',
  'layout.open': 'Layout',
  'screen-address.title': 'Show on a screen',

  // Images
  'items.heading': 'Containers',
  'items.empty': 'No Containers', // D5
  'items.empty-lead':
    'Add a picture, a video or a YouTube film. It plays on the display once it is saved. You can also drop or paste pictures on this page, or paste the address of a film.',
  'items.seconds': '{seconds} s',
  'items.default-duration': '{seconds} s, the default',
  'items.picture-of': 'Picture of {title}',
  'items.no-picture': 'No picture available',
  'items.move-earlier': 'Move earlier',
  'items.move-later': 'Move later',
  'items.drag': 'Drag to another place',
  'items.moved': '{title} is now number {position} of {total}.',
  'items.now-hidden': '{title} is hidden. Saved.',
  'items.now-shown': '{title} is shown. Saved.',
  'items.delete-question': 'Are you sure you want to delete this container?', // D7
  'items.deleted': 'Item deleted successfully.', // X1
  'select.start': 'Select',
  'select.done': 'Done',
  'items.type.image': 'Image',
  'items.type.video': 'Video',
  'items.type.youtube': 'YouTube',
  'items.type.notice': 'Notice',
  'items.type.webpage': 'Web page',
  'items.type.playlist': 'Playlist',
  'items.type.deck': 'PDF',
  'items.type.feed': 'Feed',
  'items.type.board': 'Board',
  'items.type.weather': 'Weather',

  // The fields of an item
  'field.address-hint-youtube': 'The address of a YouTube film, copied from your browser.',
  'field.address-hint-video': 'The https address of an MP4 or WebM file, or of a live stream (.m3u8).',

  'upload.drop-anywhere': 'Drop to put on air',
  'upload.drop-anywhere-lead': 'It plays on every screen of {name}.',
  'door.open': 'Add anything…',

  // Playlists, as a display's dashboard shows them
  'playlists.add': 'Add playlist',
  'playlists.take-off': 'Take off this display',
  'playlists.take-off-question': 'Take this playlist off this display? Other displays keep it.',
  'playlists.taken-off': 'Taken off this display.',

  // Ticker texts
  'lines.heading': 'Text containers',
  'lines.empty': 'No Text Containers', // D4
  'lines.empty-lead': 'Add a text and it runs along the bottom of the display.',
  'lines.move-up': 'Move up',
  'lines.move-down': 'Move down',
  'lines.moved': 'The text is now number {position} of {total}.',
  'lines.delete-question': 'Are you sure you want to delete this text?', // D7
  'lines.deleted': 'Text Container Deleted Successfully!', // X1
  'lines.edit': 'Click to edit',
  'lines.rewrite': 'Rewrite',

  // When an item or a line is on
  'proposals.open': 'Proposals',
  'week.open': 'Week',
  'schedule.label': 'Schedule',
  'schedule.label-is': 'Schedule: {when}',
  'schedule.always': 'Always',
  'schedule.past': 'Past ({count})',

  // The slide presentation (R7)

  // Displays of an organisation
  'display.settings': 'Settings',
  'display.gone': 'This display was removed, or you no longer have access to it.',

  // The provider's console
  'console.title': 'Console',

  // Fallback screens (R8, X6, X7)
  'fallback.title': 'Unexpected Application Error!', // X7
  'fallback.not-found': '404 Not Found', // X7
  'fallback.not-found-lead': 'There is no page at this address. Check the address. The page may have moved.',
  'fallback.lead': 'This page stopped working. Your displays keep playing. Reload to continue.',
  'fallback.home': 'Go to the start page',
  // A part of the page that is not here (X6)
  'part.loading': 'Loading…',
  'part.offline.title': 'No connection to the server',
  'part.offline':
    'This part of the page is not downloaded yet. Your input is kept. The page continues when the connection is back.',
  'part.failed.title': 'This could not be loaded',
  'part.failed':
    'The server did not return this part of the page. Your input is kept. Placard retries every few seconds.',
  'part.replaced.title': 'A newer version is ready',
  'part.replaced': 'Part of this page could not be loaded because the server was updated. Reload to continue.',
  'brand.open': 'Colour and logo',
  'tokens.open': 'API for programs',
  'webhooks.open': 'Webhooks',
  'alerts.open': 'Alerts',

  // Errors: the codes of the API, and those of the way to it
  'error.bad-request': 'The request could not be read. Check your input and try again.',
  'error.invalid-id': 'This id is not valid. Use at most 64 lower-case letters, digits, - and _.',
  'error.not-signed-in': 'Please sign in first.',
  'error.invalid-credential': 'The email address or the password is wrong.',
  'error.misdirected': 'This server has a different address. Use the one that your provider gave you.',
  'error.invalid-token': 'This API token is unknown, has expired or was revoked.',
  'error.csrf':
    'The request did not come from a page of this site, so nothing was changed. Reload the page and try again.',
  'error.not-subscribed': 'You are Not Subscribed to our Services. Please Contact us to Subscribe.', // A5
  'error.not-allowed':
    'Your role does not allow this. Ask an owner of your organisation to do it or to change your role.',
  'error.not-found': 'There is nothing at this address.',
  'error.display-not-found': 'This display does not exist, or you have no access to it.',
  'error.invitation-other-address':
    'This invitation is for another email address. Sign up or sign in with that address.',
  'error.invitation-not-found': 'This invitation was used or withdrawn, or has expired. Ask for a new one.',
  'error.already-member': 'This account already belongs to an organisation. Leave that one before you join another.',
  'error.item-not-found': 'This container no longer exists. Somebody may have deleted it.',
  'error.line-not-found': 'This text container no longer exists. Somebody may have deleted it.',
  'error.activity-not-found': 'This entry does not exist, or is no longer kept.',
  'error.file-gone': 'The file of this container is no longer stored, so the container cannot be restored.',
  'error.too-old-to-undo': 'This can no longer be undone. Only recorded changes of the last 30 days can.',
  'error.screen-not-found': 'This screen no longer exists. Somebody may have removed it.',
  'error.method-not-allowed': 'The server does not accept this kind of request. Reload the page and try again.',
  'error.request-timeout': 'The request took too long to arrive. Try again.',
  'error.not-set-up':
    'Placard is not set up yet. Open the link that it printed when it started, or ask the person who runs it.',
  'error.playlist-not-found': 'This playlist does not exist. Somebody may have removed it.',
  'error.playlist-included-already': 'This display already has that playlist. Move it, or change its schedule.',
  'error.playlist-in-playlist': 'A playlist cannot contain another playlist. Put both on the display.',
  'error.display-too-full': 'A display with this playlist would exceed its limit. Remove something from it.',
  'problem.display-too-full':
    '“{display}” would exceed its limit of 500 containers and 200 texts. Remove something from it or from the playlist.',
  'error.addresses-too-long':
    'The addresses of this display’s containers are too long in total. Shorten some, or upload the files.',
  'error.too-many-items': 'A display holds at most 500 containers. Delete one first.',
  'error.too-many-boards': 'A display shows at most 20 boards. Delete one first.',
  'error.too-many-feeds': 'A display shows at most 10 feeds. Delete one first.',
  'error.too-many-deck-pages': 'A display has at most 2,000 PDF pages. Delete some first.',
  'error.deck-without-pages': 'Keep at least one page.',
  'error.schedules-too-long':
    'The schedules of this display are too long in total. Shorten some, for example by removing exceptions.',
  'error.notices-too-long': 'The notices of this display are too long in total. Shorten some, or remove one.',
  'error.too-many-lines': 'A display holds at most 200 text containers. Delete one first.',
  'error.sign-in-expired': 'The sign-in took too long. Sign in again.',
  'error.sign-on-denied':
    'The sign-in was cancelled, or the sign-in service refused it. Try again, or ask its administrator.',
  'error.sign-on-email-unverified':
    'The sign-in service has not verified your email address. Ask its administrator to verify it.',
  'error.sign-on-domain-not-allowed':
    'Email addresses of this domain cannot sign in this way. Use the address of your organisation.',
  'error.sign-on-other-person':
    'The account with your email address is linked to another person at the sign-in service. Ask your provider.',
  'error.sign-on-expired':
    'This sign-in took too long, was already completed, or was started in another window. Start again.',
  'error.sign-on-failed':
    'The response of the sign-in service could not be verified, so you are not signed in. Try again.',
  'error.sign-on-unavailable':
    'The sign-in service cannot be reached. Try again shortly, or sign in with your password.',
  'error.wrong-code': 'This code is wrong or was already used. Wait for the next one.',
  'error.changed-meanwhile': 'Somebody else changed this meanwhile. Compare both versions and save again.',
  'error.body-too-large': 'This is larger than the server accepts. Make it smaller and try again.',
  'error.address-too-long': 'The address is too long. Shorten it and try again.',
  'error.invalid-field': 'A value is not valid. Check your input and try again.',
  'error.unknown-field': 'The request has an unknown field. Reload the page and try again.',
  'error.title-missing': 'Please Enter a Title.',
  'error.text-missing': 'Please enter a text.',
  'error.too-long': 'This is too long. Shorten it and try again.',
  'error.text-not-well-formed': 'The text has characters that cannot be stored. Type them again.',
  'error.invalid-email': 'Enter a complete email address, like name@example.org.',
  'error.url-not-playable': 'Please enter a valid URL.',
  'error.idempotency-mismatch': 'This request was already sent with other content. Reload the page and try again.',
  'error.revision-missing': 'The request does not contain a revision. Reload the page and try again.',
  'error.too-many-requests': 'Too many attempts. Wait a moment, then try again.',
  'error.headers-too-large': 'The request headers are too large. Delete the cookies of this site and try again.',
  'error.internal': 'The server had an internal error. Your change was not saved. Try again.',
  'error.unavailable': 'The service is temporarily unavailable. Try again shortly.',
  'error.disk-full': 'The disk of the server is full, so nothing was saved. Screens keep playing.',
  'error.network-request-failed': 'The server cannot be reached. Check your connection, then try again.',
  'error.no-answer': 'The server did not answer in time. Try again.',
  'error.unexpected-answer': 'The server sent an unexpected response. Reload the page and try again.',

  // Activity and undo
  'activity.open': 'Activity',
  'activity.undo': 'Undo',
  'activity.undone': 'Undone.',
  'activity.not-undone': 'Not undone. {reason}',
} as const satisfies Record<string, Message>
