import type { ReactNode } from 'react'
import styles from './api-docs.module.css'
import { nameIn, type Schema, wordsOf } from './document.ts'

type Schemas = Record<string, Schema>
type BodiesProps = { heading: ReactNode; content: Record<string, { schema?: Schema }> | undefined; schemas: Schemas }

/** The body of a call or an answer, for each of its media types. */
export function Bodies({ heading, content, schemas }: BodiesProps) {
  return Object.entries(content ?? {}).map(([type, { schema }]) => (
    <div key={type}>
      <h4>
        {heading} <small>{type}</small>
      </h4>
      {schema && <Tree schema={schema} schemas={schemas} depth={0} />}
    </div>
  ))
}

const MAX_DEPTH = 5

function Tree({ schema, schemas, depth }: { schema: Schema; schemas: Schemas; depth: number }) {
  if (depth > MAX_DEPTH) return null
  if (schema.$ref) {
    const target = schemas[nameIn(schema.$ref)]
    return target ? <Tree schema={target} schemas={schemas} depth={depth + 1} /> : null
  }
  if (schema.items) return <Tree schema={schema.items} schemas={schemas} depth={depth} />
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) {
    // biome-ignore lint/suspicious/noArrayIndexKey: the choices of a document never change their order
    return choices.map((one, index) => <Tree key={index} schema={one} schemas={schemas} depth={depth} />)
  }
  if (!schema.properties) return null
  return (
    <ul className={styles.tree}>
      {Object.entries(schema.properties).map(([name, field]) => (
        <li key={name}>
          <code>{name}</code>{' '}
          <small>
            {wordsOf(field)}
            {schema.required?.includes(name) ? '' : ', optional'}
          </small>
          <Tree schema={field} schemas={schemas} depth={depth + 1} />
        </li>
      ))}
    </ul>
  )
}
