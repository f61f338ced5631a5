import type { FieldProps } from '../../../platform/ui/field.ts'

/** An address that another form of the page shows as well. `isFixed`: nobody types another. */
export type TypedAddress = { value: string; isFixed?: boolean; onChange: (address: string) => void }

/** @returns the properties of a form's field for it */
export function typedAddress(field: FieldProps<string>, shared: TypedAddress | undefined) {
  return {
    ...field,
    value: shared?.value ?? field.value,
    readOnly: shared?.isFixed ?? false,
    onChange: (address: string) => {
      field.onChange(address)
      shared?.onChange(address)
    },
  }
}
