import type { Config } from '../../../platform/config.ts'

/** `good`, `warning` (worth a look), `bad`, or `passed over` when there is nothing to check. */
export type State = 'good' | 'warning' | 'bad' | 'passed over'

/** The result of a check: a sentence and, if something is wrong, the remedy. */
export type Finding = { state: State; says: string; fix?: string }

export type Check = { name: string; look(at: Patient): Promise<Finding> }

/** The data that checks read. */
export type Patient = {
  config: Config
  now: number
  /** Rows of a table with their columns. Empty when the table or the database does not exist. Each table is read once. */
  rows(table: string): Promise<Record<string, unknown>[]>
  /** Names of the migrations that were applied to the tables. */
  migrations(): Promise<string[]>
}

export const good = (says: string): Finding => ({ state: 'good', says })
export const warning = (says: string, fix: string): Finding => ({ state: 'warning', says, fix })
export const bad = (says: string, fix: string): Finding => ({ state: 'bad', says, fix })
export const passedOver = (says: string): Finding => ({ state: 'passed over', says })
