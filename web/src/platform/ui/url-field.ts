/** The props of a field for an address: its keyboard, its direction, and nothing that changes what is typed. */
export const URL_FIELD = {
  type: 'url',
  inputMode: 'url',
  dir: 'ltr',
  autoCapitalize: 'none',
  spellCheck: false,
} as const
