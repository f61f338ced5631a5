import { Button, Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core'
import {
  type Board,
  type BoardFilter,
  type BoardLook,
  type BoardPart,
  type Column,
  type ColumnId,
  LOOK_PARTS,
  MAX_BOARD_COLUMNS,
  MAX_BOARD_FILTERS,
  MAX_BOARD_ROWS,
  MAX_HEADING_CHARACTERS,
  type TableContents,
  writeCell,
} from '@placard/contract'
import { partsOf } from '@placard/playback'
import { serverNow } from '../../../platform/api/server-clock.ts'
import dialog from '../../../platform/ui/dialog.module.css'
import { DrawnChoice } from '../../../platform/ui/drawn-choice.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { contentsOf, looksFor, withLook } from './board-draft.ts'
import styles from './board-fields.module.css'
import BoardPicture from './board-picture.tsx'

type Props = {
  board: Board
  table: TableContents
  errorAt: (field: string) => string | undefined
  onChange: (board: Board) => void
}

/** The look of a board, the columns that it shows, and the order and choice of its rows. */
export function BoardFields({ board, table, errorAt, onChange }: Props) {
  const { t, number } = useI18n()
  const { columns } = table.table
  const looks = looksFor(columns)
  const count = contentsOf(board, table, serverNow())?.rows.length ?? 0
  return (
    <>
      <div className={styles.looks}>
        <DrawnChoice<BoardLook>
          legend={t('board.look')}
          value={board.look}
          options={looks.map((look) => {
            const contents = contentsOf(withLook(board, look), table, serverNow())
            return {
              value: look,
              label: t(`board.look.${look}`),
              drawing: contents ? <BoardPicture contents={contents} /> : null,
            }
          })}
          onChange={(look) => onChange(withLook(board, look))}
        />
      </div>
      {errorAt('board.look') && <p className={styles.problem}>{errorAt('board.look')}</p>}
      <TextInput
        label={t('board.title')}
        description={t('board.title-hint')}
        dir="auto"
        maxLength={MAX_HEADING_CHARACTERS}
        value={board.title}
        error={errorAt('board.title')}
        onChange={({ currentTarget: { value } }) => onChange({ ...board, title: value })}
      />
      {count === 0 && <p className={styles.hint}>{t('board.no-rows')}</p>}
      {count >= MAX_BOARD_ROWS && (
        <p className={styles.hint}>{t('board.most-rows', { rows: number(MAX_BOARD_ROWS) })}</p>
      )}
      <details className={dialog.fold}>
        <summary>{t('board.more')}</summary>
        <div className={styles.more}>
          {board.look === 'plain' ? (
            <PlainColumns board={board} columns={columns} onChange={onChange} />
          ) : (
            <Parts board={board} columns={columns} onChange={onChange} />
          )}
          {board.look === 'days' && (
            <Switch
              label={t('board.yearly')}
              description={t('board.yearly-hint')}
              checked={board.yearly === true}
              onChange={({ currentTarget: { checked } }) => {
                const { yearly: _, ...rest } = board
                onChange(checked ? { ...rest, yearly: true } : rest)
              }}
            />
          )}
          <Sort board={board} columns={columns} onChange={onChange} />
          <Filters board={board} table={table} onChange={onChange} />
        </div>
      </details>
    </>
  )
}

type PartProps = { board: Board; columns: readonly Column[]; onChange: (board: Board) => void }

const NONE = 'none'

/** The column that plays each part. */
function Parts({ board, columns, onChange }: PartProps) {
  const { t } = useI18n()
  const parts = partsOf(board.look, columns, board.parts)
  const choose = (part: BoardPart, id: string) =>
    onChange({ ...board, parts: { ...board.parts, [part]: id === NONE ? null : (id as ColumnId) } })
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('board.columns')}</legend>
      <div className={styles.pairs}>
        {LOOK_PARTS[board.look].map(({ part, types, isNeeded }) => (
          <NativeSelect
            key={part}
            label={t(`board.part.${part}`)}
            value={parts[part] ?? NONE}
            data={[
              ...(isNeeded ? [] : [{ value: NONE, label: t('board.no-column') }]),
              ...columns
                .filter(({ type }) => types.includes(type))
                .map(({ id, name }) => ({ value: id as string, label: name })),
            ]}
            onChange={({ currentTarget: { value } }) => choose(part, value)}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** The columns of the plain look. */
function PlainColumns({ board, columns, onChange }: PartProps) {
  const { t, number } = useI18n()
  const shown = board.columns ?? columns.slice(0, MAX_BOARD_COLUMNS).map(({ id }) => id)
  const set = (id: ColumnId, isShown: boolean) => {
    const next = columns.map((column) => column.id).filter((one) => (one === id ? isShown : shown.includes(one)))
    if (next.length > 0 && next.length <= MAX_BOARD_COLUMNS) onChange({ ...board, columns: next })
  }
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('board.columns')}</legend>
      {columns.map(({ id, name }) => {
        const isShown = shown.includes(id)
        const isFull = shown.length >= MAX_BOARD_COLUMNS && !isShown
        return (
          <Checkbox
            key={id}
            label={<span dir="auto">{name}</span>}
            checked={isShown}
            disabled={isFull || (isShown && shown.length === 1)}
            onChange={({ currentTarget: { checked } }) => set(id, checked)}
          />
        )
      })}
      {columns.length > MAX_BOARD_COLUMNS && (
        <p className={styles.hint}>{t('board.most-columns', { columns: number(MAX_BOARD_COLUMNS) })}</p>
      )}
    </fieldset>
  )
}

/** Looks that go by the clock decide about their order themselves. */
const OWN_ORDER: readonly BoardLook[] = ['departures', 'days', 'rooms']

function Sort({ board, columns, onChange }: PartProps) {
  const { t } = useI18n()
  const { sort: _, ...unsorted } = board
  if (OWN_ORDER.includes(board.look)) return null
  return (
    <div className={styles.pairs}>
      <NativeSelect
        label={t('board.sort')}
        value={board.sort?.columnId ?? NONE}
        data={[
          { value: NONE, label: t('board.sort-usual') },
          ...columns
            .filter(({ type }) => type !== 'picture')
            .map(({ id, name }) => ({ value: id as string, label: name })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange(
            value === NONE
              ? unsorted
              : { ...board, sort: { columnId: value as ColumnId, direction: board.sort?.direction ?? 'up' } },
          )
        }
      />
      {board.sort && (
        <NativeSelect
          label={t('board.direction')}
          value={board.sort.direction}
          data={(['up', 'down'] as const).map((value) => ({ value, label: t(`board.direction.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            board.sort && onChange({ ...board, sort: { ...board.sort, direction: value === 'down' ? 'down' : 'up' } })
          }
        />
      )}
    </div>
  )
}

type FilterProps = { board: Board; table: TableContents; onChange: (board: Board) => void }

/** Up to three conditions for the rows. */
function Filters({ board, table, onChange }: FilterProps) {
  const { t } = useI18n()
  const columns = table.table.columns.filter(({ type }) => type !== 'picture')
  const [first] = columns
  const put = (index: number, filter: BoardFilter | undefined) =>
    onChange({ ...board, filters: board.filters.flatMap((one, at) => (at === index ? (filter ?? []) : one)) })
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('board.filters')}</legend>
      {board.filters.map((filter, index) => (
        <Filter
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has only its place
          key={index}
          filter={filter}
          table={table}
          columns={columns}
          onChange={(next) => put(index, next)}
          onRemove={() => put(index, undefined)}
        />
      ))}
      {first && board.filters.length < MAX_BOARD_FILTERS && (
        <Button
          className={styles.add ?? ''}
          variant="default"
          size="sm"
          onClick={() => onChange({ ...board, filters: [...board.filters, filterOn(first, table)] })}
        >
          {t('board.add-filter')}
        </Button>
      )}
    </fieldset>
  )
}

/** The first condition that makes sense for a column. */
function filterOn(column: Column, table: TableContents): BoardFilter {
  const { id: columnId, type } = column
  if (type === 'date') return { columnId, is: 'today' }
  if (type === 'yes-no') return { columnId, is: 'is-not', value: true }
  return { columnId, is: 'is', value: valuesOf(column, table)[0]?.value ?? null }
}

/** The values of a column, each once, in the order of the rows. */
function valuesOf({ id }: Column, { rows }: TableContents) {
  const values = new Set(rows.flatMap(({ cells }) => cells[id] ?? []))
  return [...values].slice(0, MOST_VALUES).map((value) => ({ value }))
}

const MOST_VALUES = 200

function Filter(props: {
  filter: BoardFilter
  table: TableContents
  columns: readonly Column[]
  onChange: (filter: BoardFilter) => void
  onRemove: () => void
}) {
  const { filter, table, columns, onChange, onRemove } = props
  const { t } = useI18n()
  const column = columns.find(({ id }) => id === filter.columnId)
  const options: { value: string; label: string; stands: string | number | boolean | null }[] =
    column?.type === 'yes-no'
      ? [
          { value: 'true', label: t('board.yes'), stands: true },
          { value: 'false', label: t('board.no'), stands: false },
        ]
      : [
          ...(column ? valuesOf(column, table) : []).map(({ value }) => ({
            value: `=${String(value)}`,
            label: column ? writeCell(column, value, table.table.language) : String(value),
            stands: value,
          })),
          { value: 'empty', label: t('board.empty'), stands: null },
        ]
  const chosen = filter.is === 'today' ? undefined : options.find(({ stands }) => stands === filter.value)
  const ways = [...(['is', 'is-not'] as const), ...(column?.type === 'date' ? (['today'] as const) : [])]
  return (
    <div className={styles.filter}>
      <NativeSelect
        aria-label={t('board.filter-column')}
        value={filter.columnId}
        data={columns.map(({ id, name }) => ({ value: id as string, label: name }))}
        onChange={({ currentTarget: { value } }) => {
          const next = columns.find(({ id }) => id === value)
          if (next) onChange(filterOn(next, table))
        }}
      />
      <NativeSelect
        aria-label={t('board.filter-way')}
        value={filter.is}
        data={ways.map((value) => ({ value, label: t(`board.filter.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          onChange(
            value === 'today'
              ? { columnId: filter.columnId, is: 'today' }
              : {
                  columnId: filter.columnId,
                  is: value === 'is-not' ? 'is-not' : 'is',
                  value: chosen?.stands ?? options[0]?.stands ?? null,
                },
          )
        }
      />
      {filter.is !== 'today' && (
        <NativeSelect
          aria-label={t('board.filter-value')}
          value={chosen?.value ?? ''}
          data={options.map(({ value, label }) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => {
            const option = options.find((one) => one.value === value)
            if (option) onChange({ ...filter, value: option.stands })
          }}
        />
      )}
      <Button variant="subtle" size="sm" onClick={onRemove}>
        {t('board.remove-filter')}
      </Button>
    </div>
  )
}
