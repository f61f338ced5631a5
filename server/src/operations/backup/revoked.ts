import { RequiredStep, ROLES } from '@placard/contract'
import { type DatabaseSettings, isDamaged, type Queries } from '../../platform/database/database.ts'
import { openDump, type Value } from '../../platform/database/dump.ts'
import { SECRET_SETTING } from '../../platform/secret.ts'
import { findSetting } from '../../platform/settings/service.ts'
import { letGoPaired } from '../../screens/screens/service.ts'
import { listPaired } from './store.ts'

/** Access or an object that was revoked, removed, changed or withdrawn after the backup was made, and that the backup would bring back. */
export type Revoked = { kind: RevokedKind; organisationId: string | null; name: string }

/** Each kind with a description of what happened. */
export const REVOKED_KINDS = {
  organisation: 'the organisation was unsubscribed',
  'sign-in-rule': 'the organisation requires a second step or a passkey at sign-in',
  display: 'the display was limited to its paired screens',
  screen: 'the screen was let go',
  member: 'the member was removed',
  rights: 'the member was given fewer rights',
  account: 'the account was disabled or removed',
  operator: 'the person is no longer an operator',
  password: 'the password was changed',
  'second-factor': 'the second factor or its recovery codes were changed',
  passkey: 'the passkey was removed',
  identity: 'the account was unlinked from the identity provider',
  webhook: 'the webhook was removed or switched off',
  token: 'the token was revoked',
  invitation: 'the invitation was withdrawn or used',
  'proposal-link': 'the proposal link was withdrawn',
  enrolment: 'the enrolment code was withdrawn',
} as const
export type RevokedKind = keyof typeof REVOKED_KINDS

/** With a function that revokes it again in the restored database. */
export type RevokedAgain = Revoked & { revoke(queries: Queries, at: number): Promise<unknown> }

/** Reasons why it is not known what was revoked since the backup. */
export type NotCompared = 'nothing-there' | 'damaged' | 'another-installation' | 'older'

type Row = Record<string, Value | undefined>
const TABLES = [
  'organisation',
  'programme',
  'paired_screen',
  'profile',
  'user',
  'credential',
  'second_factor',
  'recovery_code',
  'passkey',
  'linked_identity',
  'webhook',
  'api_token',
  'invitation',
  'proposal_link',
  'enrolment',
] as const
/** Rows of the previous data. undefined when it is of another version and has no such table. */
type RowsOf = (table: (typeof TABLES)[number]) => Row[] | undefined

/**
 * Compares a restored database with the data from before the restore. What is valid in the backup and no longer valid there was revoked
 * in between.
 *
 * @param restored migrated, not yet published
 * @param before the previous data, of this or another version
 * @param options.keepAccess tokens, invitations and proposal links of the backup stay valid, so they are compared too
 */
export async function findRevoked(
  restored: Queries,
  before: DatabaseSettings,
  options: { now: number; keepAccess: boolean },
): Promise<RevokedAgain[] | NotCompared> {
  const read = await readBefore(restored, before).catch((error) => {
    if (isDamaged(error)) return 'damaged' as const
    throw error
  })
  if (typeof read === 'string') return read
  const found = [
    ...(await findOrganisations(restored, read)),
    ...(await findDisplays(restored, read)),
    ...(await findScreens(restored, read)),
    ...(await findMembers(restored, read)),
    ...(await findAccounts(restored, read)),
    ...(await findWebhooks(restored, read)),
  ]
  return options.keepAccess ? [...found, ...(await findKeys(restored, read, options.now))] : found
}

async function readBefore(restored: Queries, before: DatabaseSettings): Promise<RowsOf | NotCompared> {
  await using dump = await openDump(before)
  if (!dump) return 'nothing-there'
  const read = async (name: string, columns?: string[]): Promise<Row[] | undefined> => {
    const table = dump.tables.find((one) => one.name === name)
    if (!table) return undefined
    const shape = { name, columns: columns ?? table.columns }
    const all: Row[] = []
    for await (const rows of dump.rows(shape))
      for (const row of rows) all.push(Object.fromEntries(shape.columns.map((column, index) => [column, row[index]])))
    return all
  }
  const settings = await read('setting')
  if (!settings || settings.length === 0) return 'nothing-there'
  const secret = await findSetting(restored, SECRET_SETTING)
  if (settings.find(({ key }) => key === SECRET_SETTING)?.value !== secret) return 'another-installation'
  // If the previous data ends before the backup was made, anything missing in it was added later.
  const [last] = await restored.selectFrom('activity').select('at').orderBy('at', 'desc').limit(1).execute()
  const entries = (await read('activity', ['at'])) ?? []
  if (last && !entries.some(({ at }) => Number(at) >= last.at)) return 'older'
  const tables = new Map<string, Row[] | undefined>()
  for (const name of TABLES) tables.set(name, await read(name))
  return (table) => tables.get(table)
}

