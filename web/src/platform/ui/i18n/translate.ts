/** The forms of a sentence that counts; which one a number takes is the language's own rule (Intl.PluralRules). */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }
export type Message = string | PluralForms

/** The names in braces of a text: `'Hello {name}'` gives `'name'`. */
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type NamesOf<M> = M extends string ? NamesIn<M> : M extends { other: infer Other } ? NamesIn<Other> | 'count' : never
type Params<M> = [NamesOf<M>] extends [never] ? [] : [params: Record<NamesOf<M>, string | number>]

/** The shape of a complete language: every key of the first one, in the same kind. */
export type SameShape<First> = { readonly [Key in keyof First]: First[Key] extends string ? string : PluralForms }

/** Gives the words of a message. A key that does not exist, or a parameter that is missing, is a type error. */
export type Translate<First> = <Key extends keyof First>(key: Key, ...params: Params<First[Key]>) => string

/**
 * @param messages the words of one language, of the shape of `First`
 * @param language a BCP 47 tag; it decides the plural form and how numbers are written
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
