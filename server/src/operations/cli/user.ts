import { Email, joinPath, RESET_LINK_EXPIRES_MS, type SubscriberInvited } from '@placard/contract'
import { COMMAND_LINE } from '../../content/activity/service.ts'
import type { Accounts } from '../../people/accounts/service.ts'
import type { Context } from '../../platform/context.ts'
import { type Call, type Command, Failure, WrongUse } from './command.ts'
import { readDisplayId, readEmail, readOrganisationId, readRole, requireDisplay } from './ids.ts'
import { table } from './output.ts'
import { choosePassword, PASSWORD_DETAILS, PASSWORD_OPTIONS } from './password.ts'

const DEFAULT_TYPE = 'standard'
/** The server is another process, and notices the change by itself. */
const OPEN_PAGES = ['It takes effect at once for new requests, and within 5 seconds for open dashboards.']

const create: Command = {
  name: 'user create',
  words: ['EMAIL'],
  options: PASSWORD_OPTIONS,
  summary: 'Creates an account. It can sign in after it is subscribed.',
  details: PASSWORD_DETAILS,
  async run(call) {
    const email = readEmail(call.words[0])
    const { password, generated } = await choosePassword(call)
    const accounts = await accountsOf(call)
    const created = await accounts.createUser({ email, name: email, password }, COMMAND_LINE)
    if (created.status === 'email-taken') {
      throw new Failure(
        'email-taken',
        `${email} already has an account. "user password ${email}" changes its password.`,
      )
    }
    const subscribed = (await accounts.findProfile(email)) !== undefined
    return {
      lines: [
        `Created an account for ${email}.`,
        ...(generated ? [passwordLine(password)] : []),
        ...(subscribed
          ? []
          : [`It is not subscribed yet. Run: placard user subscribe ${email} --organisation ID --display ID`]),
      ],
      json: { email, subscribed, ...(generated ? { password } : {}) },
    }
  },
}

const password: Command = {
  name: 'user password',
  words: ['EMAIL'],
  options: PASSWORD_OPTIONS,
  summary: 'Changes the password of an account and ends its sessions.',
  details: [...PASSWORD_DETAILS, ...OPEN_PAGES],
  async run(call) {
    const email = readEmail(call.words[0])
    const accounts = await accountsOf(call)
    await requireAccount(accounts, email)
    const chosen = await choosePassword(call)
    if (!(await accounts.setPassword(email, chosen.password))) throw noAccount(email)
    return {
      lines: [
        `${email} has a new password. Its sessions have ended.`,
        ...(chosen.generated ? [passwordLine(chosen.password)] : []),
      ],
      json: { email, ...(chosen.generated ? { password: chosen.password } : {}) },
    }
  },
}

const subscribe: Command = {
  name: 'user subscribe',
  words: ['EMAIL'],
  options: {
    organisation: { kind: 'text', value: 'ID', required: true, about: 'the organisation whose displays they manage' },
    display: { kind: 'text', value: 'ID', required: true, about: 'the display that their dashboard opens with' },
    type: { kind: 'text', value: 'TEXT', about: `type of subscription; default: "${DEFAULT_TYPE}"` },
    role: { kind: 'text', value: 'ROLE', about: 'viewer, editor or owner; default: "owner"' },
    message: { kind: 'text', value: 'TEXT', about: 'a note; default: empty' },
  },
  summary: 'Subscribes a person. If they have no account, prints an invitation link.',
  details: [
    'An existing account with the address is subscribed at once. If they signed up themselves, make sure that the account is',
    'theirs. Without an account, the printed link gives access to the subscription: send it only to them. If',
    'email is configured, it is also sent to the address.',
    'An existing subscription is changed, and omitted options keep their value. A change of the organisation ends',
    'their sessions.',
  ],
  async run(call) {
    const email = readEmail(call.words[0])
    const organisationId = readOrganisationId(call.text('organisation'))
    const displayId = readDisplayId(call.text('display'))
    const { context } = await call.open()
    await requireDisplay(context, { organisationId, displayId })
    const accounts = await accountsOf(call)
    const role = call.text('role') === undefined ? undefined : readRole(call.text('role'))
    const before = await accounts.findProfile(email)
    const profile = {
      id: displayId,
      org: organisationId,
      msg: readWord(call, 'message') ?? before?.msg ?? '',
      subType: readWord(call, 'type') ?? before?.subType ?? DEFAULT_TYPE,
    }
    await accounts.putProfile(context, { email, ...profile, role }, COMMAND_LINE)
    const invited = await accounts.inviteSubscriber(email, COMMAND_LINE)
    return {
      lines: [
        `${email} is subscribed to ${organisationId}/${displayId}.`,
        ...(before && before.org !== organisationId ? [`The subscription before was ${before.org}/${before.id}.`] : []),
        ...(invited
          ? [
              `The address has no account yet. Create one with "user create ${email}", or send this link:`,
              ...invitationLines(context, invited),
            ]
          : []),
      ],
      json: {
        email,
        profile,
        hasAccount: invited === undefined,
        invitation: invited ? invitationOf(context, invited) : null,
      },
    }
  },
}

