import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { LongList } from './long-list.tsx'
import panel from './panel.module.css'

/** Approximate height of a row. */
const ROW_PX = 72

type Props<One extends { id: string }> = {
  of: readonly One[]
  /** The name of an entry, which users may search for on the page. */
  words: (one: One) => string
  /** The name in `strong`, with further facts in `small`. */
  children: (one: One) => ReactNode
  /** At the end of the row: buttons, or a state. */
  end: (one: One) => ReactNode
  /** True: the end stays beside the words on a phone. */
  beside?: boolean
}

/** A list of members, invitations, tokens and the like: each row has words and, at its end, buttons. */
export function Rows<One extends { id: string }>({ of, words, children, end, beside = false }: Props<One>) {
  return (
    <LongList
      className={panel.rows}
      of={of}
      usualPx={ROW_PX}
      words={words}
      entry={() => ({ className: panel.row, 'data-beside': beside || undefined })}
    >
      {(one) => (
        <>
          <div className={panel.who}>{children(one)}</div>
          <div className={panel.tools}>{end(one)}</div>
        </>
      )}
    </LongList>
  )
}

type ButtonProps = {
  /** For screen readers: the action and its row. */
  label: string
  danger?: boolean
  loading?: boolean
  onClick: () => void
  children: ReactNode
}

/** A button at the end of a row. */
export function RowButton({ label, danger = false, loading = false, onClick, children }: ButtonProps) {
  return (
    <Button
      size="sm"
      variant={danger ? 'subtle' : 'default'}
      {...(danger ? { color: 'red', className: panel.danger ?? '' } : {})}
      loading={loading}
      aria-label={label}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
