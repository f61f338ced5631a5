/** The properties of a form field, as `useForm(…).field(name)` returns them. */
export type FieldProps<Value> = {
  name?: string
  value: Value
  /** The error in words. */
  error?: string | undefined
  onChange: (value: Value) => void
}
