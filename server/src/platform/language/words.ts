import type { Message } from '@placard/contract'

/**
 * The texts of mails and of the page to read, in English. `messages/<language>/server.json` has them in every other language. A name in
 * braces is a parameter; `{count}` decides the form.
 */
export const words = {
  'mail.hello': 'Hello,',
  'mail.more': { one: 'And {count} more.', other: 'And {count} more.' },

  // Accounts
  'mail.reset.subject': 'Reset your Placard password',
  'mail.reset.body':
    'Somebody requested a new password for the Placard account {email}. If it was you, open this page and choose one:',
  'mail.reset.open': 'Choose a new password',
  'mail.reset.expires': {
    one: 'The link works once, within {count} minute.',
    other: 'The link works once, within {count} minutes.',
  },
  'mail.reset.ignore': 'If it was not you, ignore this email. Your password does not change.',

  'mail.confirm.subject': 'Confirm your email address',
  'mail.confirm.body':
    'Somebody signed up for Placard with the address {email}. If it was you, open this page and choose your password again. This confirms your address and gives you access to the displays of your organisation:',
  'mail.confirm.open': 'Confirm this address',
  'mail.confirm.expires': {
    one: 'The link works once, within {count} minute. After that, request another one with “Forgot your password?”.',
    other: 'The link works once, within {count} minutes. After that, request another one with “Forgot your password?”.',
  },
  'mail.confirm.ignore': 'If it was not you, ignore this email. The other person gets no access.',

  'mail.invitation.subject': 'Your account for the displays of {organisation}',
  'mail.invitation.body':
    'You are subscribed to manage displays of {organisation}. Open this page and choose a password:',
  'mail.invitation.open': 'Create my account',
  'mail.invitation.expires': {
    one: 'The link works once, within {count} day, and only for the address {email}. Do not share it.',
    other: 'The link works once, within {count} days, and only for the address {email}. Do not share it.',
  },

  'mail.password-changed.subject': 'Your Placard password was changed',
  'mail.password-changed.body':
    'The password of the Placard account {email} was changed, and all other devices were signed out.',
  'mail.password-changed.next':
    'If it was you, ignore this email. If not, choose a new password now and contact the person who runs Placard for your organisation.',
  'mail.password-changed.open': 'Choose a new password',

  'mail.second-factor.on.subject': 'Two-factor sign-in for Placard was turned on',
  'mail.second-factor.on.body': 'Two-factor sign-in was turned on for the Placard account {email}.',
  'mail.second-factor.off.subject': 'Two-factor sign-in for Placard was turned off',
  'mail.second-factor.off.body': 'Two-factor sign-in was turned off for the Placard account {email}.',
  'mail.second-factor.next':
    'If it was you, ignore this email. If not, change your password now and contact the person who runs Placard for your organisation.',

  'mail.passkey.added.subject': 'A passkey was added to your Placard account',
  'mail.passkey.added.body': 'A passkey was added to the Placard account {email}. It signs in without a password.',
  'mail.passkey.removed.subject': 'A passkey was removed from your Placard account',
  'mail.passkey.removed.body': 'A passkey was removed from the Placard account {email}.',
  'mail.passkey.next':
    'If this was not you, remove passkeys that you do not know on the account page, change the password and end the other sessions.',

  'mail.identity.subject': 'Your Placard account is linked to {provider}',
  'mail.identity.body':
    'Somebody signed in through {provider} with the address {email} for the first time. Your Placard account is now linked to that sign-in.',
  'mail.identity.next':
    'If it was you, ignore this email. If not, contact the person who runs Placard for your organisation.',

  // Proposals
  'mail.waiting.subject-one': 'A proposal for {where} is waiting',
  'mail.waiting.subject': { one: '{count} proposal is waiting', other: '{count} proposals are waiting' },
  'mail.waiting.line': '“{title}” for {where}. Signed as “{name}”.',
  'mail.waiting.not-shown': 'Proposals are not shown until somebody approves them.',
  'mail.waiting.open': 'Review the proposals',
  'mail.waiting.why': 'You get this email because you can decide about proposals.',
  'mail.answer.approved.subject': 'Your proposal to {organisation} was approved',
  'mail.answer.approved.body': 'Your proposal to {organisation} was approved and will be shown.',
  'mail.answer.refused.subject': 'Your proposal to {organisation} was refused',
  'mail.answer.refused.body': 'Your proposal to {organisation} was refused.',
  'mail.answer.until': 'It is on until {day}.',
  'mail.answer.word': 'Message: “{word}”',
  'mail.answer.why':
    'You get this single email because the proposer entered this address. If it was not you, ignore it.',

  // Webhooks
  'mail.webhook.failing.subject': 'The webhook to {host} is failing',
  'mail.webhook.failing.since': 'No message was delivered to the webhook at {host} since {moment}.',
  'mail.webhook.failing.no-answer': 'It did not answer.',
  'mail.webhook.failing.status': 'It last answered with {status}.',
  'mail.webhook.failing.next':
    'Placard retries failed messages. If a message cannot be delivered for three days, the webhook is switched off.',
  'mail.webhook.off.subject': 'The webhook to {host} was switched off',
  'mail.webhook.failed.body':
    'No message was delivered to the webhook at {host} for three days, so it was switched off. It receives no more messages.',
  'mail.webhook.failed.next':
    'You can switch it on again on the webhooks page. Missed messages are kept there for 30 days, and you can send them again.',
  'mail.webhook.gone.body': 'The webhook at {host} answered 410 (Gone), so it was switched off.',
  'mail.webhook.gone.next': 'You can switch it on again on the webhooks page.',
  'mail.webhook.open': 'Open the webhooks',
  'mail.webhook.why': 'You get this because you are an owner of the organisation.',

  // Alerts: subjects. `-at` names the place of all screens, `still` is a reminder
  'mail.alert.back-one': '{name} is back after {time}',
  'mail.alert.back': { one: '{count} screen is back', other: '{count} screens are back' },
  'mail.alert.back-at': { one: '{count} screen of {place} is back', other: '{count} screens of {place} are back' },
  'mail.alert.server': {
    one: '{count} screen stopped reporting at once',
    other: '{count} screens stopped reporting at once',
  },
  'mail.alert.server-at': {
    one: '{count} screen of {place} stopped reporting at once',
    other: '{count} screens of {place} stopped reporting at once',
  },
  'mail.alert.unsteady-one': '{name} is unsteady',
  'mail.alert.unsteady': { one: '{count} screen is unsteady', other: '{count} screens are unsteady' },
  'mail.alert.unsteady-at': {
    one: '{count} screen of {place} is unsteady',
    other: '{count} screens of {place} are unsteady',
  },
  'mail.alert.dark-one': '{name} shows nothing',
  'mail.alert.dark-one-still': '{name} still shows nothing',
  'mail.alert.silent-one': '{name} is not reporting',
  'mail.alert.silent-one-still': '{name} is still not reporting',
  'mail.alert.panel-off-one': 'The panel of {name} is off',
  'mail.alert.hot-one': '{name} runs hot',
  'mail.alert.disk-full-one': 'The storage of {name} is nearly full',
  'mail.alert.update-undone-one': '{name} went back to its previous software version',
  'mail.alert.machines': { one: '{count} problem needs attention', other: '{count} problems need attention' },
  'mail.alert.over-one': '{name}: the problem is over after {time}',
  'mail.alert.over': { one: '{count} problem is over', other: '{count} problems are over' },
  'mail.alert.many': {
    one: '{count} screen may show nothing, since {time}',
    other: '{count} screens may show nothing, since {time}',
  },
  'mail.alert.many-at': {
    one: '{count} screen of {place} may show nothing, since {time}',
    other: '{count} screens of {place} may show nothing, since {time}',
  },
  'mail.alert.many-still': {
    one: '{count} screen still may show nothing, since {time}',
    other: '{count} screens still may show nothing, since {time}',
  },
  'mail.alert.many-at-still': {
    one: '{count} screen of {place} still may show nothing, since {time}',
    other: '{count} screens of {place} still may show nothing, since {time}',
  },

  // Alerts: one line for each screen
  'mail.alert.where': '{display}, {place}',
  'mail.alert.line.steady': '“{name}” ({where}) has been steady for an hour.',
  'mail.alert.line.back': '“{name}” ({where}) is back after {time}. The problem began {moment}.',
  'mail.alert.line.dark': '“{name}” ({where}) has shown nothing since {moment}.',
  'mail.alert.line.silent': '“{name}” ({where}) has not reported since {moment}.',
  'mail.alert.line.panel-off':
    'The panel of “{name}” ({where}) has been off since {moment}, although its display is open.',
  'mail.alert.line.hot': '“{name}” ({where}) has been too hot since {moment}, or is slowed down.',
  'mail.alert.line.disk-full': 'The storage of “{name}” ({where}) has been nearly full since {moment}.',
  'mail.alert.line.update-undone':
    '“{name}” ({where}) has run version {running} of the software for screens again since {moment}, because version {undone} was not well.',
  'mail.alert.line.over': '“{name}” ({where}): the problem is over after {time}. It began {moment}.',
  'mail.alert.line.unsteady':
    '“{name}” ({where}) stopped and came back four times within an hour. You get no more alerts about it until it has been steady for an hour.',
  'mail.alert.more': { one: 'And {count} more.', other: 'And {count} more.' },
  'mail.alert.suspects':
    'More than half of your screens stopped reporting within two minutes. The cause is probably the server or its network, not the screens. They keep playing what they have stored.',
  'mail.alert.try.dark':
    'What to try: check the screen. Another window or a question of the browser may cover it. If that does not help, restart the device.',
  'mail.alert.try.silent':
    'What to try: check that the device is on and has a network. It may still be playing what it has stored.',
  'mail.alert.try.panel-off':
    'What to try: switch the panel on in the details of the screen. If it does not answer, check its power and its cable.',
  'mail.alert.try.hot': 'What to try: check that air reaches the machine, and that its power supply is strong enough.',
  'mail.alert.try.disk-full':
    'What to try: free space on the storage of the machine, or replace it by a larger one. A full storage stops updates and may stop the screen.',
  'mail.alert.try.update-undone':
    'What to do: the screen plays as before, so nothing is urgent. No other screen gets the new version until an owner decides, on the page “Screens”.',
  'mail.alert.try.unsteady':
    'What to try: its network may be weak, or its power may fail. A network cable instead of wireless often helps.',
  'mail.alert.open': 'View the screens',
  'mail.alert.why': 'You get this email because of your settings on the page “Alerts”.',
  'mail.alert.quiet': 'Mute this alert or stop these emails',

  // To the operator
  'mail.server.disk.subject': 'The disk of Placard is full',
  'mail.server.disk.body':
    'The disk with the data of Placard is full. Screens keep playing, but uploads are refused. Free space on the disk, or remove files in the library.',
  'mail.server.backup.subject': 'The Placard backup failed',
  'mail.server.backup.body': 'The daily backup was not created.',
  'mail.server.certificate.subject': {
    one: 'The Placard certificate expires in {count} day',
    other: 'The Placard certificate expires in {count} days',
  },
  'mail.server.certificate.body': {
    one: 'The certificate of the public address expires in {count} day. Browsers and screens then refuse to connect. Renew it, or check why the automatic renewal failed.',
    other:
      'The certificate of the public address expires in {count} days. Browsers and screens then refuse to connect. Renew it, or check why the automatic renewal failed.',
  },
  'mail.server.why': 'You get this email only once until the problem is solved.',

  // The page to read: everything that a display shows, as text
  'read.title': '{name}, to read',
  'read.as-of': 'As of {time}.',
  'read.asleep': 'The screens are dark now. They are on again {time}.',
  'read.now': 'Now',
  'read.at': 'At {time}',
  'read.over': 'Instead of everything else',
  'read.drill': 'Drill, this is only a test',
  'read.insert': 'Over a part of the screen, for a while',
  'read.on-screen': 'On the screen',
  'read.in-ticker': 'Texts that run below',
  'read.in-corners': 'In the corners',
  'read.before': 'Until a moment ago',
  'read.nothing': 'Nothing is shown at the moment.',
  'read.none': 'There is no display at this address.',
  'read.follow': 'Follow the changes',
  'read.follows': 'Following. Press to stop.',
  'read.now-shown': 'Now: {what}',
  'read.about': 'This page shows what the screens show, without movement. It can be printed.',
  'read.link': 'Link to this',
  'read.share': 'Share',
  'read.copied': 'The link is copied.',
  'read.kind.image': 'Picture',
  'read.kind.video': 'Film',
  'read.kind.video-length': 'Film, {length}',
  'read.kind.youtube': 'Film on YouTube',
  'read.kind.webpage': 'Web page',
  'read.kind.board': 'Board',
  'read.kind.weather': 'Weather',
  'read.kind.notice': 'Notice',
  'read.kind.deck': { one: 'Document, {count} page', other: 'Document, {count} pages' },
  'read.kind.feed': 'News and dates',
  'read.open-film': 'Open the film',
  'read.page': 'Page {number}',
  'read.not-described': 'It has no description.',
  'read.no-words': 'No words on it, or none that can be read out.',
  'read.calendar': 'Add to calendar',
} as const satisfies Record<string, Message>