const invite: Command = {
  name: 'user invite',
  words: ['[EMAIL]'],
  options: {},
  summary: 'Prints a link for a subscribed person to create their account.',
  details: [
    'It works once, for a week, and only for that address. It replaces the previous link. If email is configured, it is also',
    'sent to the address. Without EMAIL: a link for every subscribed person without an account, as after an import.',
  ],
  async run(call) {
    const accounts = await accountsOf(call)
    const { context } = await call.open()
    const waiting =
      call.words[0] === undefined
        ? (await accounts.listUsers()).filter(({ waits }) => waits).map(({ email }) => Email.parse(email))
        : [readEmail(call.words[0])]
    const invitations: { email: string; link: string; expiresAt: string; mailed: boolean }[] = []
    for (const email of waiting) {
      const invited = await accounts.inviteSubscriber(email, COMMAND_LINE)
      if (invited) invitations.push({ email, ...invitationOf(context, invited) })
      else if (call.words[0] !== undefined) {
        throw new Failure('not-waiting', `${email} is not subscribed, or already has an account.`)
      }
    }
    const lines = invitations.flatMap(({ email, link, mailed }) => [
      `${email}${mailed ? ' (also sent by email)' : ''}`,
      `  ${link}`,
    ])
    return {
      lines:
        lines.length === 0
          ? ['No subscribed person is without an account.']
          : [...lines, 'Each link works once, for a week, and only for its address.', ...originLines(context)],
      json: { invitations },
    }
  },
}

const unsubscribe: Command = {
  name: 'user unsubscribe',
  words: ['EMAIL'],
  options: {},
  summary: 'Ends a subscription and its sessions. The account stays.',
  details: OPEN_PAGES,
  async run(call) {
    const email = readEmail(call.words[0])
    const removed = await (await accountsOf(call)).removeProfile(email)
    if (!removed) throw new Failure('not-subscribed', `${email} is not subscribed.`)
    return { lines: [`${email} is no longer subscribed.`], json: { email } }
  },
}

const disable: Command = {
  name: 'user disable',
  words: ['EMAIL'],
  options: {},
  summary: 'Disables an account and ends its sessions.',
  details: OPEN_PAGES,
  run: (call) => setDisabled(call, true),
}

const enable: Command = {
  name: 'user enable',
  words: ['EMAIL'],
  options: {},
  summary: 'Enables a disabled account.',
  run: (call) => setDisabled(call, false),
}

const operator: Command = {
  name: 'user operator',
  words: ['EMAIL', 'on|off'],
  options: {},
  summary: 'Makes an account an operator, or ends that.',
  details: ['An operator manages organisations and subscriptions, with or without an organisation of their own.'],
  async run(call) {
    const email = readEmail(call.words[0])
    const wanted = call.words[1]
    if (wanted !== 'on' && wanted !== 'off') throw new WrongUse('Give on or off: placard user operator EMAIL on|off')
    const on = wanted === 'on'
    if (!(await (await accountsOf(call)).setOperator(email, on))) throw noAccount(email)
    const line = on ? `${email} is an operator.` : `${email} is not an operator.`
    return { lines: [line], json: { email, operator: on } }
  },
}

