import type { Message } from '@placard/contract'

/** Messages for signing in, signing up and new passwords. */
export const words = {
  'login.help.title': 'Help with signing in',
  'login.help.password': 'If you cannot remember your password, you can request a link to choose a new one:',
  'login.help.address': 'Sign in with the email address of your subscription. It is not case-sensitive.',
  'login.help.subscription':
    'If a message says that you are not subscribed, your address and password are correct, but you have no organisation yet. Your provider sets it up.',
  'login.waiting.title': 'You have no access yet',
  'login.waiting.lead':
    'Your password is correct. But the account {email} has no organisation, or its address is not confirmed.',
  'login.waiting.link':
    'If you were invited, open the invitation link. Otherwise your provider can subscribe you, or give you a link.',
  'login.waiting.back': 'Back to signing in',

  'contact.us': 'Contact us:',

  'login.again.title': 'Sign in again',
  'login.again.lead': 'Your session has ended. Your input on this page is kept.',
  'login.again.leave': 'Leave this page',
  'login.removed.title': 'You are signed out',
  'login.removed.lead':
    'You are no longer a member of {name}. An owner removed you, or the subscription ended. If this is a mistake, ask an owner. Your input on this page is kept.',
  'login.passkey.failed': 'The browser could not use a passkey. Try again, or sign in with your password.',
  'login.code.passkey': 'Use a passkey',
  'login.code.title': 'One more step',
  'login.code.lead': 'Two-factor sign-in is on for this account.',
  'login.code.label': 'Code',
  'login.code.hint': 'The six digits that your authenticator app shows now.',
  'login.code.recovery-label': 'Recovery code',
  'login.code.recovery-hint':
    'One of the codes that you stored when you turned two-factor sign-in on. Each works once.',
  'login.code.use-recovery': 'Use a recovery code instead',
  'login.code.use-app': 'Use the authenticator app instead',
  'login.code.back': 'Start again',

  'forgot.title': 'Forgot your password?',
  'forgot.lead': 'You receive a link to choose a new one.',
  'forgot.submit': 'Send the link',
  'forgot.done': 'Check your email',
  'forgot.done-lead':
    'If {email} has an account, you will receive an email with a link. The link works once, within {minutes} minutes. If it does not arrive, check your spam folder.',
  'forgot.no-mail': 'Ask your provider',
  'forgot.no-mail-lead':
    'This server does not send email. The person who runs Placard for your organisation can give you a link to choose a new password.',
  'forgot.remembered': 'Remembered it?',

  'reset.title': 'Choose a new password',
  'reset.lead': 'A new password signs you out everywhere else.',
  'reset.label': 'New password',
  'reset.submit': 'Change the password',
  'reset.done': 'Your password is changed. Sign in with the new one.',
  'reset.no-link': 'This page needs the link that was sent to you. Open that link again, or ask for a new one.',
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
  'register.done': 'Thank you. Your account is waiting for its subscription.',
  'register.done-mail':
    'A link was sent to {email}. Open it within ten minutes and choose your password again to confirm the address.',
  'register.done-lead':
    'You can log in once your provider has subscribed you to an organisation. If this address already had an account, that account is unchanged. Log in, or ask for a new password.',

  'console.organisation-id': 'Id of the organisation',
  'console.account.active': 'Active',
  'console.account.disabled': 'Disabled',
  'console.account.unproven': 'Signed up, address not confirmed',
  'console.account.none': 'No account yet',
  'console.account.operator': 'Operator',
} as const satisfies Record<string, Message>
