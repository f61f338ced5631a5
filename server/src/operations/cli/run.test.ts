import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describeDialects, makeTestStorage, type TestStorage } from '../../testing/dialects.ts'
import { NEW_DISPLAY } from '../../testing/new-display.ts'
import { runCommandLine } from './run.ts'

const PASSWORD = 'a rather long phrase, 4711'
const EXAMPLES = join(import.meta.dirname, '../../../../docs/examples')

type Ran = { code: number; stdout: string; stderr: string; json: () => unknown }

/** Runs a command in this process, where a terminal can be simulated. */
async function runHere(
  args: string[],
  storage: TestStorage,
  input: { text?: string; isTTY?: boolean; keys?: string[] } = {},
): Promise<Ran> {
  const stdin = Object.assign(new PassThrough(), { isTTY: input.isTTY ?? false })
  if (!input.keys) stdin.end(input.text ?? '')
  const keys = [...(input.keys ?? [])]
  let [stdout, stderr] = ['', '']
  const code = await runCommandLine(args, {
    stdin,
    stdout: new Writable({
      write(chunk, _encoding, done) {
        stdout += chunk
        done()
      },
    }),
    stderr: new Writable({
      write(chunk, _encoding, done) {
        stderr += chunk
        // Answers each question.
        if (String(chunk).endsWith(': ')) setImmediate(() => stdin.write(keys.shift() ?? ''))
        done()
      },
    }),
    env: { DATA_DIR: storage.dataDir, ...(storage.databaseUrl ? { DATABASE_URL: storage.databaseUrl } : {}) },
    folder: '/',
    filesFolder: EXAMPLES,
  })
  return { code, stdout, stderr, json: () => JSON.parse(stdout) }
}