const list: Command = {
  name: 'user list',
  words: [],
  options: {},
  summary: 'Lists all accounts and subscriptions.',
  async run(call) {
    const users = await (await accountsOf(call)).listUsers()
    const rows = users.map(({ email, account, waits, profile, role, operator }) => [
      email,
      profile ? `${profile.org}/${profile.id}` : '-',
      [...(role ? [role] : []), ...(operator ? ['operator'] : [])].join(', ') || '-',
      account === 'none' ? 'no account yet' : waits ? `${account}, address not confirmed` : account,
    ])
    return {
      lines:
        users.length === 0
          ? ['There are no accounts yet.']
          : table([['EMAIL', 'SUBSCRIBED TO', 'ROLE', 'ACCOUNT'], ...rows]),
      json: {
        users: users.map(({ id: _, ...user }) => ({ ...user, profile: user.profile ?? null, role: user.role ?? null })),
      },
    }
  },
}

const resetLink: Command = {
  name: 'user reset-link',
  words: ['EMAIL'],
  options: {
    valid: { kind: 'text', value: 'TIME', about: 'how long it works, like 10m (default), at most 24h' },
  },
  summary: 'Prints a link to choose a new password.',
  details: [
    'It works once, and only for this account. Send it only to the owner of the account. It begins with PUBLIC_URL.',
  ],
  async run(call) {
    const email = readEmail(call.words[0])
    const validMs = readDuration(call.text('valid'))
    const { context } = await call.open()
    const path = await (await accountsOf(call)).createResetLink(email, validMs)
    if (path === undefined) {
      throw new Failure('account-not-found', `${email} has no account with password sign-in.`)
    }
    const link = originOf(context) + path
    const expiresAt = new Date(context.now() + validMs).toISOString()
    return {
      lines: [link, `It works once, until ${expiresAt}.`, ...originLines(context)],
      json: { email, link, expiresAt },
    }
  },
}

const twoFactorOff: Command = {
  name: 'user two-factor off',
  words: ['EMAIL'],
  options: {},
  summary: 'Turns off two-factor sign-in for a person who lost their authenticator app.',
  details: ['Check who requests this: afterwards, the password is enough to sign in.'],
  async run(call) {
    const email = readEmail(call.words[0])
    const wasOn = await (await accountsOf(call)).turnSecondFactorOff(email)
    if (wasOn === undefined) throw noAccount(email)
    return {
      lines: [
        wasOn
          ? `${email} now signs in with the password only.`
          : `${email} has no second factor. An unfinished set-up was removed.`,
      ],
      json: { email, wasOn },
    }
  },
}

const passkeysRemove: Command = {
  name: 'user passkeys remove',
  words: ['EMAIL'],
  options: {},
  summary: 'Removes all passkeys of a person, for example after their devices were stolen.',
  details: ['Two-factor sign-in is turned off if it has no authenticator app. Sessions do not end.'],
  async run(call) {
    const email = readEmail(call.words[0])
    const removed = await (await accountsOf(call)).removePasskeys(email)
    if (removed === undefined) throw noAccount(email)
    return {
      lines: [removed > 0 ? `${removed} passkeys of ${email} were removed.` : `${email} has no passkeys.`],
      json: { email, removed },
    }
  },
}

const unlink: Command = {
  name: 'user unlink',
  words: ['EMAIL'],
  options: {},
  summary: 'Removes the link between an account and the identity provider.',
  details: [
    'The next person who signs in through the identity provider with this address is linked to the account. For an address with a',
    'new owner, or a person who was created again at the identity provider. Sessions and the password do not change.',
  ],
  async run(call) {
    const email = readEmail(call.words[0])
    const wasLinked = await (await accountsOf(call)).unlinkSingleSignOn(email)
    if (wasLinked === undefined) throw noAccount(email)
    return {
      lines: [wasLinked ? `${email} is no longer linked.` : `${email} was not linked.`],
      json: { email, wasLinked },
    }
  },
}

