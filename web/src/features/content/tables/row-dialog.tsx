import { Button, Switch, Textarea, TextInput } from '@mantine/core'
import {
  type CellValue,
  type Column,
  ColumnId,
  type Row,
  RowId,
  readCell,
  type Table,
  writeCell,
} from '@placard/contract'
import { useState } from 'react'
import { z } from 'zod'
import { randomId } from '../../../platform/api/random-id.ts'
import { FormBody } from '../../../platform/form/form-body.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { Dialog, DialogActions } from '../../../platform/ui/dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { Picture } from './cell.tsx'
import ChoosePicture from './choose-picture.tsx'
import { nameOfRow } from './columns.ts'
import { hasOwnRows, isOwnColumn } from './sources/own-columns.ts'
import type { CellEdit, TableStore } from './table-store.ts'

type Props = {
  store: TableStore
  table: Table
  /** Undefined: a new row. */
  row: Row | undefined
  onRefused: (error: unknown) => void
  onClose: () => void
}

/** All cells of one row, for a phone. */
export default function RowDialog({ store, table, row, onRefused, onClose }: Props) {
  const { t } = useI18n()
  const { language, organisationId } = table
  const columns = table.columns.filter((column) => isOwnColumn(table, column))
  const [choosing, setChoosing] = useState<Column>()
  const form = useForm({
    schema: z.object(Object.fromEntries(columns.map((column) => [column.id, cellOf(column, language)]))),
    start: (): Record<string, string> =>
      Object.fromEntries(columns.map((column) => [column.id, writeCell(column, row?.cells[column.id], language)])),
    save: async (cells) => {
      // The grid shows what is saved and what is not, so the dialog need not wait for it.
      if (row) store.setCells(editsOf(row, cells)).catch(onRefused)
      else store.createRows([{ id: RowId.parse(randomId()), cells }]).catch(onRefused)
      onClose()
    },
    logAs: 'changing a row failed',
  })

  const title = row ? nameOfRow(table.columns, row, language) : ''
  if (choosing) {
    return (
      <ChoosePicture
        organisationId={organisationId}
        onChoose={(id) => {
          form.change({ [choosing.id]: id ?? '' })
          setChoosing(undefined)
        }}
        onClose={() => setChoosing(undefined)}
      />
    )
  }
  return (
    <Dialog title={title === '' ? t('tables.card.new') : title} onClose={onClose}>
      <FormBody form={form}>
        {columns.map((column) => {
          const text = form.values[column.id] ?? ''
          const label = <span dir="auto">{column.name}</span>
          if (column.type === 'yes-no') {
            return (
              <Switch
                key={column.id}
                label={label}
                checked={text === 'yes'}
                onChange={(event) => form.change({ [column.id]: event.currentTarget.checked ? 'yes' : 'no' })}
              />
            )
          }
          if (column.type === 'picture') {
            return (
              <div key={column.id}>
                <p>{label}</p>
                {text !== '' && <Picture organisationId={organisationId} id={text} />}
                <Button variant="default" onClick={() => setChoosing(column)}>
                  {t('tables.picture.choose')}
                </Button>
              </div>
            )
          }
          const field = { label, autoComplete: 'off', ...form.field(column.id) }
          if (column.type === 'words') {
            return (
              <Textarea
                key={column.id}
                size="md"
                dir="auto"
                rows={1}
                {...field}
                onChange={(event) => form.change({ [column.id]: event.currentTarget.value })}
              />
            )
          }
          const isDay = column.type === 'date' || column.type === 'time'
          return (
            <TextInput
              key={column.id}
              {...field}
              {...(isDay ? { type: column.type } : { inputMode: 'decimal' as const, dir: 'auto' })}
            />
          )
        })}
        <DialogActions>
          {row && hasOwnRows(table) && (
            <Button
              variant="subtle"
              color="red"
              onClick={() => {
                store.changeRows({ remove: [row.id] }).catch(onRefused)
                onClose()
              }}
            >
              {t('tables.card.remove')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit">{t('tables.card.save')}</Button>
        </DialogActions>
      </FormBody>
    </Dialog>
  )
}

/** The text of a cell, read as a value of its column. */
const cellOf = (column: Column, language: string) =>
  z.string().transform((text, context): CellValue | null => {
    const read = readCell(column, text, language)
    if ('value' in read) return read.value
    context.addIssue({ code: 'custom', message: read.problem })
    return z.NEVER
  })

function editsOf(row: Row, cells: Record<string, CellValue | null>): CellEdit[] {
  const edits = Object.entries(cells).map(([id, value]) => ({
    rowId: row.id,
    columnId: ColumnId.parse(id),
    was: row.cells[id] ?? null,
    value,
  }))
  // A switch shows "no" for an empty cell, which was not changed by looking at it.
  return edits.filter(({ was, value }) => !(was === null && value === false))
}