describeDialects('the command line', (dialect) => {
  let storage: TestStorage
  const run = (args: string[], input?: Parameters<typeof runHere>[2]) => runHere(args, storage, input)
  const done = async (args: string[], input?: Parameters<typeof runHere>[2]) => {
    const ran = await run([...args, '--json'], input)
    expect(ran, ran.stdout).toMatchObject({ code: 0 })
    return ran.json()
  }
  const refused = async (args: string[], input?: Parameters<typeof runHere>[2]) => {
    const ran = await run([...args, '--json'], input)
    expect(ran.code, ran.stdout).toBe(1)
    return ran.json()
  }
  const withCode = (code: string, words: string) => ({ error: { code, message: expect.stringContaining(words) } })

  beforeEach(async () => {
    storage = await makeTestStorage(dialect)
  })
  afterEach(() => storage.remove())

  it('[HS23] --version prints the version, in JSON too', async () => {
    expect((await run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(await done(['--version'])).toEqual({ version: expect.any(String) })
  })

  it('[B11] an operator hands out a link for a new password, which works for as long as they say', async () => {
    await done(['user', 'create', 'head@vnr.example', '--password-stdin'], { text: PASSWORD })
    const before = Date.now()
    const link = {
      email: 'head@vnr.example',
      link: expect.stringMatching(/^http:\/\/localhost:3000\/reset-password#[\w-]{43}$/),
      expiresAt: expect.any(String),
    }
    const minutesOf = (answer: unknown) =>
      Math.round((Date.parse((answer as { expiresAt: string }).expiresAt) - before) / 60_000)
    const short = await done(['user', 'reset-link', 'head@vnr.example'])
    expect(short).toEqual(link)
    expect(minutesOf(short)).toBe(10)
    expect(minutesOf(await done(['user', 'reset-link', 'head@vnr.example', '--valid', '24h']))).toBe(24 * 60)
    expect((await run(['user', 'reset-link', 'head@vnr.example'])).stdout).toContain('PUBLIC_URL is not set')
    for (const valid of ['25h', '0m', '1d', '10', '-1h', '9999h']) {
      expect(await refused(['user', 'reset-link', 'head@vnr.example', `--valid=${valid}`])).toEqual(
        withCode('invalid-field', '24h'),
      )
    }
    expect(await refused(['user', 'reset-link', 'nobody@vnr.example'])).toEqual(withCode('account-not-found', 'nobody'))
  })

  it('[B11] an installation without accounts is set up by a link, of which the newest counts', async () => {
    const before = Date.now()
    const made = await done(['setup-link'])
    expect(made).toEqual({
      link: expect.stringMatching(/^http:\/\/localhost:3000\/setup#[\w-]{43}$/),
      expiresAt: expect.any(String),
    })
    const { expiresAt } = made as { expiresAt: string }
    expect(Math.round((Date.parse(expiresAt) - before) / 60_000)).toBe(30)
    const listed = await run(['setup-link'])
    expect(listed.stdout.split('\n')[0]).toMatch(/^http:\/\/localhost:3000\/setup#[\w-]{43}$/)
    expect(listed.stdout).toContain('PUBLIC_URL is not set')

    await done(['user', 'create', 'head@vnr.example', '--password-stdin'], { text: PASSWORD })
    expect(await refused(['setup-link'])).toEqual(withCode('already-set-up', 'Placard is already set up'))
    expect((await run(['setup-link', 'again'])).code).toBe(2)
    expect((await run(['setup-link', '--help'])).stdout).toContain('for 30 minutes')
  })

  it('an operator turns off a second factor', async () => {
    await done(['user', 'create', 'head@vnr.example', '--password-stdin'], { text: PASSWORD })
    expect(await done(['user', 'two-factor', 'off', 'head@vnr.example'])).toEqual({
      email: 'head@vnr.example',
      wasOn: false,
    })
    expect(await refused(['user', 'two-factor', 'off', 'nobody@vnr.example'])).toEqual(
      withCode('account-not-found', 'nobody'),
    )
  })

  it('an operator unlinks an account from the identity provider', async () => {
    await done(['user', 'create', 'head@vnr.example', '--password-stdin'], { text: PASSWORD })
    expect(await done(['user', 'unlink', 'head@vnr.example'])).toEqual({ email: 'head@vnr.example', wasLinked: false })
    expect(await refused(['user', 'unlink', 'nobody@vnr.example'])).toEqual(withCode('account-not-found', 'nobody'))
  })

  it('E3 U2 A5 an operator makes an organisation, a display and an account, and subscribes it', async () => {
    expect(await done(['organisation', 'create', 'vnr', '--name', 'VNR'])).toEqual({ id: 'vnr', name: 'VNR' })
    await done(['display', 'create', 'vnr', 'ece', '--name', 'Department of ECE'])
    await done(['user', 'create', 'Head@VNR.example', '--password-stdin'], { text: `${PASSWORD}\n` })
    expect(
      await done([
        'user',
        'subscribe',
        'head@vnr.example',
        '--organisation',
        'vnr',
        '--display',
        'ece',
        '--type',
        'gold',
      ]),
    ).toEqual({
      email: 'head@vnr.example',
      profile: { id: 'ece', org: 'vnr', msg: '', subType: 'gold' },
      hasAccount: true,
      invitation: null,
    })
    expect(await done(['organisation', 'list'])).toEqual({
      organisations: [{ id: 'vnr', name: 'VNR', suspended: false }],
    })
    expect(await done(['display', 'list'])).toEqual({
      displays: [
        {
          organisationId: 'vnr',
          id: 'ece',
          name: 'Department of ECE',
          timeZone: expect.any(String),
          ...NEW_DISPLAY,
        },
      ],
    })
    expect(await done(['user', 'list'])).toEqual({
      users: [
        {
          email: 'head@vnr.example',
          account: 'active',
          waits: false,
          operator: false,
          profile: { id: 'ece', org: 'vnr', msg: '', subType: 'gold' },
          role: 'owner',
        },
      ],
    })
    const listed = await run(['user', 'list'])
    expect(listed.stdout.split('\n').slice(0, 2)).toEqual([
      'EMAIL             SUBSCRIBED TO  ROLE   ACCOUNT',
      'head@vnr.example  vnr/ece        owner  active',
    ])
  })

  it('A5 subscribing works before the account is there, keeps what is left out, and ends with unsubscribe', async () => {
    await done(['organisation', 'create', 'vnr', '--name', 'VNR'])
    await done(['display', 'create', 'vnr', 'ece', '--name', 'ECE'])
    await done(['display', 'create', 'vnr', 'cse', '--name', 'CSE'])
    const subscribe = (display: string, ...more: string[]) =>
      run(['user', 'subscribe', 'new@vnr.example', '--organisation', 'vnr', '--display', display, ...more])
    expect((await subscribe('ece', '--message', 'until June')).stdout).toContain('has no account yet')
    const moved = await subscribe('cse')
    expect(moved.code).toBe(0)
    const link = /http:\/\/localhost:\d+\/join#[\w-]{43}/
    expect(moved.stdout).toMatch(link)
    // [S3] Each link invalidates the previous one. Without an address, a link is created for everybody who waits.
    const { invitations } = (await done(['user', 'invite'])) as { invitations: { link: string }[] }
    const expiresAt = expect.any(String)
    expect(invitations).toEqual([
      { email: 'new@vnr.example', link: expect.stringMatching(link), expiresAt, mailed: false },
    ])
    expect(moved.stdout).not.toContain(invitations[0]?.link)
    expect(await refused(['user', 'invite', 'nobody@vnr.example'])).toEqual(
      withCode('not-waiting', 'already has an account'),
    )
    expect(await done(['user', 'list'])).toEqual({
      users: [
        {
          email: 'new@vnr.example',
          account: 'none',
          waits: true,
          operator: false,
          profile: { id: 'cse', org: 'vnr', msg: 'until June', subType: 'standard' },
          role: 'owner',
        },
      ],
    })
    await done(['user', 'unsubscribe', 'new@vnr.example'])
    expect(await refused(['user', 'unsubscribe', 'new@vnr.example'])).toEqual(
      withCode('not-subscribed', 'is not subscribed'),
    )
    expect(await done(['user', 'list'])).toEqual({ users: [] })
  })

  it('E3 Z2 gives a role, keeps it, and makes an operator', async () => {
    await done(['organisation', 'create', 'vnr', '--name', 'VNR'])
    await done(['display', 'create', 'vnr', 'ece', '--name', 'ECE', '--time-zone', 'Asia/Kolkata'])
    await done(['user', 'create', 'head@vnr.example', '--password-stdin'], { text: `${PASSWORD}\n` })
    const subscribe = (...more: string[]) =>
      run(['user', 'subscribe', 'head@vnr.example', '--organisation', 'vnr', '--display', 'ece', ...more])
    expect((await subscribe('--role', 'editor')).code).toBe(0)
    expect((await subscribe('--message', 'until June')).code).toBe(0)
    expect(await done(['user', 'operator', 'head@vnr.example', 'on'])).toEqual({
      email: 'head@vnr.example',
      operator: true,
    })
    expect(await done(['user', 'list'])).toMatchObject({ users: [{ role: 'editor', operator: true }] })
    await done(['user', 'operator', 'head@vnr.example', 'off'])
    expect(await done(['user', 'list'])).toMatchObject({ users: [{ role: 'editor', operator: false }] })
    expect((await subscribe('--role', 'boss')).code).toBe(2)
    expect((await run(['user', 'operator', 'head@vnr.example', 'maybe'])).code).toBe(2)
    expect(await refused(['user', 'operator', 'nobody@vnr.example', 'on'])).toEqual(
      withCode('account-not-found', 'has no account'),
    )
  })

  it('[S25] removes an account, once nothing is open to it', async () => {
    await done(['organisation', 'create', 'vnr', '--name', 'VNR'])
    await done(['display', 'create', 'vnr', 'ece', '--name', 'ECE', '--time-zone', 'Asia/Kolkata'])
    const email = 'head@vnr.example'
    await done(['user', 'create', email, '--password-stdin'], { text: `${PASSWORD}\n` })
    await done(['user', 'subscribe', email, '--organisation', 'vnr', '--display', 'ece'])
    expect(await refused(['user', 'remove', email])).toEqual(withCode('still-in-use', 'user unsubscribe'))
    await done(['user', 'unsubscribe', email])
    await done(['user', 'operator', email, 'on'])
    expect(await refused(['user', 'remove', email])).toEqual(withCode('still-in-use', 'operator'))
    await done(['user', 'operator', email, 'off'])
    expect(await done(['user', 'remove', email])).toEqual({ email })
    expect(await done(['user', 'list'])).toEqual({ users: [] })
    expect(await refused(['user', 'remove', email])).toEqual(withCode('account-not-found', 'has no account'))
  })

  it('changes a display, and unsubscribes an organisation and subscribes it again', async () => {
    await done(['organisation', 'create', 'vnr', '--name', 'VNR'])
    await done(['display', 'create', 'vnr', 'ece', '--name', 'ECE', '--time-zone', 'Asia/Kolkata'])
    expect(await done(['display', 'change', 'vnr', 'ece', '--name', 'Electronics'])).toMatchObject({
      name: 'Electronics',
      timeZone: 'Asia/Kolkata',
      revision: 2,
    })
    expect((await run(['display', 'change', 'vnr', 'ece', '--time-zone', '+05:30'])).code).toBe(2)
    expect((await run(['display', 'change', 'vnr', 'ece'])).code).toBe(2)
    expect(await done(['organisation', 'suspend', 'vnr'])).toEqual({ id: 'vnr', suspended: true })
    expect(await done(['organisation', 'list'])).toMatchObject({ organisations: [{ suspended: true }] })
    expect(await done(['organisation', 'resume', 'vnr'])).toEqual({ id: 'vnr', suspended: false })
    expect(await refused(['organisation', 'suspend', 'vrn'])).toEqual(
      withCode('organisation-not-found', 'Existing organisations: vnr'),
    )
  })

  it('E4 a name that does not exist is refused with a sentence that says what exists', async () => {
    const subscribe = ['user', 'subscribe', 'a@b.example', '--organisation']
    expect(await refused([...subscribe, 'vnr', '--display', 'ece'])).toEqual(
      withCode('organisation-not-found', 'There are no organisations yet.'),
    )
    await done(['organisation', 'create', 'vnr', '--name', 'VNR'])
    expect(await refused([...subscribe, 'vrn', '--display', 'ece'])).toEqual(
      withCode('organisation-not-found', 'Existing organisations: vnr'),
    )
    await done(['display', 'create', 'vnr', 'ece', '--name', 'ECE'])
    expect(await refused([...subscribe, 'vnr', '--display', 'eee'])).toEqual(
      withCode('display-not-found', 'Existing displays: ece'),
    )
    expect(await refused(['display', 'create', 'vrn', 'ece', '--name', 'ECE'])).toEqual(
      withCode('organisation-not-found', 'vrn'),
    )
  })

  it('an id that is taken stays as it is', async () => {
    await done(['organisation', 'create', 'vnr', '--name', 'VNR'])
    await done(['display', 'create', 'vnr', 'ece', '--name', 'ECE'])
    expect(await refused(['organisation', 'create', 'vnr', '--name', 'Other'])).toEqual(withCode('id-taken', 'vnr'))
    expect(await refused(['display', 'create', 'vnr', 'ece', '--name', 'Other'])).toEqual(withCode('id-taken', 'ece'))
    expect(await done(['display', 'list'])).toMatchObject({ displays: [{ name: 'ECE' }] })
  })

  it('U2 B1 passwords: generated ones are told once, weak ones are refused, unknown accounts are named', async () => {
    const made = await done(['user', 'create', 'a@b.example', '--generate-password'])
    expect(made).toEqual({ email: 'a@b.example', subscribed: false, password: expect.stringMatching(/^[\w-]{20}$/) })
    expect(await refused(['user', 'create', 'a@b.example', '--generate-password'])).toEqual(
      withCode('email-taken', 'already has an account'),
    )
    expect(await refused(['user', 'create', 'c@d.example', '--password-stdin'], { text: 'password\n' })).toEqual(
      withCode('weak-password', '15 characters'),
    )
    expect(await refused(['user', 'create', 'c@d.example', '--password-stdin'], { text: '\n' })).toEqual(
      withCode('weak-password', 'empty'),
    )
    expect(await refused(['user', 'password', 'c@d.example', '--generate-password'])).toEqual(
      withCode('account-not-found', 'c@d.example'),
    )
    expect(await refused(['user', 'disable', 'c@d.example'])).toEqual(withCode('account-not-found', 'c@d.example'))
    const again = await done(['user', 'password', 'a@b.example', '--generate-password'])
    expect(again).not.toEqual(made)
  })

  it('a password is asked for on the terminal, twice, and is not shown', async () => {
    const ask = (...keys: string[]) => run(['user', 'create', 'a@b.example', '--json'], { isTTY: true, keys })
    const different = await ask(`${PASSWORD}\r`, 'another one\r')
    expect(different.json()).toEqual(withCode('password-mismatch', 'are different'))
    const interrupted = await ask('half of it\u0003')
    expect(interrupted.json()).toEqual(withCode('interrupted', 'Nothing was changed'))
    // A typing mistake is corrected with backspace.
    const made = await ask(`${PASSWORD}x\u007f\r`, `${PASSWORD}\r`)
    expect(made).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Password: \nRepeat: \n/) })
    expect(made.stdout).not.toContain(PASSWORD)
  })

  it('without a terminal a password must be brought another way', async () => {
    const ran = await run(['user', 'create', 'a@b.example'])
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toContain('--password-stdin')
    expect((await run(['user', 'create', 'a@b.example', '--password-stdin', '--generate-password'])).code).toBe(2)
  })

  it('E5 import says what it took and what not; files are found from where the person is', async () => {
    const files = ['realtime-database.json', 'ticker-documents.json', 'user-profiles.json']
    const dry = await run(['import', ...files, '--dry-run'])
    expect(dry.code).toBe(0)
    expect(dry.stdout).toContain('nothing was changed')
    expect(await done(['display', 'list'])).toEqual({ displays: [] })

    const ran = await run(['import', ...files])
    expect(ran.code).toBe(0)
    expect(ran.stdout).toContain('vnr/ece (created): items: 4 added, 1 skipped; lines: 2 added.')
    expect(ran.stdout).toContain('  vnr/ece/img/-NcA5eSlides000000000: skipped; its type is "pdf"')
    const again = await run(['import', ...files])
    expect(again.stdout).toContain('vnr/ece: items: 0 added, 4 already existed, 1 skipped')
  })

  it('E5 an import of something else fails and says what it is', async () => {
    expect(await refused(['import', 'nothing.json'])).toEqual(withCode('unreadable-file', 'Nothing was changed.'))
    expect(await refused(['import', join(import.meta.dirname, 'run.ts')])).toEqual(
      withCode('unreadable-file', 'is not JSON'),
    )
    expect(await refused(['import', join(import.meta.dirname, '../../../package.json')])).toEqual(
      withCode('nothing-found', '--at'),
    )
  })
})

describe('[B98] text from a file cannot send commands to the terminal', () => {
  it('E5 control characters and direction marks are shown as code points', async () => {
    const storage = await makeTestStorage('sqlite')
    const folder = await mkdtemp(join(tmpdir(), 'placard-escape-'))
    try {
      const file = join(folder, 'escape.json')
      const hostile = '\u001b[2J\u009b31m\r\nvnr/ece: items: 9 added.\u202e\u0007'
      await writeFile(file, JSON.stringify({ vnr: { ece: { img: { [hostile]: { type: hostile } } }, [hostile]: 1 } }))
      for (const args of [
        ['import', file],
        ['import', file, '--json'],
      ]) {
        const { stdout } = await runHere(args, storage)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
        expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
        expect(stdout).not.toMatch(/^vnr\/ece: items: 9/m)
        if (args.includes('--json'))
          expect(JSON.stringify(JSON.parse(stdout))).toContain(JSON.stringify(hostile).slice(1, 8))
      }
    } finally {
      await storage.remove()
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe('how it is called', () => {
  let storage: TestStorage

  beforeAll(async () => {
    storage = await makeTestStorage('sqlite')
  })
  afterAll(() => storage.remove())

  it('tells its commands, and about each of them, with 0', async () => {
    const all = await runHere(['--help'], storage)
    expect(all).toMatchObject({ code: 0, stderr: '' })
    const names = [...all.stdout.matchAll(/^ {2}([a-z-]+(?: [a-z-]+)*)/gm)].map(([, name = '']) => name)
    expect(names).toEqual([
      ...[
        'setup-link',
        'user create',
        'user password',
        'user reset-link',
        'user two-factor off',
        'user passkeys remove',
        'user unlink',
        'user subscribe',
        'user invite',
        'user unsubscribe',
        'user disable',
        'user enable',
        'user remove',
        'user operator',
        'user list',
      ],
      ...[
        'organisation create',
        'organisation suspend',
        'organisation resume',
        'organisation sign-in-rule off',
        'organisation list',
      ],
      ...['display create', 'display change', 'display list', 'import'],
      ...['backup', 'restore', 'media adopt', 'demo', 'doctor'],
    ])
    for (const name of names) {
      const own = await runHere([...name.split(' '), '--help'], storage)
      expect(own).toMatchObject({ code: 0, stderr: '' })
      expect(own.stdout).toMatch(new RegExp(`^placard ${name}`))
      expect(own.stdout).toContain('--json')
    }
    expect((await runHere(['user', '--help'], storage)).stdout).not.toContain('organisation create')
  })

  it('[DT2] says that a backup holds the headers of sources', async () => {
    const { stdout } = await runHere(['backup', '--help'], storage)
    expect(stdout.replace(/\s+/g, ' ')).toContain('the headers of the addresses that tables follow')
  })

  it.each([
    [[], 'Give a command'],
    [['user'], 'Unknown command "user"'],
    [['user', 'rename', 'a@b.example'], 'Unknown command "user rename"'],
    [['user', 'list', '--all'], "Unknown option '--all'"],
    [['user', 'list', '-x'], "Unknown option '-x'"],
    [['user', 'list', 'a@b.example'], 'is not expected'],
    [['user', 'subscribe', 'a@b.example', '--display', 'ece'], '--organisation is missing'],
    [['user', 'subscribe', 'a@b.example', '--display', '--organisation', 'vnr'], '--display'],
    [['user', 'create', 'nobody', '--generate-password'], 'is not an email address'],
    [['organisation', 'create', 'VNR', '--name', 'VNR'], 'is not an id'],
    [['organisation', 'create', 'vnr', '--name', ' '], 'is not a name'],
    [['organisation', 'create', 'vnr', '--json=yes', '--name', 'VNR'], 'json'],
    [['import'], 'FILE… is missing'],
  ])('%j is wrong use: 2, a sentence on stderr, and nothing is made', async (args, words) => {
    const folder = join(storage.dataDir, 'nothing-here')
    const ran = await runHere(args, { ...storage, dataDir: folder })
    expect(ran).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(words) })
    await expect(readFile(join(folder, 'placard.db'))).rejects.toThrow('ENOENT')
  })
})
