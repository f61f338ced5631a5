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
const OPEN_PAGES = [
  'It counts at once for whatever is asked of the server; a dashboard that is open ends within five seconds.',
]

const create: Command = {
  name: 'user create',
  words: ['EMAIL'],
  options: PASSWORD_OPTIONS,
  summary: 'Makes an account. It may sign in once it is subscribed.',
  details: PASSWORD_DETAILS,
  async run(call) {
    const email = readEmail(call.words[0])
    const { password, generated } = await choosePassword(call)
    const accounts = await accountsOf(call)
    const created = await accounts.createUser({ email, name: email, password }, COMMAND_LINE)
    if (created.status === 'email-taken') {
      throw new Failure(
        'email-taken',
        `${email} has an account already. "user password ${email}" gives it a new password.`,
      )
    }
    const subscribed = (await accounts.findProfile(email)) !== undefined
    return {
      lines: [
        `${email} has an account now.`,
        ...(generated ? [passwordLine(password)] : []),
        ...(subscribed ? [] : [`It is not subscribed yet: "user subscribe ${email} --organisation ID --display ID".`]),
      ],
      json: { email, subscribed, ...(generated ? { password } : {}) },
    }
  },
}

const password: Command = {
  name: 'user password',
  words: ['EMAIL'],
  options: PASSWORD_OPTIONS,
  summary: 'Gives an account a new password and ends its sessions.',
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
    organisation: { kind: 'text', value: 'ID', required: true, about: 'whose displays they manage' },
    display: { kind: 'text', value: 'ID', required: true, about: 'the display that their dashboard opens with' },
    type: { kind: 'text', value: 'TEXT', about: `kind of subscription; "${DEFAULT_TYPE}" when left out` },
    role: { kind: 'text', value: 'ROLE', about: 'viewer, editor or owner; "owner" when left out' },
    message: { kind: 'text', value: 'TEXT', about: 'a note; empty when left out' },
  },
  summary: 'Subscribes somebody. Without an account, a link is printed by which they make one.',
  details: [
    'An account that the address has is subscribed at once: be sure that it is theirs, if they signed up by',
    'themselves. Without one, the printed link opens the subscription; send it to nobody but them. Where',
    'mail is set up, it is sent to the address as well.',
    'Somebody who is subscribed already is moved, and keeps what is left out. Another organisation ends',
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
        ...(before && before.org !== organisationId ? [`Before that it was ${before.org}/${before.id}.`] : []),
        ...(invited
          ? [
              `There is no account for that address yet. This link makes one, or "user create ${email}" does:`,
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
  summary: 'Prints a link by which somebody who is subscribed makes their account.',
  details: [
    'It works once, for a week, and for that address alone; the one before is void. Where mail is set up, it is',
    'sent to the address as well. Without an address: a link for everybody who waits for one, as after an import.',
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
        throw new Failure('not-waiting', `Nothing waits for ${email}: it is not subscribed, or has its account.`)
      }
    }
    const lines = invitations.flatMap(({ email, link, mailed }) => [
      `${email}${mailed ? ' (sent there as well)' : ''}`,
      `  ${link}`,
    ])
    return {
      lines:
        lines.length === 0
          ? ['Nobody waits for an account.']
          : [...lines, 'Each works once, for a week, and for its address alone.', ...originLines(context)],
      json: { invitations },
    }
  },
}

const unsubscribe: Command = {
  name: 'user unsubscribe',
  words: ['EMAIL'],
  options: {},
  summary: 'Ends a subscription and the sessions with it. The account stays.',
  details: OPEN_PAGES,
  async run(call) {
    const email = readEmail(call.words[0])
    const removed = await (await accountsOf(call)).removeProfile(email)
    if (!removed) throw new Failure('not-subscribed', `${email} is not subscribed.`)
    return { lines: [`${email} is not subscribed any more.`], json: { email } }
  },
}

const disable: Command = {
  name: 'user disable',
  words: ['EMAIL'],
  options: {},
  summary: 'Lets an account sign in no more, and ends its sessions.',
  details: OPEN_PAGES,
  run: (call) => setDisabled(call, true),
}

const enable: Command = {
  name: 'user enable',
  words: ['EMAIL'],
  options: {},
  summary: 'Lets a disabled account sign in again.',
  run: (call) => setDisabled(call, false),
}

const operator: Command = {
  name: 'user operator',
  words: ['EMAIL', 'on|off'],
  options: {},
  summary: 'Makes an account one of the provider’s, or ends that.',
  details: ['An operator manages organisations and subscriptions, with or without an organisation of their own.'],
  async run(call) {
    const email = readEmail(call.words[0])
    const wanted = call.words[1]
    if (wanted !== 'on' && wanted !== 'off') throw new WrongUse('Say on or off: placard user operator EMAIL on|off')
    const on = wanted === 'on'
    if (!(await (await accountsOf(call)).setOperator(email, on))) throw noAccount(email)
    const line = on ? `${email} is an operator.` : `${email} is not an operator (any more).`
    return { lines: [line], json: { email, operator: on } }
  },
}

