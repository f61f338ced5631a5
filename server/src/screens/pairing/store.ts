import {
  COMMAND_LIVES_MS,
  type PairingCode,
  ScreenAbout,
  ScreenAnswer,
  type ScreenCommand,
  ScreenCommandId,
  ScreenCommandKind,
  ScreenId,
  type ScreenPlace,
} from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import type { Columns } from '../../platform/database/tables.ts'
import { removeWhere, updateWhere } from '../../platform/database/where.ts'
import type { NetworkRows } from '../../platform/row-shares.ts'
import { digestOf } from '../../platform/secret.ts'

/** A pairing code that is shown on a screen. */
export type WaitingCode = {
  /** The id that the screen gets if it is paired as a new one. */
  id: ScreenId
  about: ScreenAbout
  /** SHA-256 of the waiting browser's secret, in hex. */
  secret: string
  shown: string | null
  expiresAt: number
}

const COLUMNS = ['id', 'about', 'secret', 'shown', 'expires_at'] as const

function toCode(row: Columns<'pairing_code', typeof COLUMNS>): WaitingCode {
  return {
    id: ScreenId.parse(row.id),
    about: ScreenAbout.parse(JSON.parse(row.about)),
    secret: row.secret,
    shown: row.shown,
    expiresAt: row.expires_at,
  }
}

/** @returns false if another screen has this code, or a code with this secret exists */
export async function createCode(
  queries: Queries,
  code: PairingCode,
  waiting: WaitingCode,
  network: string,
): Promise<boolean> {
  const result = await queries
    .insertInto('pairing_code')
    .values({
      id: waiting.id,
      code: digestOf(code),
      secret: waiting.secret,
      about: JSON.stringify(waiting.about),
      network,
      shown: waiting.shown,
      expires_at: waiting.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** @param now codes that have expired by then are not found */
export async function findCode(queries: Queries, code: PairingCode, now: number): Promise<WaitingCode | undefined> {
  const row = await queries
    .selectFrom('pairing_code')
    .select(COLUMNS)
    .where('code', '=', digestOf(code))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && toCode(row)
}

/** @param digest of the waiting browser's secret */
export async function findCodeOf(queries: Queries, digest: string): Promise<WaitingCode | undefined> {
  const row = await queries.selectFrom('pairing_code').select(COLUMNS).where('secret', '=', digest).executeTakeFirst()
  return row && toCode(row)
}

/** @returns the code that was removed; a second caller gets undefined */
export async function takeCode(queries: Queries, code: PairingCode, now: number): Promise<WaitingCode | undefined> {
  const row = await queries
    .deleteFrom('pairing_code')
    .where('code', '=', digestOf(code))
    .where('expires_at', '>', now)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && toCode(row)
}

export async function updateShown(queries: Queries, id: ScreenId, shown: string | null): Promise<void> {
  await updateWhere(queries, 'pairing_code', { id }, { shown })
}

/** @param digest of the waiting browser's secret */
export async function removeCodeOf(queries: Queries, digest: string): Promise<void> {
  await removeWhere(queries, 'pairing_code', { secret: digest })
}

export async function removeCodesBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('pairing_code').where('expires_at', '<=', instant).execute()
}

/** Number of waiting codes, by network. */
export async function countCodes(queries: Queries, now: number): Promise<NetworkRows[]> {
  const rows = await queries
    .selectFrom('pairing_code')
    .select((column) => ['network', column.fn.countAll<number | string>().as('count')])
    .where('expires_at', '>', now)
    .groupBy('network')
    .execute()
  return rows.map(({ network, count }) => ({ network, count: Number(count) }))
}

/** @returns the id of the screen that the code was for */
export async function removeNewestCode(queries: Queries, networks: readonly string[]): Promise<ScreenId | undefined> {
  const newest = queries
    .selectFrom('pairing_code')
    .select('code')
    .where('network', 'in', networks)
    .orderBy('expires_at', 'desc')
    .limit(1)
  const row = await queries.deleteFrom('pairing_code').where('code', 'in', newest).returning('id').executeTakeFirst()
  return row && ScreenId.parse(row.id)
}

type NewCommand = {
  id: ScreenCommandId
  screenId: ScreenId
  kind: ScreenCommandKind
  address: string | null
  madeAt: number
}

export async function createCommands(queries: Queries, commands: readonly NewCommand[]): Promise<void> {
  await queries
    .insertInto('screen_command')
    .values(
      commands.map(({ id, screenId, kind, address, madeAt }) => ({
        id,
        screen_id: screenId,
        kind,
        address,
        made_at: madeAt,
        answered_at: null,
        answer: null,
      })),
    )
    .execute()
}

/** The valid commands that a screen has not answered, oldest first. */
export async function listOpen(queries: Queries, screenId: ScreenId, now: number): Promise<ScreenPlace['commands']> {
  const rows = await queries
    .selectFrom('screen_command')
    .select(['id', 'kind', 'address'])
    .where('screen_id', '=', screenId)
    .where('answered_at', 'is', null)
    .where('made_at', '>', now - COMMAND_LIVES_MS)
    .orderBy('made_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, kind, address }) => ({
    id: ScreenCommandId.parse(id),
    kind: ScreenCommandKind.parse(kind),
    address,
  }))
}

/** @returns the command, if it was waiting for this screen's answer */
export async function answerCommand(
  queries: Queries,
  screenId: ScreenId,
  { commandId, answer }: { commandId: ScreenCommandId; answer: ScreenAnswer },
  now: number,
): Promise<{ kind: ScreenCommandKind; address: string | null } | undefined> {
  const row = await queries
    .updateTable('screen_command')
    .set({ answered_at: now, answer })
    .where('id', '=', commandId)
    .where('screen_id', '=', screenId)
    .where('answered_at', 'is', null)
    .returning(['kind', 'address'])
    .executeTakeFirst()
  return row && { kind: ScreenCommandKind.parse(row.kind), address: row.address }
}

/** The newest commands of each screen, newest first. @param most for each screen */
export async function listCommands(
  queries: Queries,
  screenIds: readonly ScreenId[],
  most: number,
  now: number,
): Promise<Map<ScreenId, ScreenCommand[]>> {
  const found = new Map<ScreenId, ScreenCommand[]>()
  if (screenIds.length === 0) return found
  const rows = await queries
    .selectFrom('screen_command')
    .select(['id', 'screen_id', 'kind', 'made_at', 'answer'])
    .where('screen_id', 'in', screenIds)
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .execute()
  for (const row of rows) {
    const id = ScreenId.parse(row.screen_id)
    const commands = found.get(id) ?? []
    if (commands.length < most) found.set(id, [...commands, toCommand(row, now)])
  }
  return found
}

function toCommand(
  row: { id: string; kind: string; made_at: number; answer: string | null },
  now: number,
): ScreenCommand {
  const answer = row.answer === null ? undefined : (ScreenAnswer.safeParse(row.answer).data ?? 'failed')
  const isOver = row.made_at <= now - COMMAND_LIVES_MS
  return {
    id: ScreenCommandId.parse(row.id),
    kind: ScreenCommandKind.parse(row.kind),
    madeAt: row.made_at,
    state: answer === undefined ? (isOver ? 'lapsed' : 'waiting') : answer === 'done' ? 'done' : 'failed',
    because: answer === undefined || answer === 'done' ? null : answer,
  }
}

export async function removeCommandsBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('screen_command').where('made_at', '<', instant).execute()
}