/** @param key a unique column */
function by(rows: Row[], key = 'id'): ReadonlyMap<Value | undefined, Row> {
  return new Map(rows.map((row) => [row[key], row]))
}

/**
 * The rows that have ended since. Empty when the previous data has no such table.
 *
 * @param endedAt the column that marks an existing row as ended
 */
function endedSince<Counting extends { id: string }>(
  rows: Counting[],
  before: Row[] | undefined,
  endedAt?: string,
): Counting[] {
  if (!before) return []
  const known = by(before)
  return rows.filter(({ id }) => {
    const now = known.get(id)
    return !now || (endedAt !== undefined && typeof now[endedAt] === 'number')
  })
}

async function findOrganisations(restored: Queries, rowsOf: RowsOf): Promise<RevokedAgain[]> {
  const before = by(rowsOf('organisation') ?? [])
  const rows = await restored.selectFrom('organisation').select('id').where('suspended_at', 'is', null).execute()
  const suspended = rows.flatMap(({ id }): RevokedAgain[] => {
    const since = before.get(id)?.suspended_at
    if (typeof since !== 'number') return []
    const revoke = (queries: Queries) =>
      queries.updateTable('organisation').set({ suspended_at: since }).where('id', '=', id).execute()
    return [{ kind: 'organisation', organisationId: id, name: id, revoke }]
  })
  const rules = await restored.selectFrom('organisation').select(['id', 'required_step']).execute()
  const stricter = rules.flatMap(({ id, required_step }): RevokedAgain[] => {
    const since = RequiredStep.safeParse(before.get(id)?.required_step).data
    if (since === undefined || since === required_step || required_step === 'passkey') return []
    const revoke = (queries: Queries) =>
      queries.updateTable('organisation').set({ required_step: since }).where('id', '=', id).execute()
    return [{ kind: 'sign-in-rule', organisationId: id, name: id, revoke }]
  })
  return [...suspended, ...stricter]
}

async function findDisplays(restored: Queries, rowsOf: RowsOf): Promise<RevokedAgain[]> {
  const before = new Map((rowsOf('programme') ?? []).map((row) => [`${row.organisation_id}/${row.id}`, row]))
  const rows = await restored
    .selectFrom('programme')
    .select(['organisation_id', 'id', 'name'])
    .where('paired_only', '=', 0)
    .execute()
  return rows.flatMap(({ organisation_id: organisationId, id, name }): RevokedAgain[] => {
    if (before.get(`${organisationId}/${id}`)?.paired_only !== 1) return []
    const revoke = (queries: Queries) =>
      queries
        .updateTable('programme')
        .set({ paired_only: 1 })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .execute()
    return [{ kind: 'display', organisationId, name, revoke }]
  })
}

async function findScreens(restored: Queries, rowsOf: RowsOf): Promise<RevokedAgain[]> {
  const ended = endedSince(await listPaired(restored), rowsOf('paired_screen'), 'let_go_at')
  return ended.map(({ id, organisationId, name }) => {
    return { kind: 'screen', organisationId, name, revoke: (queries, at) => letGoPaired(queries, id, at) }
  })
}

async function findMembers(restored: Queries, rowsOf: RowsOf): Promise<RevokedAgain[]> {
  const rows = rowsOf('profile')
  if (!rows) return []
  const before = by(rows, 'email')
  const members = await restored.selectFrom('profile').selectAll().execute()
  return members.flatMap((member): RevokedAgain[] => {
    const { email, org: organisationId } = member
    const now = before.get(email)
    if (now?.org !== organisationId) {
      const revoke = (queries: Queries) =>
        queries.deleteFrom('profile').where('member_id', '=', member.member_id).execute()
      return [{ kind: 'member', organisationId, name: email, revoke }]
    }
    if (!isLess(now, member)) return []
    const rights = {
      role: String(now.role),
      displays: (now.displays ?? null) === null ? null : String(now.displays),
      tables: (now.tables ?? null) === null ? null : String(now.tables),
      may_take_over: now.may_take_over === 1 ? (1 as const) : (0 as const),
    }
    const revoke = (queries: Queries) =>
      queries.updateTable('profile').set(rights).where('member_id', '=', member.member_id).execute()
    return [{ kind: 'rights', organisationId, name: email, revoke }]
  })
}

