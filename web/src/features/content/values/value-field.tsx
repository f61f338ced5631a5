import { NativeSelect } from '@mantine/core'
import {
  type Column,
  type OrganisationId,
  type Row,
  type TableContents,
  type TableId,
  titleOfRow,
  type Value,
  type ValueNow,
} from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { tablesOf } from '../../../platform/api/tables.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './value-field.module.css'

type Facts = Pick<ValueNow, 'column' | 'language'>

type Props = {
  organisationId: OrganisationId
  /** undefined: nothing is chosen yet. */
  value: Value | undefined
  /** The text for a value that no longer exists. */
  goneName: string
  error: string | undefined
  /** Called once the facts about a chosen value are known. undefined: they are known already. */
  onFacts: ((facts: Facts) => void) | undefined
  onChange: (value: Value, facts: Facts) => void
}

/** Chooses a value: a table, a row by its first text, and a column. */
export function ValueField({ organisationId, value, goneName, error, onFacts, onChange }: Props) {
  const { t } = useI18n()
  const errorId = useId()
  const tables = useQuery(tablesOf(organisationId))
  const [tableId, setTableId] = useState<TableId | undefined>(value?.tableId)
  const table = useQuery({
    queryKey: ['table-for-value', organisationId, tableId],
    queryFn: ({ signal }) => call('getTable', { params: { organisationId, tableId: tableId as TableId }, signal }),
    enabled: tableId !== undefined,
  })
  const contents = table.data
  const known = tables.data ?? []
  const isKnownTable = known.some(({ id }) => id === tableId)
  const [only] = known.length === 1 && value === undefined ? known : []
  const onlyId = only?.id
  useEffect(() => {
    if (onlyId !== undefined) setTableId((before) => before ?? onlyId)
  }, [onlyId])

  const tellFacts = useRef(onFacts)
  tellFacts.current = onFacts
  useEffect(() => {
    const column = contents?.table.columns.find(({ id }) => id === value?.columnId)
    if (contents && column && contents.table.id === value?.tableId) tellFacts.current?.(factsOf(contents, column))
  }, [contents, value])

  const choose = (of: TableContents, row: Row, column: Column) =>
    onChange({ of: 'cell', tableId: of.table.id, rowId: row.id, columnId: column.id }, factsOf(of, column))
  const columnIn = ({ table: { columns } }: TableContents) =>
    columns.find(({ id }) => id === value?.columnId) ??
    columns.find(({ type }) => type === 'yes-no') ??
    columns.find(({ type }) => type !== 'words' && type !== 'picture') ??
    columns[0]
  const row = contents?.rows.find(({ id }) => id === value?.rowId)
  const isHere = value !== undefined && value.tableId === contents?.table.id
  const column = isHere ? contents.table.columns.find(({ id }) => id === value.columnId) : undefined
  const describedBy = error ? { 'aria-describedby': errorId, 'aria-invalid': true } : {}

  if (tables.isError) return <p className={styles.note}>{t('value.no-tables')}</p>
  if (tables.data?.length === 0 && !value) return <p className={styles.note}>{t('value.none-yet')}</p>
  return (
    <div className={styles.value}>
      <div className={styles.parts}>
        <NativeSelect
          label={t('value.table')}
          value={isKnownTable ? tableId : ''}
          data={[
            ...(isKnownTable ? [] : [{ value: '', label: value && tables.data ? goneName : t('value.choose') }]),
            ...known.map(({ id, name }) => ({ value: id as string, label: name })),
          ]}
          error={error !== undefined}
          {...describedBy}
          onChange={({ currentTarget: { value: id } }) => {
            if (id !== '') setTableId(id as TableId)
          }}
        />
        <NativeSelect
          label={t('value.row')}
          value={isHere && row ? row.id : ''}
          disabled={!contents}
          data={[
            ...(isHere && row ? [] : [{ value: '', label: isHere ? goneName : t('value.choose') }]),
            ...(contents?.rows ?? []).map((one, index) => ({
              value: one.id as string,
              label: rowLabel(contents as TableContents, one) || t('value.row-number', { number: index + 1 }),
            })),
          ]}
          error={error !== undefined}
          onChange={({ currentTarget: { value: id } }) => {
            const chosen = contents?.rows.find((one) => one.id === id)
            const of = contents && columnIn(contents)
            if (contents && chosen && of) choose(contents, chosen, of)
          }}
        />
        <NativeSelect
          label={t('value.column')}
          value={column?.id ?? ''}
          disabled={!isHere || !row}
          data={[
            ...(column ? [] : [{ value: '', label: isHere ? goneName : t('value.choose') }]),
            ...(contents?.table.columns ?? []).map(({ id, name }) => ({ value: id as string, label: name })),
          ]}
          error={error !== undefined}
          onChange={({ currentTarget: { value: id } }) => {
            const chosen = contents?.table.columns.find((one) => one.id === id)
            if (contents && row && chosen) choose(contents, row, chosen)
          }}
        />
      </div>
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

const factsOf = ({ table: { language } }: TableContents, { type, currency }: Column): Facts => ({
  column: { type, currency },
  language,
})

function rowLabel({ table: { columns, language } }: TableContents, { cells }: Row): string {
  return titleOfRow(columns, cells, language)
}
