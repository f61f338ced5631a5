/** The plural forms of a message. The language's rule for a number chooses the form (Intl.PluralRules). */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }
export type Message = string | PluralForms

/** The names in braces of a text: `'Hello {name}'` gives `'name'`. */
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type NamesOf<M> = M extends string ? NamesIn<M> : M extends { other: infer Other } ? NamesIn<Other> | 'count' : never
type Params<M> = [NamesOf<M>] extends [never] ? [] : [params: Record<NamesOf<M>, string | number>]

/** The shape of a complete language: every key of the first language, with a message of the same kind. */
export type SameShape<First> = { readonly [Key in keyof First]: First[Key] extends string ? string : PluralForms }

/** Returns the text of a message. A wrong key or a missing parameter is a type error. */
export type Translate<First> = <Key extends keyof First>(key: Key, ...params: Params<First[Key]>) => string

/**
 * @param messages the messages of one language, in the shape of `First`
 * @param language a BCP 47 tag; it decides the plural form and the format of numbers
 */
export function createTranslate<First extends Record<string, Message>>(
  messages: SameShape<First>,
  language: string,
): Translate<First> {
  const plurals = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  return (key, ...[params]) => fill(formOf(messages[key] ?? '', params, plurals), params, numbers)
}

type Values = Record<string, string | number> | undefined

function formOf(message: Message, values: Values, plurals: Intl.PluralRules): string {
  if (typeof message === 'string') return message
  return message[plurals.select(Number(values?.count ?? 0))] ?? message.other
}

function fill(text: string, values: Values, numbers: Intl.NumberFormat): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values?.[name]
    if (value === undefined) return whole
    return typeof value === 'number' ? numbers.format(value) : value
  })
}
