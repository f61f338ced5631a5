import { Button } from '@mantine/core'
import type { CellOfTable, CellOfToday, ComparedValue, ProgrammeKey } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { PencilIcon } from '../../../platform/ui/icons.tsx'
import type { ValueFacts } from './figures.ts'
import styles from './value-field.module.css'
import ValueMenu from './value-menu.tsx'

type Props = {
  programmeKey: ProgrammeKey
  /** undefined: nothing is chosen yet. */
  value: ComparedValue | undefined
  /** Its name, also if it no longer exists. */
  name: string
  error: string | undefined
  /** Called once the facts about a chosen value are known. undefined: they are known already. */
  onFacts: ((facts: ValueFacts) => void) | undefined
  onChange: (value: ComparedValue, facts: ValueFacts) => void
}

/** A chosen value, and the menu from which another one is chosen. */
export function ValueField({ programmeKey, value, name, error, onFacts, onChange }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(value === undefined)
  const { organisationId } = programmeKey
  const cell = value?.of === 'weather' ? undefined : value
  const unknown = onFacts && cell
  const { data } = useQuery({
    queryKey: ['table', organisationId, unknown?.tableId],
    queryFn: ({ signal }) =>
      call('getTable', { params: { organisationId, tableId: (unknown as CellOfTable | CellOfToday).tableId }, signal }),
    enabled: unknown !== undefined,
    retry: false,
  })
  const tell = useRef(onFacts)
  tell.current = onFacts
  useEffect(() => {
    const column = data?.table.columns.find((one) => one.id === cell?.columnId)
    if (!data || !column) return
    tell.current?.({ column, language: data.table.language, names: [] })
  }, [data, cell])
  return (
    <div className={styles.value}>
      {value && (
        <Button
          variant="default"
          className={styles.chosen ?? ''}
          rightSection={<PencilIcon size={16} />}
          aria-expanded={isOpen}
          aria-describedby={error ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <bdi>{name}</bdi>
        </Button>
      )}
      {isOpen && (
        <ValueMenu
          programmeKey={programmeKey}
          forCondition
          onToday={(next, facts) => {
            onChange(next, facts)
            setOpen(false)
          }}
          onChoose={({ value: next }, facts) => {
            onChange(next, facts)
            setOpen(false)
          }}
        />
      )}
      {error && (
        <p id={id} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
