import { Checkbox } from '@mantine/core'
import type { FieldProps } from './field.ts'
import panel from './panel.module.css'

type Props = FieldProps<string[]> & {
  label: string
  description?: string
  displays: readonly { id: string; name: string }[]
}

/** A checkbox for each display. A long list scrolls. */
export function DisplayBoxes({ displays, ...group }: Props) {
  return (
    <Checkbox.Group {...group}>
      <div className={panel.boxes}>
        {displays.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={<bdi>{name}</bdi>} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
