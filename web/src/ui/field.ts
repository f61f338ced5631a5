/** What a field of a form is given; `useForm(…).field(name)` has all of it. */
export type FieldProps<Value> = {
  name?: string
  value: Value
  /** What is wrong with it, in words. */
  error?: string | undefined
  onChange: (value: Value) => void
}
