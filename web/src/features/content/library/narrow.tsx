import { Button, NativeSelect, TextInput } from '@mantine/core'
import { FileKind, type Library } from '@placard/contract'
import { useEffect, useId, useState } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './narrow.module.css'
import type { Narrowed } from './use-library.ts'

/** A search starts after this pause in typing. */
const TYPED_FOR_MS = 250

type Props = { library: Library | undefined; narrowed: Narrowed; onNarrow: (narrowed: Narrowed) => void }

/** LB1: the search words, and the filters for kind, place, label, person and days. */
export function Narrow({ library, narrowed, onNarrow }: Props) {
  const { t } = useI18n()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState(narrowed.words ?? '')
  useEffect(() => {
    const words = typed.trim() || undefined
    if (words === narrowed.words) return
    const timer = setTimeout(() => onNarrow({ ...narrowed, words }), TYPED_FOR_MS)
    return () => clearTimeout(timer)
  }, [typed, narrowed, onNarrow])
  const all = { value: '', label: t('library.all') }
  const choices = (values: readonly string[]) => [all, ...values.map((value) => ({ value, label: value }))]
  const { words: _, ...filters } = narrowed
  const count = Object.values(filters).filter(Boolean).length
  return (
    <search className={styles.narrow} aria-label={t('library.search')}>
      <TextInput
        className={styles.words ?? ''}
        type="search"
        label={t('library.search')}
        placeholder={t('library.search-hint')}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button
        className={styles.fold ?? ''}
        variant="default"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t('library.filters')}
        {count > 0 && ` (${count})`}
      </Button>
      <div id={id} className={styles.filters} data-open={isOpen || undefined}>
        <NativeSelect
          label={t('library.kind')}
          value={narrowed.kind ?? ''}
          data={[all, ...FileKind.options.map((kind) => ({ value: kind, label: t(`library.kind.${kind}`) }))]}
          onChange={(event) => onNarrow({ ...narrowed, kind: FileKind.safeParse(event.currentTarget.value).data })}
        />
        <NativeSelect
          label={t('library.where')}
          value={narrowed.unused ?? ''}
          data={[all, { value: '1', label: t('library.nowhere') }]}
          onChange={(event) => onNarrow({ ...narrowed, unused: event.currentTarget.value === '1' ? '1' : undefined })}
        />
        <NativeSelect
          label={t('library.label')}
          value={narrowed.label ?? ''}
          data={choices(library?.labels ?? [])}
          onChange={(event) => onNarrow({ ...narrowed, label: event.currentTarget.value || undefined })}
        />
        <NativeSelect
          label={t('library.person')}
          value={narrowed.person ?? ''}
          data={choices(library?.people ?? [])}
          onChange={(event) => onNarrow({ ...narrowed, person: event.currentTarget.value || undefined })}
        />
        <DayField label={t('library.from')} value={narrowed.from} onDay={(from) => onNarrow({ ...narrowed, from })} />
        <DayField label={t('library.to')} value={narrowed.to} onDay={(to) => onNarrow({ ...narrowed, to })} />
      </div>
    </search>
  )
}

type DayProps = { label: string; value: string | undefined; onDay: (day: string | undefined) => void }

function DayField({ label, value, onDay }: DayProps) {
  return (
    <TextInput
      type="date"
      label={label}
      max="9999-12-31"
      value={value ?? ''}
      onChange={(event) => onDay(event.currentTarget.value || undefined)}
    />
  )
}
