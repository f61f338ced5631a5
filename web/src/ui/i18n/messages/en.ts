/**
 * Every word of the application, and the shape that each language must have. Texts that the specification quotes are
 * marked with their row; change them only with it. Words of the errors that the server can answer are under `error.`.
 */
export const en = {
  'product.name': 'Placard',

  // What appears all over
  'action.cancel': 'Cancel',
  'action.close': 'Close',
  'action.retry': 'Retry',
  'action.save': 'Save',
  'action.reload': 'Reload',
  'action.delete': 'Delete',
  'action.edit': 'Edit',
  'action.hide': 'Hide',
  'action.show': 'Show',
  'action.back': 'Back to dashboard',
  'status.saving': 'Saving…',
  'status.saved': 'Saved',
  'status.not-saved': 'Not saved. {reason}',
  'skip.to-content': 'Skip to content',

  // The top bar
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
  'login.help.title': 'Help with signing in',
  'login.help.password':
    'Forgotten your password? Ask the person who runs Placard for your organisation: they can set a new one for you.',
  'login.help.address':
    'Sign in with the email address that your organisation is subscribed with. Capitals do not matter.',
  'login.help.subscription':
    'If you are told that you are not subscribed, your address and password were right, but no organisation has been set up for you yet. Your provider does that.',
  'login.again.title': 'Sign in again',
  'login.again.lead': 'Your session has ended. What you have typed on this page is kept.',
  'login.again.leave': 'Leave this page',

  // Sign-up (rows U)
  'register.title': 'Create your account',
  'register.lead': 'One account for every display of your organisation.',
  'register.submit': 'Sign Up',
  'register.have-account': 'Already have an account?',
  'register.to-login': 'Log in',
  'register.password-rule': {
    one: 'At least {count} character. A few words in a row are easy to remember.',
    other: 'At least {count} characters. A few words in a row are easy to remember.',
  },
  'register.password-missing': {
    one: '{count} more character is needed.',
    other: '{count} more characters are needed.',
  },
  'register.done': 'Thank you. Your account waits for its subscription.',
  'register.done-lead':
    'Your provider sets up your organisation; then you can log in. If this address had an account before, it is as it was: log in, or ask for a new password.',

  // Dashboard (rows D)
  'dashboard.title': 'Dashboard',
  'dashboard.hello': 'Hello {name}', // D1
  'dashboard.add-container': 'Add Container', // D3
  'dashboard.add-text': 'Add Text', // D3
  'dashboard.preview': 'Preview', // D3
  'dashboard.images': 'Images streaming',
  'dashboard.texts': 'Text containers',
  'dashboard.hidden': { one: '{count} hidden', other: '{count} hidden' },
  'dashboard.load-failed': 'Your display could not be loaded.',
  'dashboard.no-display.title': 'No display yet',
  'dashboard.no-display.lead': 'Your organisation has no display so far. Ask your provider to set one up.',
  'live.connecting': 'Connecting…',
  'live.live': 'Live',
  'live.waiting': 'Reconnecting… what you see may be old',
  'live.resting': 'Paused',
  'live.ended': 'Signed out',

  'preview.heading': 'On air now',
  'preview.badge': 'Preview',
  'preview.frame': 'Live preview of {name}',

  // Images
  'items.heading': 'Containers',
  'items.count': { one: '{count} container', other: '{count} containers' },
  'items.empty': 'No Containers', // D5
  'items.empty-lead': 'Add a picture, a video or a YouTube film. It plays on the display as soon as it is saved.',
  'items.seconds': '{seconds} s',
  'items.default-duration': '{seconds} s, the default',
  'items.hidden': 'Hidden',
  'items.unplayable': 'Not playable',
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
  'items.updated': 'Updated Successfully', // X1
  'items.type.image': 'Image',
  'items.type.video': 'Video',
  'items.type.youtube': 'YouTube',

  'unplayable.unparsable': 'The address is not a valid URL, so the display leaves it out. Edit it to put it on air.',
  'unplayable.unsafe-scheme': 'Only http and https addresses can be shown, so the display leaves this out.',
  'unplayable.url-credentials': 'The address holds a user name or password, so the display leaves it out.',
  'unplayable.not-youtube': 'This is not the address of a YouTube film, so the display leaves it out.',
  'unplayable.wrong-media-kind': 'The file is of another kind than the chosen type, so the display leaves it out.',
  'unplayable.unknown': 'The display leaves this out because its file cannot be shown.',

  // The fields of an item
  'field.url': 'Image URL', // D6
  'field.address': 'URL',
  'field.title': 'Title',
  'field.type': 'Type',
  'field.duration': 'Duration',
  'field.visible': 'Visible',
  'field.url-invalid': 'Please enter a valid URL.', // V1
  'field.duration-option': { one: '{count} second', other: '{count} seconds' },
  'field.duration-default': 'Default ({seconds} seconds)',
  'field.visible-hint': 'Hidden containers stay here but do not play.',
  'field.address-hint-youtube': 'The address of a film on YouTube, as your browser shows it.',
  'field.address-hint-video': 'The https address of an MP4 or WebM file.',

  'edit.title': 'Edit container',
  'edit.deleted-meanwhile':
    'Somebody deleted this container meanwhile. What you typed is still here, but cannot be saved.',
  'conflict.title': 'Somebody else changed this meanwhile',
  'conflict.lead': 'Choose the version to go on with. Nothing is saved until you press Save.',
  'conflict.mine': 'Yours',
  'conflict.theirs': 'Theirs, saved',
  'conflict.keep-mine': 'Keep mine',
  'conflict.take-theirs': 'Take theirs',
  'conflict.visible-yes': 'Yes',
  'conflict.visible-no': 'No',

  // Add Container (rows C)
  'add.title': 'Add Container',
  'add.lead': 'It goes on air on every screen of {name} as soon as it is uploaded.',
  'add.submit': 'Submit',
  'add.upload': 'Upload',
  'add.uploaded': 'Uploaded successfully', // X1
  'add.file-missing': 'Please select a file.', // C3
  'add.file-unfit': 'Please select a valid image file less than 1 MB.', // C4
  'add.title-missing': 'Please Enter a Title.', // C5
  'add.another': 'Add another',
  'add.done': '{title} is on air.',
  'add.done-hidden': '{title} is saved and hidden.',
  'add.failed': 'The upload did not work',
  'add.failed-kept': 'What you typed is kept.',

  'upload.choose': 'Choose a picture',
  'upload.drop': 'or drop one here, or paste it',
  'upload.limit': 'JPEG, PNG, WebP or GIF, up to 1 MB',
  'upload.replace': 'Choose another picture',
  'upload.chosen': 'The chosen picture, {name}',
  'upload.uploaded': 'The uploaded picture',
  'upload.preparing': 'Preparing the picture…',
  'upload.progress': 'Upload progress',
  'upload.sent': 'Uploaded, saving…',
  'upload.percent': '{percent}%',
  'upload.queued': 'Waiting its turn…',
  'upload.waiting': 'Interrupted at {percent}%. It goes on by itself.',
  'upload.paused': 'Paused at {percent}%',
  'upload.canceled': 'Canceled. Nothing was added.',
  'upload.canceled-form': 'Canceled. What you typed is kept.',
  'upload.success': 'Added',
  'upload.pause': 'Pause',
  'upload.resume': 'Resume',
  'upload.panel': 'Uploads',
  'upload.panel-left': { one: '{count} left', other: '{count} left' },
  'upload.panel-done': 'All done',
  'upload.panel-close': 'Close the list of uploads',
  'upload.dismiss': 'Remove from the list',
  'upload.pasted': 'Pasted picture',
  'upload.drop-anywhere': 'Drop to put on air',
  'upload.drop-anywhere-lead': 'Pictures go to every screen of {name}.',
  'upload.drop-form': 'Drop the picture into the form',
  'upload.unreadable': 'This picture cannot be read. Save it again in your picture program, then retry.',

  // Ticker texts
  'lines.heading': 'Text containers',
  'lines.empty': 'No Text Containers', // D4
  'lines.empty-lead': 'Add a text and it runs along the bottom of the display.',
  'lines.move-up': 'Move up',
  'lines.move-down': 'Move down',
  'lines.moved': 'The text is now number {position} of {total}.',
  'lines.delete-question': 'Are you sure you want to delete this text?', // D7
  'lines.deleted': 'Text Container Deleted Successfully!', // X1
  'lines.added': 'Text added. Saved.',
  'lines.add.title': 'Add Text',
  'lines.add.label': 'Text',
  'lines.add.hint': 'One line. It runs along the bottom of the display.',
  'lines.add.left': { one: '{count} character left', other: '{count} characters left' },
  'lines.preview.title': 'Preview',
  'lines.preview.lead': 'All texts, in the order in which they run.',
  'lines.preview.list': 'All texts',
  'lines.preview.pause': 'Pause',
  'lines.preview.play': 'Play',

  // The slide presentation (R7)
  'test.heading': 'Smart ClassRoom', // R7
  'test.frame': 'Slide presentation: Smart ClassRoom',

  // Fallback screens (R8, X6, X7)
  'fallback.title': 'Unexpected Application Error!', // X7
  'fallback.not-found': '404 Not Found', // X7
  'fallback.not-found-lead': 'There is no page at this address. It may have moved, or the address was typed wrongly.',
  'fallback.lead': 'This page has stopped. Your displays play on. Reload to continue.',
  'fallback.home': 'Go to the start page',
  'update.title': 'A newer version is ready',
  'update.lead': 'A part of this page could not be loaded. Reload to continue.',

  // Errors: the codes of the API, and those of the way to it
  'error.bad-request': 'The request could not be read. Check your input and try again.',
  'error.invalid-id': 'That is not a valid id: lower-case letters, digits, - and _, at most 64.',
  'error.not-signed-in': 'Please sign in first.',
  'error.invalid-credential': 'The email address or the password is not right.',
  'error.quota-exceeded': 'The storage of your organisation is full. Delete something, or ask your provider for more.',
  'error.csrf':
    'The request did not come from a page of this site, so nothing was changed. Reload the page and try again.',
  'error.not-subscribed': 'You are Not Subscribed to our Services. Please Contact us to Subscribe.', // A5
  'error.not-found': 'There is nothing at this address.',
  'error.display-not-found': 'There is no such display, or it is not yours.',
  'error.item-not-found': 'This container is not there any more. Somebody may have deleted it.',
  'error.line-not-found': 'This text container is not there any more. Somebody may have deleted it.',
  'error.upload-not-found': 'This upload is not there any more. Start it again.',
  'error.offset-mismatch': 'The upload went on elsewhere. Try again.',
  'error.upload-unfinished': 'Not everything has arrived yet. Try again.',
  'error.protocol-version': 'This page is older than the server. Reload it and try again.',
  'error.upload-locked': 'Another piece of this upload is still arriving. Try again in a moment.',
  'error.too-many-uploads': 'Ten uploads of your organisation are under way. Wait until one is done, or cancel one.',
  'error.media-not-found': 'There is no such file.',
  'error.method-not-allowed': 'The server does not take this kind of request. Reload the page and try again.',
  'error.request-timeout': 'The request took too long to arrive. Try again.',
  'error.too-many-items': 'A display holds at most 500 containers. Delete one first.',
  'error.too-many-lines': 'A display holds at most 200 text containers. Delete one first.',
  'error.changed-meanwhile': 'Somebody else changed this meanwhile. Look at both and save again.',
  'error.file-too-large': 'Please select a valid image file less than 1 MB.',
  'error.body-too-large': 'That is more than the server takes. Make it smaller and try again.',
  'error.address-too-long': 'The address is too long. Shorten it and try again.',
  'error.not-an-image': 'Please select a valid image file less than 1 MB.',
  'error.unsupported-media-type': 'The server does not take this kind of file. Choose another one.',
  'error.invalid-field': 'A value does not fit. Check what you typed and try again.',
  'error.unknown-field': 'The server does not know a part of this request. Reload the page and try again.',
  'error.title-missing': 'Please Enter a Title.',
  'error.text-missing': 'Please enter a text.',
  'error.file-missing': 'Please select a file.',
  'error.too-long': 'That is too long. Shorten it and try again.',
  'error.text-not-well-formed': 'The text has characters that cannot be stored. Type them again.',
  'error.invalid-email': 'That is not a complete email address, like name@example.org.',
  'error.weak-password': 'Choose another password: 15 characters at least, and nothing that is easy to guess.',
  'error.url-not-playable': 'Please enter a valid URL.',
  'error.image-damaged':
    'This picture is damaged and cannot be shown. Save it again in your picture program, then retry.',
  'error.image-too-large': 'This picture has too many pixels. Make it smaller than 50 megapixels.',
  'error.idempotency-mismatch': 'This request was sent before with other content. Reload the page and try again.',
  'error.revision-missing': 'The request did not say which state it changes. Reload the page and try again.',
  'error.too-many-requests': 'Too many tries. Wait a little, then try again.',
  'error.headers-too-large': 'The request carries too much in its head. Delete the cookies of this site and try again.',
  'error.internal': 'Something went wrong on our side. Your change was not saved. Try again.',
  'error.unavailable': 'The service is not available for a moment. Try again shortly.',
  'error.disk-full': 'The server has no space left, so nothing was saved. What plays goes on playing.',
  'error.network-request-failed': 'The server cannot be reached. Check your connection, then try again.',
  'error.no-answer': 'The server did not answer in time. Try again.',
  'error.unexpected-answer': 'The server answered in an unexpected way. Reload the page and try again.',
} as const
