import type { Message } from '@placard/contract'

/** Messages for the errors of calls of later pages. */
export const words = {
  'error.not-prepared':
    'This browser did not get the file ready in time. Close other pages and programs, then try again.',
  'error.unsupported-media-type': 'The server does not accept this kind of file. Choose another one.',
  'error.too-many-streams': 'Too many screens are connected. This one keeps playing and reconnects automatically.',
  'error.file-in-use': 'Displays or playlists show this file. Remove it everywhere, or keep it.',
  'error.file-is-logo': 'This picture is the logo of the organisation. An owner must choose another logo first.',
  'error.file-in-corner': 'A corner of a display shows this picture. Choose another picture for that corner first.',
  'error.file-in-table': 'A table shows this picture. Choose another picture in its cells first.',
  'error.file-in-take-over': 'A take-over uses this file. Choose another file for the take-over first.',
  'error.file-used-elsewhere':
    'Displays or playlists that you cannot change also show this file, so nothing was changed. Ask an owner.',
  'error.file-of-other-kind': 'A picture can only be replaced by a picture, and a film by a film.',
  'error.past-not-known': 'There is no record of what played then. Records of the last 30 days are kept.',

  'error.token-in-address':
    'Do not put an API token in an address, because logs keep addresses. Revoke this token, and send a new one in a header.',
  'error.take-over-not-found': 'This take-over does not exist. Somebody may have removed it.',
  'error.too-many-take-overs': 'At most 30 take-overs can be prepared, and 8 can run. Remove or end one first.',
  'error.take-over-name-taken': 'A prepared take-over already has this name. Choose another one.',
  'error.take-over-ended': 'This take-over has already ended. Start it again.',
  'error.take-over-not-storable':
    'Screens cannot store this in advance, so it may be missing when it is needed. Choose a picture or a film of your own, or words.',
  'error.cap-not-valid': 'This is not a valid CAP 1.2 message.',
  'error.token-not-found': 'This API token was already revoked, or has expired.',
  'error.incident-not-found': 'This incident no longer exists.',
  'error.proposal-not-found':
    'This proposal no longer exists. Somebody may have withdrawn the link that it came through.',
  'error.proposal-link-not-found': 'This link no longer exists. Somebody may have withdrawn it.',
  'error.proposal-link-not-valid':
    'This link no longer accepts proposals. Ask the person who gave it to you for a new one.',
  'error.too-many-proposals':
    'This link has as many waiting proposals as it allows. Try again once somebody has decided on them.',
  'error.too-many-proposal-links': 'There are already 50 links for proposals. Withdraw one first.',
  'error.proposal-decided': 'This proposal is no longer waiting: it was decided, or taken back.',
  'error.own-proposal': 'You proposed this yourself. Somebody else must decide about it.',
  'error.proposal-kind-not-taken': 'This link does not accept this kind of proposal.',
  'error.webhook-not-found': 'This webhook no longer exists. Somebody may have removed it.',
  'error.webhook-delivery-not-found': 'This message is no longer kept. Messages are kept for 30 days.',
  'error.alert-link-not-valid': 'This link is no longer valid. Sign in, and choose your alerts there.',
  'error.too-many-webhooks': 'An organisation has at most 10 webhooks. Remove one first.',
  'error.webhook-is-off': 'This webhook is switched off. Switch it on first.',
  'error.webhook-url-not-valid':
    'This is not a web address. Enter the complete address, without a user name and password.',
  'error.webhook-address-not-allowed':
    'This address is not on the public internet, or uses a port other than 80 and 443. Nothing is sent there.',
  'error.too-many-tokens': 'An organisation has at most 20 API tokens. Revoke one first.',
  'error.quota-exceeded':
    'The storage of your organisation is full. Ask your provider for more. Deleted files free their space after 30 days.',
  'error.organisation-not-found': 'This organisation no longer exists.',
  'error.member-not-found': 'This person no longer belongs to the organisation.',
  'error.upload-not-found': 'This upload no longer exists. Start it again.',
  'error.offset-mismatch': 'The upload continued in another window. Try again.',
  'error.upload-unfinished': 'The upload is not complete yet. Try again.',
  'error.protocol-version': 'This page is older than the server. Reload it and try again.',
  'error.schedule-no-such-time': 'This date or time of day does not exist. Correct it, and save again.',
  'error.schedule-without-days': 'Choose at least one day of the week.',
  'error.schedule-without-hours': 'Add a time of day, or choose the whole day.',
  'error.schedule-ends-first': 'The end is before the beginning. Choose a later end, or an earlier beginning.',
  'error.schedule-never-on': 'It would never be shown at these times. Widen the dates, the days or the times.',
  'error.notice-empty': 'Please write a heading or a text.',
  'error.too-many-pages': 'A PDF can have at most 200 pages. Leave some out.',
  'error.page-used-already': 'A page was used for something else meanwhile. Choose the PDF again.',
  'error.link-not-valid': 'This is not a web address. Write it like example.org/menu.',
  'error.invalid-language': 'This language does not exist. Choose one from the list.',
  'error.colour-not-valid': 'This is not a colour. Write it like #1a5fb4.',
  'error.schedule-too-long': 'A schedule can have at most 8 times of day and 100 exceptions. Remove some first.',
  'error.upload-locked': 'Part of this upload is still arriving. Try again in a moment.',
  'error.too-many-uploads': 'Your organisation has ten unfinished uploads. Wait until one is done, or cancel one.',
  'error.media-not-found': 'This file does not exist.',
  'error.id-taken': 'This id is already taken. Choose another one.',
  'error.last-owner': 'An organisation needs an owner. Make somebody else an owner first.',
  'error.already-set-up': 'Placard is already set up. Sign in, or ask the person who set it up.',
  'error.not-suspended': 'Unsubscribe the organisation before you remove it.',
  'error.too-many-displays': 'An organisation has at most 200 displays. Remove one first.',
  'error.too-many-playlists': 'An organisation has at most 200 playlists. Remove one first.',
  'error.too-many-invitations': 'There are already 100 open invitations. Withdraw one first.',
  'error.second-factor-on': 'Two-factor sign-in is already on. Reload the page.',
  'error.second-factor-off': 'The set-up of two-factor sign-in has ended. Start again.',
  'error.passkey-not-found': 'This passkey was removed. Reload the page.',
  'error.passkey-refused': 'This passkey was not accepted. Try again, or sign in another way.',
  'error.second-step-required':
    'Your organisation requires a second step or a passkey at sign-in. Set it up on your account page, or sign in again with it.',
  'error.second-step-kept':
    'Your organisation requires it for signing in, and it is your last one. Add another one first.',
  'error.own-step-first':
    'First sign in this way yourself: set it up on your account page, or sign in again with it. Nothing has changed.',
  'error.passkey-needed':
    'Two-factor sign-in needs this passkey. Add another passkey first, or turn two-factor sign-in off.',
  'error.passkeys-unavailable':
    'Passkeys do not work at this address. They need an address with a name and https. Ask the person who runs this server.',
  'error.too-many-passkeys': 'An account has at most 20 passkeys. Remove one first.',
  'error.reset-link-expired':
    'This link was already used, has expired, or was replaced by a newer one. Ask for a new one.',
  'error.setup-link-expired':
    'This set-up link is wrong, has expired, or was replaced by a newer one. Make a new one on the server.',
  'error.account-not-found': 'This account is no longer waiting. It may be subscribed by now, or removed.',
  'error.session-not-found': 'This device is already signed out.',
  'error.wrong-password': 'That is not your current password.',
  'error.file-too-large': 'This file is too large. Choose a smaller one.',
  'error.not-an-image': 'This picture cannot be read. Save it as JPEG or PNG and choose the new file.',
  'error.name-missing': 'Please enter a name.',
  'error.invalid-time-zone': 'This time zone does not exist. Choose one like Asia/Kolkata.',
  'error.file-missing': 'Please select a file.',
  'error.weak-password': 'Choose another password with at least 15 characters that is not easy to guess.',
  'error.not-a-film': 'This is not a film that can be shown. Save it as an MP4 file with H.264, then try again.',
  'error.film-damaged': 'This film is damaged or incomplete. Copy or export it again, then retry.',
  'error.film-not-for-every-screen':
    'Not every screen can play this film. Save it as MP4 with H.264, at most 1920x1080 and 30 pictures a second.',
  'error.image-damaged':
    'This picture is damaged and cannot be shown. Save it again in your picture program, then retry.',
  'error.image-too-large':
    'This picture has too many pixels. Make it smaller than 50 megapixels, no side longer than 16,384 pixels.',
  'error.pairing-code-not-found':
    'No screen is waiting with this code. Check the screen: the code changes every ten minutes and works once.',
  'error.paired-screens-only':
    'Only paired screens can play this display. Open /screen on this screen and pair it in the dashboard.',
  'error.too-many-screens': 'An organisation has at most 5,000 paired screens. Let one go first.',
  'error.corner-piece-not-found': 'This corner is empty. Somebody may have removed its content.',
  'error.town-not-found': 'This town is not in the list. Search for it by its name.',
  'error.table-in-board': 'A board uses this table. Remove the board first.',
  'error.value-not-found':
    'A value in this text is not there, cannot be shown as text, or cannot be used here. Insert it again.',
  'error.too-many-values': 'A text can have at most 10 values from tables. Take one out.',
  'error.board-column-missing':
    'This look needs a column that the table does not have. Choose another look, or add the column.',
  'error.playlist-in-zone': 'This playlist plays in a zone of a display. Choose another playlist for that zone first.',
} as const satisfies Record<string, Message>
