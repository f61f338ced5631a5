import type { FieldProps } from '../../../platform/ui/field.ts'

/** An address that another form of the page contains as well. `isFixed`: it cannot be changed. */
export type TypedAddress = { value: string; isFixed?: boolean; onChange: (address: string) => void }

/** @returns the properties of a form field for the address */
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
