import { MAX_SOURCE_COLUMNS } from '../../platform/constants.ts'
import { ORGANISATION, organisation, TABLE, table } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { TableContents } from '../table.ts'
import { CheckedTableSource, CheckTableSource, SetTableSource, TableSourceState } from '../table-source.ts'

/** Concerns the whole organisation, as tables do. */
const ofEditor = { access: 'editor', unlimited: true } as const
const SOURCE = `${TABLE}/source` as const

export const TABLE_SOURCE_ROUTES = {
  /** Changes nothing. */
  checkTableSource: {
    ...ofEditor,
    method: 'POST',
    path: `${ORGANISATION}/table-source-checks`,
    params: organisation,
    body: CheckTableSource,
    response: CheckedTableSource,
  },
  /** For editors, because the address may be a secret one. */
  getTableSource: { ...ofEditor, method: 'GET', path: SOURCE, params: table, response: TableSourceState },
  /** The address is read at once. */
  setTableSource: {
    ...ofEditor,
    method: 'PUT',
    path: SOURCE,
    params: table,
    body: SetTableSource,
    response: TableContents,
  },
  /** The table keeps its rows, and all of its cells can be changed from then on. */
  removeTableSource: { ...ofEditor, method: 'DELETE', path: SOURCE, params: table, response: TableContents },
  /** Reads the address now. */
  readTableSource: { ...ofEditor, method: 'POST', path: `${SOURCE}/read`, params: table, response: TableSourceState },
} as const satisfies Routes

const ONCE = { takes: ['Idempotency-Key'] } as const
const ADDRESS_ERRORS = [
  'url-not-playable',
  'too-long',
  'text-not-well-formed',
  'header-not-valid',
  'json-path-not-valid',
  'invalid-time-zone',
] as const
/** Names and types of all columns of a source. */
const BODY_BYTES = MAX_SOURCE_COLUMNS * 1_024

export const TABLE_SOURCE_DETAILS = {
  checkTableSource: {
    summary: 'Reads an address (CSV, JSON, XLSX, a Google Sheet, iCalendar) and returns its columns and first rows.',
    errors: ['invalid-language', 'table-not-found', ...ADDRESS_ERRORS],
  },
  getTableSource: { summary: 'Reads how a table follows an address, and the state of that.', errors: [] },
  setTableSource: {
    summary: 'Makes a table follow an address, or changes how.',
    errors: [
      ...ADDRESS_ERRORS,
      'name-missing',
      'column-not-found',
      'column-name-taken',
      'id-taken',
      'currency-not-valid',
      'too-many-columns',
      'row-key-taken',
    ],
    bodyBytes: BODY_BYTES,
    ...ONCE,
  },
  removeTableSource: { summary: 'Makes a table follow no address any more. Its rows stay.', errors: [], ...ONCE },
  readTableSource: { summary: 'Reads the address that a table follows, now.', errors: ['table-without-source'] },
} as const satisfies DetailsOf<typeof TABLE_SOURCE_ROUTES>
