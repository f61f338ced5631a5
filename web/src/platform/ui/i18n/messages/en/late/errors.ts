import type { Message } from '../../../translate.ts'

/** Messages for the errors of calls of later pages. */
export const words = {
  'error.not-prepared':
    'This browser did not get the file ready in time. Close other pages and programs, then try again.',
  'error.unsupported-media-type': 'The server does not take this kind of file. Choose another one.',
  'error.too-many-streams':
    'As many screens listen here as can be served. This one plays on, and asks again by itself.',
  'error.file-in-use': 'Displays or playlists show this file. Say that it is to be taken off everywhere, or leave it.',
  'error.file-is-logo': 'This picture is the logo of the organisation. An owner can choose another logo first.',
  'error.file-in-take-over': 'A take-over shows this file, and keeps it. Give the take-over another one first.',
  'error.file-used-elsewhere':
    'This file is also on displays or in playlists that are not yours, so nothing was changed. Ask an owner.',
  'error.file-of-other-kind': 'A picture can only be replaced by a picture, and a film by a film.',
  'error.past-not-known':
    'What played then is not known any more. The last 30 days are, as far as they were written down.',

  'error.token-in-address':
    'An API token must not stand in an address, where logs keep it. Revoke it, and send another as a header.',
  'error.take-over-not-found': 'There is no such take-over. Somebody may have removed it.',
  'error.too-many-take-overs': 'There are too many: at most 30 can lie ready, and 8 can run. Remove or end one first.',
  'error.take-over-name-taken': 'There is a prepared one of that name already. Give this one another.',
  'error.take-over-ended': 'It is over already. Start it again.',
  'error.take-over-not-storable':
    'Screens cannot store this beforehand, so it may be missing when it is needed. Choose a picture or a film of your own, or words.',
  'error.cap-not-valid': 'This is not a CAP 1.2 message that can be read.',
  'error.token-not-found': 'This API token has been revoked already, or has expired.',
  'error.incident-not-found': 'There is no such alert any more.',
  'error.proposal-not-found': 'This proposal is not there any more. Its link may have been withdrawn with it.',
  'error.proposal-link-not-found': 'This link is not there any more. Somebody may have withdrawn it.',
  'error.proposal-link-not-valid': 'This link takes no proposals any more. Ask whoever gave it to you for a new one.',
  'error.too-many-proposals':
    'As many proposals as this link takes are waiting already. Try again once somebody has looked at them.',
  'error.too-many-proposal-links': 'Fifty links for proposals count already. Withdraw one first.',
  'error.proposal-decided': 'This proposal does not wait any more: it was decided, or taken back.',
  'error.own-proposal': 'You proposed this yourself. Somebody else decides about it.',
  'error.proposal-kind-not-taken': 'This link does not take this kind of proposal.',
  'error.webhook-not-found': 'This webhook is not there any more. Somebody may have removed it.',
  'error.webhook-delivery-not-found': 'This message is not kept any more. Messages are kept for 30 days.',
  'error.alert-link-not-valid': 'This link counts no more. Sign in, and choose your alerts there.',
  'error.too-many-webhooks': 'An organisation has at most 10 webhooks. Remove one first.',
  'error.webhook-is-off': 'This webhook is switched off. Switch it on first.',
  'error.webhook-url-not-valid': 'This is no web address. Copy it whole, without a name and a password in it.',
  'error.webhook-address-not-allowed':
    'This address is not in the open internet, or at another port than 80 and 443. Nothing is sent there.',
  'error.too-many-tokens': 'An organisation has at most 20 API tokens. Revoke one first.',
  'error.quota-exceeded':
    'The storage of your organisation is full. Ask your provider for more; what is deleted makes room after 30 days.',
  'error.organisation-not-found': 'There is no such organisation any more.',
  'error.member-not-found': 'This person does not belong to the organisation any more.',
  'error.upload-not-found': 'This upload is not there any more. Start it again.',
  'error.offset-mismatch': 'The upload went on elsewhere. Try again.',
  'error.upload-unfinished': 'Not everything has arrived yet. Try again.',
  'error.protocol-version': 'This page is older than the server. Reload it and try again.',
  'error.schedule-no-such-time': 'There is no such date or time of day. Check it, and save again.',
  'error.schedule-without-days': 'Choose at least one day of the week.',
  'error.schedule-without-hours': 'Add a time of day, or choose the whole day.',
  'error.schedule-ends-first': 'It would end before it begins. Choose a later end, or an earlier beginning.',
  'error.schedule-never-on': 'With these times it would never be shown. Widen the dates, the days or the times.',
  'error.notice-empty': 'Please write a heading or a text.',
  'error.too-many-pages': 'A PDF may have 200 pages at most. Leave some out.',
  'error.page-used-already': 'A page was used for something else meanwhile. Choose the PDF once more.',
  'error.link-not-valid': 'That is not a web address. Write it like example.org/menu.',
  'error.invalid-language': 'There is no such language. Choose one from the list.',
  'error.colour-not-valid': 'That is not a colour. Write it like #1a5fb4.',
  'error.schedule-too-long': 'A schedule takes at most 8 times of day and 100 exceptions. Remove some first.',
  'error.upload-locked': 'Another piece of this upload is still arriving. Try again in a moment.',
  'error.too-many-uploads': 'Ten uploads of your organisation are under way. Wait until one is done, or cancel one.',
  'error.media-not-found': 'There is no such file.',
  'error.id-taken': 'This id is taken already. Choose another.',
  'error.last-owner': 'An organisation needs an owner. Make somebody else an owner first.',
  'error.already-set-up': 'Placard is set up here already. Sign in, or ask whoever set it up.',
  'error.not-suspended': 'Only an organisation that is unsubscribed can be removed.',
  'error.too-many-displays': 'An organisation has at most 200 displays. Remove one first.',
  'error.too-many-playlists': 'An organisation has at most 200 playlists. Remove one first.',
  'error.too-many-invitations': 'A hundred invitations are open already. Withdraw one first.',
  'error.second-factor-on': 'Two-factor sign-in is on already. Reload the page.',
  'error.second-factor-off': 'Two-factor sign-in is not being set up any more. Begin again.',
  'error.reset-link-expired': 'This link has been used, has expired or was replaced by a newer one. Ask for a new one.',
  'error.setup-link-expired':
    'This set-up link is not right, has expired or was replaced by a newer one. Ask the server for a new one.',
  'error.account-not-found': 'There is no account that waits here any more. It may be subscribed by now, or removed.',
  'error.session-not-found': 'This device is signed out already.',
  'error.wrong-password': 'That is not your current password.',
  'error.file-too-large': 'This file is too large. Make it smaller and choose that.',
  'error.not-an-image': 'This picture cannot be read here. Save it as JPEG or PNG and choose that.',
  'error.name-missing': 'Please enter a name.',
  'error.invalid-time-zone': 'There is no such time zone. Choose one like Asia/Kolkata.',
  'error.file-missing': 'Please select a file.',
  'error.weak-password': 'Choose another password: 15 characters at least, and nothing that is easy to guess.',
  'error.not-a-film': 'That is not a film that can be shown. Save it as an MP4 file with H.264, then try again.',
  'error.film-damaged': 'This film is damaged or not all of it is there. Copy or export it again, then retry.',
  'error.film-not-for-every-screen':
    'Not every screen can play this film. Save it as MP4 with H.264, at most 1920x1080 and 30 pictures a second.',
  'error.image-damaged':
    'This picture is damaged and cannot be shown. Save it again in your picture program, then retry.',
  'error.image-too-large':
    'This picture has too many pixels. Make it smaller than 50 megapixels, no side longer than 16,384.',
  'error.pairing-code-not-found':
    'No screen waits with this code. Look at the glass: the code changes every ten minutes, and counts once.',
  'error.paired-screens-only':
    'This display plays on its paired screens alone. Open /screen on this screen and pair it in the dashboard.',
  'error.too-many-screens': 'An organisation has at most 5,000 paired screens. Let one go first.',
} as const satisfies Record<string, Message>