const remove: Command = {
  name: 'user remove',
  words: ['EMAIL'],
  options: {},
  summary: 'Permanently removes an account that is not subscribed.',
  details: [
    'Its password, sessions and second factor are removed. Its entries in the activity logs of organisations stay. If the account',
    'is subscribed, run "user unsubscribe" first. If it is an operator, run "user operator EMAIL off" first.',
  ],
  async run(call) {
    const email = readEmail(call.words[0])
    const accounts = await accountsOf(call)
    const known = (await accounts.listUsers()).find((user) => user.email === email)
    if (known?.id === undefined) throw noAccount(email)
    if (!(await accounts.removeWaiting(known.id))) {
      const first = known.operator ? `user operator ${email} off` : `user unsubscribe ${email}`
      throw new Failure(
        'still-in-use',
        `${email} is ${known.operator ? 'an operator' : 'subscribed'}. Run "${first}" first.`,
      )
    }
    return { lines: [`The account of ${email} was removed.`], json: { email } }
  },
}

export const USER_COMMANDS: Command[] = [
  create,
  password,
  resetLink,
  twoFactorOff,
  passkeysRemove,
  unlink,
  subscribe,
  invite,
  unsubscribe,
  disable,
  enable,
  remove,
  operator,
  list,
]

const MINUTE_MS = 60_000
const MAX_VALID_MS = 24 * 60 * MINUTE_MS

/** Parses minutes or hours. @returns milliseconds */
function readDuration(text: string | undefined): number {
  if (text === undefined) return RESET_LINK_EXPIRES_MS
  const [, count, unit] = /^([1-9]\d{0,3})([mh])$/.exec(text) ?? []
  const ms = Number(count) * (unit === 'h' ? 60 : 1) * MINUTE_MS
  if (ms <= MAX_VALID_MS) return ms
  throw new Failure('invalid-field', '--valid takes minutes or hours, from 1m to 24h.')
}

async function setDisabled(call: Call, disabled: boolean) {
  const email = readEmail(call.words[0])
  if (!(await (await accountsOf(call)).setDisabled(email, disabled))) throw noAccount(email)
  const line = disabled ? `${email} can no longer sign in. Its sessions have ended.` : `${email} can sign in again.`
  return { lines: [line], json: { email, disabled } }
}

async function accountsOf(call: Call): Promise<Accounts> {
  return (await call.open()).accounts()
}

async function isThere(accounts: Accounts, email: string): Promise<boolean> {
  return (await accounts.listUsers()).some((user) => user.email === email && user.account !== 'none')
}

async function requireAccount(accounts: Accounts, email: string): Promise<void> {
  if (!(await isThere(accounts, email))) throw noAccount(email)
}

function noAccount(email: string): Failure {
  return new Failure('account-not-found', `${email} has no account.`)
}

function originOf({ config: { publicUrl, port } }: Context): string {
  return publicUrl ?? `http://localhost:${port}`
}

function originLines({ config }: Context): string[] {
  return config.publicUrl === undefined
    ? ['PUBLIC_URL is not set. Replace the beginning of the link with the address of Placard.']
    : []
}

function invitationOf(context: Context, { token, expiresAt, mailed }: SubscriberInvited) {
  return { link: originOf(context) + joinPath(token), expiresAt: new Date(expiresAt).toISOString(), mailed }
}

function invitationLines(context: Context, invited: SubscriberInvited): string[] {
  const { link, expiresAt, mailed } = invitationOf(context, invited)
  return [
    `  ${link}`,
    `It works once, until ${expiresAt}, only for that address.`,
    ...(mailed ? ['It was also sent to the address.'] : []),
    ...originLines(context),
  ]
}

function passwordLine(password: string): string {
  return `Its password is ${password}   (shown this once; write it down)`
}

function readWord(call: Call, option: string): string | undefined {
  const text = call.text(option)
  if (text === undefined || (text.length <= 500 && text.isWellFormed() && !/\p{Cc}/u.test(text))) return text
  throw new Failure('invalid-field', `--${option} takes one line of at most 500 characters.`)
}
