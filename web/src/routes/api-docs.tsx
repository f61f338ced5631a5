import { Button, TextInput } from '@mantine/core'
import { PAGES } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { Logo } from '../ui/brand.tsx'
import { ErrorBox } from '../ui/error-box.tsx'
import { useI18n } from '../ui/i18n/i18n.tsx'
import { useNotice } from '../ui/notices.ts'
import { usePageTitle } from '../ui/page-title.ts'
import styles from './api-docs.module.css'

type Schema = {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
}
type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Schema }
type Reference = { $ref: string }
type Content = Record<string, { schema?: Schema }>
type Answer = { description: string; content?: Content }
type Operation = {
  operationId: string
  tags: string[]
  summary: string
  'x-access': string
  security: Record<string, unknown>[]
  parameters: (Parameter | Reference)[]
  requestBody?: { content: Content }
  responses: Record<string, Answer | Reference>
}
type Document = {
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    responses: Record<string, Answer>
  }
}
type Call = Operation & { method: string; path: string }

const lastOf = ({ $ref }: Reference) => $ref.slice($ref.lastIndexOf('/') + 1)

/** The interface for programs, from the same document that programs read. */
export default function ApiDocs() {
  const { t } = useI18n()
  usePageTitle(t('api.title'))
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: ['api-document'],
    // What it holds is the server's own and of the same version as this page.
    queryFn: async ({ signal }) => (await call('getApiDocument', { signal })) as unknown as Document,
  })
  const wanted = search.trim().toLowerCase()
  const calls = Object.entries(data?.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ ...operation, method: method.toUpperCase(), path })),
  )
  const found = calls.filter(({ method, path, summary, operationId }) =>
    `${method} ${path} ${summary} ${operationId}`.toLowerCase().includes(wanted),
  )
  return (
    <main className={styles.page}>
      <a className={styles.brand} href={PAGES.landing}>
        <Logo />
        <span>{t('product.name')}</span>
      </a>
      <div>
        <h1 className={styles.title}>{t('api.title')}</h1>
        <p className={styles.lead}>{t('api.lead')}</p>
        <p className={styles.links}>
          <a href={PAGES.programs}>{t('api.make-token')}</a> <a href="/api/openapi.json">OpenAPI 3.1</a>
        </p>
      </div>
      <TextInput
        type="search"
        label={t('api.search')}
        value={search}
        dir="auto"
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {error && (
        <>
          <ErrorBox message={t(`error.${codeOf(error)}`)} />
          <Button variant="default" onClick={() => void refetch()}>
            {t('action.retry')}
          </Button>
        </>
      )}
      {data && found.length === 0 && <p role="status">{t('api.nothing')}</p>}
      {data?.tags.map(({ name }) => {
        const group = found.filter(({ tags }) => tags.includes(name))
        return (
          group.length > 0 && (
            <section key={name} aria-label={name}>
              <h2 className={styles.group} lang="en" dir="ltr">
                {name}
              </h2>
              {group.map((one) => (
                <Entry key={one.operationId} call={one} document={data} />
              ))}
            </section>
          )
        )
      })}
    </main>
  )
}

function Entry({ call, document }: { call: Call; document: Document }) {
  const [open, setOpen] = useState(false)
  return (
    <details className={styles.call} lang="en" dir="ltr" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={styles.method}>{call.method}</span> <code>{call.path}</code>
        <small>{call.summary}</small>
      </summary>
      {open && <Details call={call} document={document} />}
    </details>
  )
}