/** @returns true if a member has fewer rights than before in any respect. Versions without roles cannot tell */
function isLess(now: Row, before: Row): boolean {
  if (now.role === undefined) return false
  const rankOf = ({ role }: Row) => (ROLES as readonly unknown[]).indexOf(role)
  const idsOf = (ids: Value | undefined): string[] | null => (ids ? JSON.parse(String(ids)) : null)
  const isLessOf = (name: 'displays' | 'tables') => {
    const [had, has] = [idsOf(before[name]), idsOf(now[name])]
    return has !== null && (had === null || had.some((id) => !has.includes(id)))
  }
  // A member who has displays instead of tables has lost these.
  const hasLostTables = idsOf(before.tables) !== null && idsOf(now.tables) === null && idsOf(now.displays) !== null
  const isNarrower = isLessOf('displays') || isLessOf('tables') || hasLostTables
  const mayNotTakeOver = before.may_take_over === 1 && now.may_take_over === 0
  return rankOf(now) < rankOf(before) || isNarrower || mayNotTakeOver
}

async function findAccounts(restored: Queries, rowsOf: RowsOf): Promise<RevokedAgain[]> {
  const [users, credentials] = [rowsOf('user'), rowsOf('credential')]
  if (!users || !credentials) return []
  const [before, passwords] = [by(users), by(credentials, 'user_id')]
  const found: RevokedAgain[] = []
  const rows = await restored
    .selectFrom('user')
    .leftJoin('credential', 'credential.user_id', 'user.id')
    .select(['user.id', 'user.email as name', 'user.disabled', 'user.operator', 'credential.password'])
    .execute()
  for (const { id, name, disabled, operator, password } of rows) {
    const now = before.get(id)
    const add = (kind: RevokedKind, revoke: RevokedAgain['revoke']) =>
      found.push({ kind, organisationId: null, name, revoke })
    if (disabled === 0 && (!now || now.disabled === 1)) {
      add('account', (queries) => queries.updateTable('user').set({ disabled: 1 }).where('id', '=', id).execute())
    }
    if (!now) continue
    if (operator === 1 && now.operator === 0) {
      add('operator', (queries) => queries.updateTable('user').set({ operator: 0 }).where('id', '=', id).execute())
    }
    const newer = passwords.get(id)?.password ?? null
    if (password !== null && newer !== password) {
      add('password', (queries) =>
        queries
          .updateTable('credential')
          .set({ password: newer === null ? null : String(newer) })
          .where('user_id', '=', id)
          .execute(),
      )
    }
  }
  return [
    ...found,
    ...(await findSecondFactors(restored, rowsOf)),
    ...(await findPasskeys(restored, rowsOf)),
    ...(await findIdentities(restored, rowsOf)),
  ]
}

/** A used code or a lost app would become valid again. A person who turned the second factor off has revoked nothing. */
async function findSecondFactors(restored: Queries, rowsOf: RowsOf): Promise<RevokedAgain[]> {
  const codesBefore = rowsOf('recovery_code') ?? []
  const factors = by(await restored.selectFrom('second_factor').selectAll().execute(), 'user_id')
  const codes = await restored.selectFrom('recovery_code').selectAll().execute()
  const names = new Map(
    (await restored.selectFrom('user').select(['id', 'email']).execute()).map((u) => [u.id, u.email]),
  )
  return (rowsOf('second_factor') ?? []).flatMap((now): RevokedAgain[] => {
    const id = String(now.user_id)
    const name = names.get(id)
    if (name === undefined || now.confirmed_at === null) return []
    const left = codesBefore.filter((code) => code.user_id === id).map(({ digest }) => String(digest))
    const isSame = factors.get(id)?.secret === now.secret && factors.get(id)?.confirmed_at !== null
    if (isSame && codes.every((code) => code.user_id !== id || left.includes(code.digest))) return []
    const revoke = async (queries: Queries) => {
      for (const table of ['second_factor', 'recovery_code'] as const)
        await queries.deleteFrom(table).where('user_id', '=', id).execute()
      const factor = {
        secret: String(now.secret),
        confirmed_at: Number(now.confirmed_at),
        last_step: Number(now.last_step),
      }
      await queries
        .insertInto('second_factor')
        .values({ user_id: id, ...factor })
        .execute()
      for (const digest of left) await queries.insertInto('recovery_code').values({ user_id: id, digest }).execute()
    }
    return [{ kind: 'second-factor', organisationId: null, name, revoke }]
  })
}

