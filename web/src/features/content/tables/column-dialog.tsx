import { Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import {
  COLUMN_TYPES,
  type Column,
  ColumnId,
  ColumnType,
  CreateColumn,
  DEFAULT_CURRENCY,
  displayCell,
  MAX_COLUMN_DECIMALS,
  type Table,
} from '@placard/contract'
import { useState } from 'react'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import ConfirmDialog from '../../../platform/ui/confirm-dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import {
  ArrowBackIcon,
  ArrowDownIcon,
  ArrowOnIcon,
  ArrowUpIcon,
  PlusIcon,
  TrashIcon,
} from '../../../platform/ui/icons.tsx'
import styles from './column-dialog.module.css'
import { randomColumnId } from './random-column-id.ts'
import { hasOwnRows } from './sources/own-columns.ts'
import type { TableStore } from './table-store.ts'

type Props = {
  store: TableStore
  table: Table
  /** Undefined: a new column, behind `after`. */
  column: Column | undefined
  /** null: first; undefined: last. */
  after: ColumnId | null | undefined
  onInsert: (after: ColumnId | null) => void
  onRefused: (error: unknown) => void
  onClose: () => void
}

/** The name and the type of a column, and all that can be done with it. */
export default function ColumnDialog({ store, table, column, after, onInsert, onRefused, onClose }: Props) {
  const { t } = useI18n()
  const [isRemoving, setRemoving] = useState(false)
  const index = table.columns.findIndex(({ id }) => id === column?.id)
  const form = useForm({
    schema: CreateColumn,
    start: () => ({
      name: column?.name ?? t('tables.column-name', { number: table.columns.length + 1 }),
      type: column?.type ?? ('words' as ColumnType),
      currency: column?.currency ?? usualCurrency(table),
      decimals: String(column?.decimals ?? 0),
      key: column !== undefined && table.keyColumnId === column.id,
    }),
    bodyOf: ({ name, type, currency, decimals }) => ({
      name,
      type,
      ...(type === 'money' ? { currency } : {}),
      ...(type === 'number' ? { decimals: Number(decimals) } : {}),
    }),
    save: async (body) => {
      const { key } = form.values
      if (column) {
        await store.updateColumn(column, body)
        const isKey = table.keyColumnId === column.id
        if (key !== isKey) await store.updateTable({ keyColumnId: key ? column.id : null })
      } else {
        const id = ColumnId.parse(randomColumnId())
        await store.createColumn({ ...body, id, ...(after === undefined ? {} : { after }) })
        if (key) await store.updateTable({ keyColumnId: id })
      }
      onClose()
    },
    logAs: 'changing a column failed',
  })
  const { type } = form.values
  const mayBeKey =
    type !== 'yes-no' &&
    type !== 'picture' &&
    (hasOwnRows(table) || (column !== undefined && table.source?.columns.includes(column.id) === true))

  const act = (work: Promise<void>) => {
    work.catch(onRefused)
    onClose()
  }
  const beforeOf = (at: number) => table.columns[at - 1]?.id ?? null

  if (isRemoving && column) {
    return (
      <ConfirmDialog
        question={t('tables.column.remove-question')}
        subject={column.name}
        confirmLabel={t('tables.column.remove')}
        onConfirm={() => act(store.removeColumn(column.id))}
        onCancel={onClose}
      >
        <p>{t('tables.column.remove-lead')}</p>
      </ConfirmDialog>
    )
  }
  return (
    <FormDialog
      form={form}
      title={column ? t('tables.column.title', { name: column.name }) : t('tables.column.new')}
      submitLabel={t(column ? 'action.save' : 'tables.add-column')}
      onClose={onClose}
    >
      <TextInput label={t('tables.column.name')} dir="auto" autoComplete="off" {...form.field('name')} data-autofocus />
      <div className={styles.pair}>
        <NativeSelect
          label={t('tables.column.type')}
          data={COLUMN_TYPES.map((value) => ({ value, label: t(`tables.type.${value}`) }))}
          value={type}
          error={form.errorAt('type')}
          onChange={(event) => form.change({ type: ColumnType.parse(event.currentTarget.value) })}
        />
        {type === 'money' && (
          <TextInput
            label={t('tables.column.currency')}
            placeholder="EUR"
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            {...form.field('currency')}
          />
        )}
        {type === 'number' && (
          <NativeSelect
            label={t('tables.column.decimals')}
            data={Array.from({ length: MAX_COLUMN_DECIMALS + 1 }, (_, decimals) => ({
              value: String(decimals),
              label:
                decimals === 0 ? t('tables.column.decimals-typed') : displayCell({ type, decimals }, 1, table.language),
            }))}
            {...form.field('decimals')}
          />
        )}
      </div>
      {mayBeKey && <Switch label={t('tables.column.key')} {...form.toggle('key')} />}
      {column && (
        <div className={styles.acts}>
          {hasOwnRows(table) && (
            <>
              <Button
                variant="default"
                justify="flex-start"
                leftSection={<ArrowUpIcon size={18} />}
                onClick={() => act(store.sortRows(column.id, 'up'))}
              >
                {t('tables.column.sort-up')}
              </Button>
              <Button
                variant="default"
                justify="flex-start"
                leftSection={<ArrowDownIcon size={18} />}
                onClick={() => act(store.sortRows(column.id, 'down'))}
              >
                {t('tables.column.sort-down')}
              </Button>
            </>
          )}
          <Button
            variant="default"
            justify="flex-start"
            leftSection={<PlusIcon size={18} />}
            onClick={() => onInsert(beforeOf(index))}
          >
            {t('tables.column.before')}
          </Button>
          <Button
            variant="default"
            justify="flex-start"
            leftSection={<PlusIcon size={18} />}
            onClick={() => onInsert(column.id)}
          >
            {t('tables.column.after')}
          </Button>
          <Button
            variant="default"
            justify="flex-start"
            leftSection={<ArrowBackIcon size={18} />}
            disabled={index === 0}
            onClick={() => act(store.updateColumn(column, { after: beforeOf(index - 1) }))}
          >
            {t('tables.column.forward')}
          </Button>
          <Button
            variant="default"
            justify="flex-start"
            leftSection={<ArrowOnIcon size={18} />}
            disabled={index === table.columns.length - 1}
            onClick={() => act(store.updateColumn(column, { after: table.columns[index + 1]?.id ?? null }))}
          >
            {t('tables.column.backward')}
          </Button>
          <Button
            variant="subtle"
            justify="flex-start"
            color="red"
            leftSection={<TrashIcon size={18} />}
            onClick={() => setRemoving(true)}
          >
            {t('tables.column.remove')}
          </Button>
        </div>
      )}
    </FormDialog>
  )
}

/** The currency of the other columns. */
const usualCurrency = ({ columns }: Table) => columns.find(({ currency }) => currency)?.currency ?? DEFAULT_CURRENCY