const list: Command = {
  name: 'user list',
  words: [],
  options: {},
  summary: 'Lists who has an account or a subscription.',
  async run(call) {
    const users = await (await accountsOf(call)).listUsers()
    const rows = users.map(({ email, account, waits, profile, role, operator }) => [
      email,
      profile ? `${profile.org}/${profile.id}` : '-',
      [...(role ? [role] : []), ...(operator ? ['operator'] : [])].join(', ') || '-',
      account === 'none' ? 'no account yet' : waits ? `${account}, address not proven` : account,
    ])
    return {
      lines:
        users.length === 0 ? ['There is nobody yet.'] : table([['EMAIL', 'SUBSCRIBED TO', 'ROLE', 'ACCOUNT'], ...rows]),
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
    valid: { kind: 'text', value: 'TIME', about: 'how long it works, like 10m (the default) or 24h at most' },
  },
  summary: 'Prints a link by which somebody chooses a new password.',
  details: ['It works once, and for its account alone. Hand it on to nobody but its owner. It begins with PUBLIC_URL.'],
  async run(call) {
    const email = readEmail(call.words[0])
    const validMs = readDuration(call.text('valid'))
    const { context } = await call.open()
    const path = await (await accountsOf(call)).createResetLink(email, validMs)
    if (path === undefined) {
      throw new Failure('account-not-found', `There is no account for ${email} that may sign in by a password.`)
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
  summary: 'Lets somebody who lost their authenticator app sign in by password alone.',
  details: ['Be sure who asks for it: with the password it is all that is needed.'],
  async run(call) {
    const email = readEmail(call.words[0])
    const wasOn = await (await accountsOf(call)).turnSecondFactorOff(email)
    if (wasOn === undefined) throw noAccount(email)
    return {
      lines: [
        wasOn
          ? `${email} signs in by password alone now.`
          : `${email} has no second factor. What was begun of one is removed.`,
      ],
      json: { email, wasOn },
    }
  },
}

const unlink: Command = {
  name: 'user unlink',
  words: ['EMAIL'],
  options: {},
  summary: 'Forgets who at the identity provider opens an account.',
  details: [
    'Whoever the identity provider says has the address opens it from then on. For an address that was given to somebody',
    'else, or somebody whom the identity provider has made anew. Sessions and the password stay as they are.',
  ],
  async run(call) {
    const email = readEmail(call.words[0])
    const wasLinked = await (await accountsOf(call)).unlinkSingleSignOn(email)
    if (wasLinked === undefined) throw noAccount(email)
    return {
      lines: [wasLinked ? `${email} is linked to nobody any more.` : `${email} was linked to nobody.`],
      json: { email, wasLinked },
    }
  },
}

const remove: Command = {
  name: 'user remove',
  words: ['EMAIL'],
  options: {},
  summary: 'Removes an account that is not subscribed, for good.',
  details: [
    'Its password, sessions and second factor go with it; entries of what it did stay in the logs of organisations. For one that',
    'is subscribed, "user unsubscribe" comes first; for an operator, "user operator EMAIL off".',
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
        `${email} is ${known.operator ? 'an operator' : 'subscribed'}: "${first}" comes first.`,
      )
    }
    return { lines: [`The account of ${email} is removed.`], json: { email } }
  },
}

export const USER_COMMANDS: Command[] = [
  create,
  password,
  resetLink,
  twoFactorOff,
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
  const line = disabled ? `${email} may not sign in any more. Its sessions have ended.` : `${email} may sign in again.`
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
  return new Failure('account-not-found', `There is no account for ${email}.`)
}

function originOf({ config: { publicUrl, port } }: Context): string {
  return publicUrl ?? `http://localhost:${port}`
}

function originLines({ config }: Context): string[] {
  return config.publicUrl === undefined
    ? ['PUBLIC_URL is not set: put the address at which people reach Placard in place of its beginning.']
    : []
}

function invitationOf(context: Context, { token, expiresAt, mailed }: SubscriberInvited) {
  return { link: originOf(context) + joinPath(token), expiresAt: new Date(expiresAt).toISOString(), mailed }
}

function invitationLines(context: Context, invited: SubscriberInvited): string[] {
  const { link, expiresAt, mailed } = invitationOf(context, invited)
  return [
    `  ${link}`,
    `It works once, until ${expiresAt}, for that address alone.`,
    ...(mailed ? ['It was sent to the address as well.'] : []),
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
