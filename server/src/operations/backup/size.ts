import type { DatabaseSettings } from '../../platform/database/database.ts'
import { type Dump, openDump } from '../../platform/database/dump.ts'
import { listedFile, MEDIA_TABLE } from './archive.ts'

/** Overhead of each file: a header, its row, and possibly a thumbnail. */
const BESIDE_FILE_BYTES = 16 * 1024
const LEAST_BYTES = 2 ** 20

/** Approximate size of a full backup. */
export async function estimateBytes(settings: DatabaseSettings): Promise<number> {
  return withDump(settings, async (dump) => (await rowsBytes(dump)) + (await filesBytes(dump)))
}

/** Approximate size of a backup of the rows only. */
export async function estimateRowsBytes(settings: DatabaseSettings): Promise<number> {
  return withDump(settings, rowsBytes)
}

async function withDump(settings: DatabaseSettings, ask: (dump: Dump) => Promise<number>): Promise<number> {
  await using dump = await openDump(settings)
  if (!dump) return LEAST_BYTES
  return await ask(dump)
}

/** Rows as text take less space than their tables with all indexes. */
async function rowsBytes(dump: Dump): Promise<number> {
  return LEAST_BYTES + (await dump.sizeBytes())
}

async function filesBytes(dump: Dump): Promise<number> {
  const table = dump.tables.find(({ name }) => name === MEDIA_TABLE)
  let bytes = 0
  if (!table) return bytes
  for await (const rows of dump.rows(table)) {
    for (const row of rows) bytes += listedFile(table, row).sizeBytes + BESIDE_FILE_BYTES
  }
  return bytes
}