function Details({ call, document }: { call: Call; document: Document }) {
  const { t } = useI18n()
  const notice = useNotice()
  const { schemas, parameters, responses } = document.components
  const answers = Object.entries(call.responses).map(([status, one]) => {
    const answer = '$ref' in one ? responses[lastOf(one)] : one
    return { status, description: answer?.description ?? '', content: answer?.content }
  })
  const failures = answers.filter(({ status }) => Number(status) >= 400)
  const example = curlOf(call)
  // A page that came by plain http has none.
  const { clipboard } = navigator as { clipboard?: Clipboard }
  const given = call.parameters.flatMap((one) => ('$ref' in one ? (parameters[lastOf(one)] ?? []) : one))
  return (
    <div className={styles.details}>
      <p>
        {t('api.needs')} <code>{call['x-access']}</code>
        {call.security.some((way) => 'token' in way) ? ` · ${t('api.by-token')}` : ''}
      </p>
      {given.length > 0 && (
        <>
          <h3>{t('api.parameters')}</h3>
          <ul className={styles.tree}>
            {given.map((one) => (
              <li key={`${one.in} ${one.name}`}>
                <code>{one.name}</code> <small>{`${one.in}${one.required ? '' : ', optional'}`}</small>{' '}
                {one.description}
              </li>
            ))}
          </ul>
        </>
      )}
      <Bodies heading={t('api.body')} content={call.requestBody?.content} schemas={schemas} />
      {answers
        .filter(({ status }) => Number(status) < 400)
        .map(({ status, content, description }) =>
          content ? (
            <Bodies key={status} heading={`${t('api.answer')} ${status}`} content={content} schemas={schemas} />
          ) : (
            <p key={status}>
              {t('api.answer')} <code>{status}</code> {description}
            </p>
          ),
        )}
      <h3>{t('api.errors')}</h3>
      <ul className={styles.tree}>
        {failures.map(({ status, description }) => (
          <li key={status}>
            <code>{status}</code> {description}
          </li>
        ))}
      </ul>
      <h3>{t('api.example')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={styles.example} tabIndex={0}>
        {example}
      </pre>
      {clipboard && (
        <Button
          variant="default"
          size="sm"
          aria-label={`${t('programs.copy')}: ${call.operationId}`}
          onClick={() => void clipboard.writeText(example).then(() => notice('success', t('programs.copied')))}
        >
          {t('programs.copy')}
        </Button>
      )}
    </div>
  )
}

type BodiesProps = { heading: string; content: Content | undefined; schemas: Record<string, Schema> }

function Bodies({ heading, content, schemas }: BodiesProps) {
  return Object.entries(content ?? {}).map(([type, { schema }]) => (
    <div key={type}>
      <h3>
        {heading} <small>{type}</small>
      </h3>
      {schema && <Tree schema={schema} schemas={schemas} depth={0} />}
    </div>
  ))
}

const MAX_DEPTH = 5

function Tree({ schema, schemas, depth }: { schema: Schema; schemas: Record<string, Schema>; depth: number }) {
  if (depth > MAX_DEPTH) return null
  if (schema.$ref) {
    const target = schemas[lastOf({ $ref: schema.$ref })]
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

function wordsOf(schema: Schema): string {
  if (schema.$ref) return lastOf({ $ref: schema.$ref })
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.items) return `array of ${wordsOf(schema.items)}`
  const choices = schema.anyOf ?? schema.oneOf
  return choices ? choices.map(wordsOf).join(' or ') : (schema.type ?? 'anything')
}

function curlOf(call: Call): string {
  const [type] = Object.keys(call.requestBody?.content ?? {})
  const needsTag = call.parameters.some((one) => '$ref' in one && one.$ref.endsWith('/IfMatchRequired'))
  return [
    `curl ${call.method === 'GET' ? '' : `-X ${call.method} `}'${location.origin}${call.path}'`,
    ...(call.security.some((way) => 'token' in way) ? ["-H 'Authorization: Bearer plc_…'"] : []),
    ...(needsTag ? ["-H 'If-Match: *'"] : []),
    ...(type === undefined ? [] : [`-H 'Content-Type: ${type}'`]),
    ...(type === 'application/json' ? ["--data '{ }'"] : type === undefined ? [] : ["--data-binary '@file'"]),
  ].join(' \\\n  ')
}