async function findPasskeys(restored: Queries, rowsOf: RowsOf): Promise<RevokedAgain[]> {
  const rows = await restored
    .selectFrom('passkey')
    .innerJoin('user', 'user.id', 'passkey.user_id')
    .select(['passkey.id', 'user.email'])
    .execute()
  return endedSince(rows, rowsOf('passkey')).map(({ id, email: name }): RevokedAgain => {
    const revoke = (queries: Queries) => queries.deleteFrom('passkey').where('id', '=', id).execute()
    return { kind: 'passkey', organisationId: null, name, revoke }
  })
}

async function findIdentities(restored: Queries, rowsOf: RowsOf): Promise<RevokedAgain[]> {
  const links = rowsOf('linked_identity')
  if (!links) return []
  const before = new Set(links.map((row) => JSON.stringify([row.issuer, row.subject, row.user_id])))
  const rows = await restored
    .selectFrom('linked_identity')
    .innerJoin('user', 'user.id', 'linked_identity.user_id')
    .select(['issuer', 'subject', 'user_id', 'email'])
    .execute()
  return rows.flatMap(({ issuer, subject, user_id, email: name }): RevokedAgain[] => {
    if (before.has(JSON.stringify([issuer, subject, user_id]))) return []
    const revoke = (queries: Queries) =>
      queries.deleteFrom('linked_identity').where('issuer', '=', issuer).where('subject', '=', subject).execute()
    return [{ kind: 'identity', organisationId: null, name, revoke }]
  })
}

async function findWebhooks(restored: Queries, rowsOf: RowsOf): Promise<RevokedAgain[]> {
  const webhooks = await restored.selectFrom('webhook').selectAll().where('ended_at', 'is', null).execute()
  return endedSince(webhooks, rowsOf('webhook'), 'ended_at').map(
    ({ id, organisation_id: organisationId, url: name }) => {
      const revoke = (queries: Queries, at: number) =>
        queries.updateTable('webhook').set({ ended_at: at, ended_because: 'owner' }).where('id', '=', id).execute()
      return { kind: 'webhook', organisationId, name, revoke }
    },
  )
}

async function findKeys(restored: Queries, rowsOf: RowsOf, now: number): Promise<RevokedAgain[]> {
  const tokens = await restored.selectFrom('api_token').selectAll().where('expires_at', '>', now).execute()
  const invitations = await restored.selectFrom('invitation').selectAll().where('expires_at', '>', now).execute()
  const enrolments = await restored.selectFrom('enrolment').selectAll().where('expires_at', '>', now).execute()
  const links = await restored
    .selectFrom('proposal_link')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  return [
    ...endedSince(tokens, rowsOf('api_token')).map(({ id, organisation_id: organisationId, name }): RevokedAgain => {
      const revoke = (queries: Queries) => queries.deleteFrom('api_token').where('id', '=', id).execute()
      return { kind: 'token', organisationId, name, revoke }
    }),
    ...endedSince(invitations, rowsOf('invitation')).map((invitation): RevokedAgain => {
      const { id, organisation_id: organisationId, recipient, email, role } = invitation
      const revoke = (queries: Queries) => queries.deleteFrom('invitation').where('id', '=', id).execute()
      return { kind: 'invitation', organisationId, name: recipient || (email ?? role), revoke }
    }),
    ...endedSince(links, rowsOf('proposal_link'), 'withdrawn_at').map((link): RevokedAgain => {
      const { id, organisation_id: organisationId, name } = link
      const revoke = (queries: Queries, at: number) =>
        queries.updateTable('proposal_link').set({ withdrawn_at: at }).where('id', '=', id).execute()
      return { kind: 'proposal-link', organisationId, name, revoke }
    }),
    ...endedSince(enrolments, rowsOf('enrolment')).map((enrolment): RevokedAgain => {
      const { id, organisation_id: organisationId, display_id: name } = enrolment
      const revoke = (queries: Queries) => queries.deleteFrom('enrolment').where('id', '=', id).execute()
      return { kind: 'enrolment', organisationId, name, revoke }
    }),
  ]
}
