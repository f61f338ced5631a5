import type { Config } from '../../../platform/config.ts'

/** `good`, worth a look (`warning`), `bad`; `passed over` where there is nothing to look at. */
export type State = 'good' | 'warning' | 'bad' | 'passed over'

/** The result of a check: a sentence and, where something is wrong, the thing to do. */
export type Finding = { state: State; says: string; fix?: string }

export type Check = { name: string; look(at: Patient): Promise<Finding> }

/** The subject of the check. */
export type Patient = {
  config: Config
  now: number
  /** Rows of a table by column; none where there is no such table, or no database. Read once. */
  rows(table: string): Promise<Record<string, unknown>[]>
  /** Names of the migrations that the tables have gone through. */
  migrations(): Promise<string[]>
}

export const good = (says: string): Finding => ({ state: 'good', says })
export const warning = (says: string, fix: string): Finding => ({ state: 'warning', says, fix })
export const bad = (says: string, fix: string): Finding => ({ state: 'bad', says, fix })
export const passedOver = (says: string): Finding => ({ state: 'passed over', says })
