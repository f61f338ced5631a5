import type { Message } from '../../../translate.ts'

/** Messages for signing in, signing up and new passwords. */
export const words = {
  'login.help.title': 'Help with signing in',
  'login.help.password': 'If you cannot remember your password, a link lets you choose a new one:',
  'login.help.address':
    'Sign in with the email address that your organisation is subscribed with. Capitals do not matter.',
  'login.help.subscription':
    'If you are told that you are not subscribed, your address and password were right, but no organisation has been set up for you yet. Your provider does that.',
  'login.waiting.title': 'Nothing is open to you yet',
  'login.waiting.lead':
    'The password of {email} was right. But this account belongs to no organisation, or nobody has shown yet that the address is theirs.',
  'login.waiting.link':
    'If you were invited, open the link of the invitation. Otherwise your provider can subscribe you, or give you a link.',
  'login.waiting.back': 'Back to signing in',

  'contact.us': 'This is how you reach us:',

  'login.again.title': 'Sign in again',
  'login.again.lead': 'Your session has ended. What you have typed on this page is kept.',
  'login.again.leave': 'Leave this page',
  'login.removed.title': 'You are signed out',
  'login.removed.lead':
    'You do not belong to {name} any more: an owner has removed you, or the subscription has ended. Ask an owner if that is a mistake. What you have typed on this page is kept.',
  'login.code.title': 'One more step',
  'login.code.lead': 'Two-factor sign-in is on for this account.',
  'login.code.label': 'Code',
  'login.code.hint': 'The six digits that your authenticator app shows now.',
  'login.code.recovery-label': 'Recovery code',
  'login.code.recovery-hint': 'One of the codes that you kept when you turned two-factor sign-in on. Each works once.',
  'login.code.use-recovery': 'Use a recovery code instead',
  'login.code.use-app': 'Use the authenticator app instead',
  'login.code.back': 'Start again',

  'forgot.title': 'Forgot your password?',
  'forgot.lead': 'A link lets you choose a new one.',
  'forgot.submit': 'Send the link',
  'forgot.done': 'Look into your mailbox',
  'forgot.done-lead':
    'If {email} has an account, a mail with a link is on its way. The link works once, within {minutes} minutes. If nothing comes, look into the spam folder too.',
  'forgot.no-mail': 'Ask your provider',
  'forgot.no-mail-lead':
    'This server sends no mail. The person who runs Placard for your organisation can give you a link to choose a new password.',
  'forgot.remembered': 'Remembered it?',

  'reset.title': 'Choose a new password',
  'reset.lead': 'It signs you out everywhere else.',
  'reset.label': 'New password',
  'reset.submit': 'Change the password',
  'reset.done': 'Your password is changed. Sign in with it.',
  'reset.no-link': 'This page opens by the link that you were sent. Open that link once more, or ask for a new one.',
  'reset.ask-again': 'Ask for a new link',

  'account.load-failed': 'This could not be loaded.',

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
  'register.done-mail':
    'A link was sent to {email}. Open it within ten minutes and choose your password once more: that shows that the address is yours.',
  'register.done-lead':
    'Your provider subscribes you to an organisation; then you can log in. If this address had an account before, it is as it was: log in, or ask for a new password.',

  'console.organisation-id': 'Id of the organisation',
  'console.account.active': 'Active',
  'console.account.disabled': 'Barred',
  'console.account.unproven': 'Signed up, address not shown',
  'console.account.none': 'No account yet',
  'console.account.operator': 'Operator',
} as const satisfies Record<string, Message>
