import { EMPTY_DRAFT } from './item-draft.ts'
import { DurationField, VisibleField } from './item-fields.tsx'

type Values = { duration: number; visible: boolean }

/** The last fields of a form for one kind of item that is no film. */
export function DurationAndVisible(props: { values: Values; onChange: (change: Partial<Values>) => void }) {
  const draft = { ...EMPTY_DRAFT, ...props.values }
  return (
    <>
      <DurationField
        draft={draft}
        onChange={({ duration }) => props.onChange({ duration: duration ?? 0 })}
        filmSeconds={undefined}
      />
      <VisibleField draft={draft} onChange={({ visible }) => props.onChange({ visible: visible === true })} />
    </>
  )
}
