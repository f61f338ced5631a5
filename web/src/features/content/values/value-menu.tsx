import { NativeSelect, TextInput } from '@mantine/core'
import {
  type CellOfToday,
  type Column,
  PAGES,
  type ProgrammeKey,
  type Row,
  type TableContents,
  type TableId,
  tablePath,
  titleOfRow,
  type ValueInText,
} from '@placard/contract'
import { isTextual, writtenCell } from '@placard/playback'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { tablesOf } from '../../../platform/api/tables.ts'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import type { ValueFacts } from './figures.ts'
import styles from './value-menu.module.css'
import { WeatherFigures } from './weather-figures.tsx'

/** Rows that are listed at once. The others are found by their name. */
const MOST_ROWS = 40

type Props = {
  programmeKey: ProgrammeKey
  /** The values are chosen for a condition. Omitted: for a text. */
  forCondition?: boolean
  onChoose: (chosen: ValueInText, facts: ValueFacts) => void
  /** Called with a cell of the row of today. Omitted: none is offered. */
  onToday?: (value: CellOfToday, facts: ValueFacts) => void
}

/** The weather in the list of tables. */
const WEATHER = 'weather'

/** The menu from which a value is chosen: a table, a row by its first text, and a column; or a figure of the weather. */
export default function ValueMenu({ programmeKey, forCondition = false, onChoose, onToday }: Props) {
  const { t } = useI18n()
  const { organisationId } = programmeKey
  const { data: tables, error } = useQuery(tablesOf(organisationId))
  const [chosen, setChosen] = useState<TableId | typeof WEATHER>()
  const [wanted, setWanted] = useState('')
  const weather = useProgramme(programmeKey).data?.weather
  // People who are limited to some displays see no tables.
  const isLimited = error !== null && codeOf(error) === 'not-allowed'
  // Without a source there is nothing to choose. If it is all that the menu has, it says how to get one.
  const offersWeather = isLimited || (weather && !('problem' in weather && weather.problem === 'no-source'))
  const source = chosen ?? tables?.[0]?.id ?? (offersWeather && (tables || error) ? WEATHER : undefined)
  const tableId = source === WEATHER ? undefined : source
  const choices = [
    ...(tables ?? []).map(({ id, name }) => ({ value: id as string, label: name })),
    ...(offersWeather ? [{ value: WEATHER, label: t('values.weather') }] : []),
  ]
  const { data: held, error: problem } = useQuery({
    queryKey: ['table', organisationId, tableId],
    queryFn: ({ signal }) => call('getTable', { params: { organisationId, tableId: tableId as TableId }, signal }),
    enabled: tableId !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field set is drawn with a frame of its own
    <div className={styles.menu} role="group" aria-label={t('values.menu')}>
      <div className={styles.fields}>
        {choices.length > 0 && (
          <NativeSelect
            size="sm"
            label={t('values.menu')}
            value={source ?? ''}
            data={choices}
            onChange={({ currentTarget }) => setChosen(currentTarget.value as TableId | typeof WEATHER)}
          />
        )}
        {tableId !== undefined && (
          <TextInput
            size="sm"
            type="search"
            label={t('values.find')}
            dir="auto"
            value={wanted}
            onChange={({ currentTarget }) => setWanted(currentTarget.value)}
            onKeyDown={(event) => {
              // Enter does not submit the surrounding form.
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
        )}
      </div>
      {(problem || (error && !isLimited)) && <ErrorBox message={t('values.not-read')} />}
      {held && tableId !== undefined && !problem && (
        <Rows
          key={held.table.id}
          held={held}
          offers={forCondition ? isCompared : isTextual}
          onToday={onToday}
          wanted={wanted}
          onChoose={onChoose}
        />
      )}
      {source === WEATHER && (
        <WeatherFigures programmeKey={programmeKey} forCondition={forCondition} onChoose={onChoose} />
      )}
      {tables?.length === 0 && (
        <p className={styles.none}>
          {t('values.no-tables')} <Link to={PAGES.tables}>{t('values.to-tables')}</Link>
        </p>
      )}
    </div>
  )
}

const isCompared = ({ type }: Column) => type !== 'picture'

type RowsProps = Pick<Props, 'onChoose'> & {
  /** The columns that are offered. */
  offers: (column: Column) => boolean
  onToday: Props['onToday'] | undefined
  held: TableContents
  wanted: string
}

function Rows({ held: { table, rows }, offers, onToday, wanted, onChoose }: RowsProps) {
  const { t } = useI18n()
  const id = useId()
  const columns = table.columns.filter(offers)
  const named = rows.map((row) => ({ row, name: titleOfRow(table.columns, row.cells, table.language) }))
  const found = named.filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase()))
  const choose = (row: Row, name: string, column: Column) => {
    const text = writtenCell(column, row.cells[column.id] ?? null, table.language)
    const full = [table.name, name, column.name].map((part) => part.replace(/[{}]/g, '') || '–').join(': ')
    onChoose(
      {
        value: { of: 'cell', tableId: table.id, rowId: row.id, columnId: column.id },
        name: full,
        ...(text === undefined ? {} : { text }),
      },
      {
        column: { type: column.type, currency: column.currency, decimals: column.decimals },
        language: table.language,
        names: [full],
      },
    )
  }
  const dates = onToday ? columns.filter(({ type }) => type === 'date') : []
  const chooseToday = (date: Column, column: Column) => {
    const names = [table.name, date.name, column.name]
    onToday?.(
      { of: 'today', tableId: table.id, dateColumnId: date.id, columnId: column.id },
      {
        column: { type: column.type, currency: column.currency, decimals: column.decimals },
        language: table.language,
        names,
      },
    )
  }
  if (columns.length === 0 || rows.length === 0) {
    return (
      <p className={styles.none}>
        {t('values.nothing')} <Link to={tablePath(table.id)}>{t('values.to-table')}</Link>
      </p>
    )
  }
  return (
    <>
      <ul className={styles.rows}>
        {wanted.trim() === '' &&
          dates.map((date) => (
            <li key={date.id} className={styles.row}>
              <span id={`${id}${date.id}`} className={styles.name} dir="auto">
                {t('values.row-of-today', { date: date.name })}
              </span>
              <span className={styles.cells}>
                {columns
                  .filter((column) => column !== date)
                  .map((column) => (
                    <button
                      key={column.id}
                      type="button"
                      className={styles.cell}
                      aria-describedby={`${id}${date.id}`}
                      onClick={() => chooseToday(date, column)}
                    >
                      <span className={styles.column} dir="auto">
                        {column.name}
                      </span>
                    </button>
                  ))}
              </span>
            </li>
          ))}
        {found.slice(0, MOST_ROWS).map(({ row, name }) => (
          <li key={row.id} className={styles.row}>
            <span id={`${id}${row.id}`} className={styles.name} dir="auto">
              {name || '–'}
            </span>
            <span className={styles.cells}>
              {columns.map((column) => (
                <button
                  key={column.id}
                  type="button"
                  className={styles.cell}
                  aria-describedby={`${id}${row.id}`}
                  onClick={() => choose(row, name, column)}
                >
                  <span className={styles.column} dir="auto">
                    {column.name}
                  </span>{' '}
                  <span dir="auto">
                    {column.type === 'yes-no'
                      ? t(row.cells[column.id] === true ? 'values.yes' : 'values.no')
                      : (writtenCell(column, row.cells[column.id] ?? null, table.language) ?? t('values.empty'))}
                  </span>
                </button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={styles.none}>{t('values.not-found')}</p>}
      {found.length > MOST_ROWS && (
        <p className={styles.none}>{t('values.more', { count: found.length - MOST_ROWS })}</p>
      )}
    </>
  )
}
