import { Button, Switch } from '@mantine/core'
import { ColumnId, displayCell, type Row, type Table } from '@placard/contract'
import { memo } from 'react'
import { announce } from '../../../platform/ui/announcer.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PencilIcon, PlusIcon } from '../../../platform/ui/icons.tsx'
import { LongList } from '../../../platform/ui/long-list.tsx'
import { Picture } from './cell.tsx'
import { nameOfRow } from './columns.ts'
import { isPrice } from './price-column.ts'
import { randomColumnId } from './random-column-id.ts'
import { hasOwnRows, isOwnColumn } from './sources/own-columns.ts'
import styles from './table-cards.module.css'
import type { TableStore } from './table-store.ts'

/** Approximate height of a card. */
const CARD_PX = 132

type Props = {
  store: TableStore
  table: Table
  rows: readonly Row[]
  canEdit: boolean
  /** False for users who may not add columns. */
  mayShape: boolean
  onEdit: (row: Row | undefined) => void
  onRefused: (error: unknown) => void
}

/** [DT1] The rows of a table on a phone: a card each, with a switch for each yes-or-no column. */
export function TableCards({ store, table, rows, canEdit, mayShape, onEdit, onRefused }: Props) {
  const { t } = useI18n()
  const { columns } = table
  const isMenu = columns.some(isPrice) && columns.some(({ type }) => type === 'words')
  const addSoldOut = () =>
    store
      .createColumn({ id: ColumnId.parse(randomColumnId()), name: t('tables.sold-out'), type: 'yes-no' })
      .then(() => announce(t('tables.sold-out-added')))
      .catch(onRefused)
  return (
    <>
      {mayShape && isMenu && !columns.some(({ type }) => type === 'yes-no') && (
        <Button variant="default" fullWidth leftSection={<PlusIcon />} onClick={addSoldOut}>
          {t('tables.add-sold-out')}
        </Button>
      )}
      <LongList
        as="ol"
        className={styles.cards}
        of={rows}
        usualPx={CARD_PX}
        words={(row) => nameOfRow(table.columns, row, table.language)}
        entry={() => ({ className: styles.card })}
      >
        {(row, index) => (
          <Card
            store={store}
            table={table}
            row={row}
            number={index + 1}
            canEdit={canEdit}
            onEdit={onEdit}
            onRefused={onRefused}
          />
        )}
      </LongList>
      {canEdit && hasOwnRows(table) && (
        <Button variant="default" fullWidth leftSection={<PlusIcon />} onClick={() => onEdit(undefined)}>
          {t('tables.card.new')}
        </Button>
      )}
    </>
  )
}

type CardProps = Omit<Props, 'rows' | 'mayShape'> & { row: Row; number: number }

const Card = memo(function Card({ store, table, row, number, canEdit, onEdit, onRefused }: CardProps) {
  const { t } = useI18n()
  const { columns, language, organisationId } = table
  const name = nameOfRow(columns, row, language) || t('tables.card.untitled', { number })
  const titleColumn = columns.find((column) => displayCell(column, row.cells[column.id], language) !== '')
  const facts = columns.filter(
    (column) => column !== titleColumn && column.type !== 'yes-no' && row.cells[column.id] !== undefined,
  )
  const switches = columns.filter(({ type }) => type === 'yes-no')
  return (
    <article>
      <div className={styles.top}>
        <h3 className={styles.name} dir="auto">
          {name}
        </h3>
        {canEdit && columns.some((column) => isOwnColumn(table, column)) && (
          <button
            type="button"
            className={styles.edit}
            aria-label={t('tables.card.edit', { name })}
            onClick={() => onEdit(row)}
          >
            <PencilIcon size={18} />
          </button>
        )}
      </div>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map((column) => (
            <div key={column.id}>
              <dt dir="auto">{column.name}</dt>
              <dd dir="auto">
                {column.type === 'picture' ? (
                  <Picture organisationId={organisationId} id={String(row.cells[column.id])} />
                ) : (
                  displayCell(column, row.cells[column.id], language)
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {switches.map((column) => (
        <Switch
          key={column.id}
          className={styles.switch ?? ''}
          size="md"
          labelPosition="left"
          label={<span dir="auto">{column.name}</span>}
          checked={row.cells[column.id] === true}
          disabled={!canEdit || !isOwnColumn(table, column)}
          onChange={(event) =>
            store
              .setCells([
                {
                  rowId: row.id,
                  columnId: column.id,
                  was: row.cells[column.id] ?? null,
                  value: event.currentTarget.checked,
                },
              ])
              .catch(onRefused)
          }
        />
      ))}
    </article>
  )
})
