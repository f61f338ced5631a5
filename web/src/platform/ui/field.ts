/** The properties of a form's field; `useForm(…).field(name)` has all of them. */
export type FieldProps<Value> = {
  name?: string
  value: Value
  /** Its fault, in words. */
  error?: string | undefined
  onChange: (value: Value) => void
}
