import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import {
  type CheckedTableSource,
  COLUMN_TYPES,
  CreateTable,
  MAX_COLUMNS_PER_TABLE,
  MAX_URL_CHARACTERS,
  type OrganisationId,
  SetTableSource,
  SOURCE_EVERY_MINUTES,
  SOURCE_STALE_HOURS,
  type Table,
  type TableId,
  type TableSource,
} from '@placard/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { codeOf } from '../../../../platform/api/api-error.ts'
import { call } from '../../../../platform/api/call.ts'
import { askTablesAnew } from '../../../../platform/api/tables.ts'
import beside from '../../../../platform/form/beside.module.css'
import { FormActions } from '../../../../platform/form/form-actions.tsx'
import { FormBody } from '../../../../platform/form/form-body.tsx'
import { type Form, useForm } from '../../../../platform/form/use-form.ts'
import { useTyped } from '../../../../platform/form/use-typed.ts'
import { Dialog } from '../../../../platform/ui/dialog.tsx'
import { useI18n } from '../../../../platform/ui/i18n/i18n.tsx'
import { WarningIcon } from '../../../../platform/ui/icons.tsx'
import { URL_FIELD } from '../../../../platform/ui/url-field.ts'
import { languageHere } from '../language-here.ts'
import { type Choices, choicesFor, columnsWith, keyFor } from './source-columns.ts'
import styles from './source-dialog.module.css'
import { problemOfSource } from './source-words.ts'

type Props = {
  organisationId: OrganisationId
  /** Undefined: a new table is made. */
  table?: Table | undefined
  source?: TableSource | undefined
  onSaved: (id: TableId) => void
  onClose: () => void
}

/** The values of the form. */
type Draft = {
  url: string
  path: string
  'header.name': string
  'header.value': string
  /** The name of a column of the source; '': none. */
  key: string
  everyMinutes: string
  staleHours: string
  whenStale: string
  /** The name of a new table; '': after its address. */
  name: string
  choices: Choices
}

/** [DT2] The address that a table follows: its content, which columns it fills, and how often it is read. */
export default function SourceDialog({ organisationId, table, source, onSaved, onClose }: Props) {
  const { t, number } = useI18n()
  const client = useQueryClient()
  const pathsId = useId()
  const [withHeader, setWithHeader] = useState(Boolean(source?.headerName))
  /** A table that was made, whose source was refused then. */
  const made = useRef<TableId>(undefined)
  const language = table?.language ?? languageHere()
  const timeZone = source?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

  const form: Form<Draft> = useForm({
    schema: SetTableSource,
    start: (): Draft => ({
      url: source?.url ?? '',
      path: source?.path ?? '',
      'header.name': source?.headerName ?? 'Authorization',
      'header.value': '',
      key: '',
      everyMinutes: String(source?.everyMinutes ?? 5),
      staleHours: String(source?.staleHours ?? 24),
      whenStale: source?.whenStale ?? 'keep',
      name: '',
      choices: {},
    }),
    shows: ['url', 'path', 'header.name', 'header.value', 'key', 'everyMinutes', 'staleHours', 'whenStale'],
    bodyOf: (values) => ({
      url: values.url.trim(),
      ...headerOf(values),
      ...(values.path.trim() === '' ? {} : { path: values.path.trim() }),
      timeZone,
      everyMinutes: Number(values.everyMinutes),
      staleHours: Number(values.staleHours),
      whenStale: values.whenStale,
      hasNames: found?.hasNames ?? source?.hasNames ?? true,
      columns: columnsWith(columns, values.choices, table),
      key: values.key === '' ? null : values.key,
    }),
    save: async (body) => {
      let tableId = table?.id ?? made.current
      if (tableId === undefined) {
        const name = form.values.name.trim() || hostOf(form.values.url)
        const wanted = CreateTable.parse({ name: name.slice(0, 100), language, columns: [], rows: [] })
        tableId = (await call('createTable', { params: { organisationId }, body: wanted })).table.id
        made.current = tableId
      }
      await call('setTableSource', { params: { organisationId, tableId }, body })
      await askTablesAnew(client, organisationId)
      onSaved(tableId)
    },
    logAs: 'setting the source of a table failed',
  })
  const { values, change } = form

  /** Undefined: the stored header stays. */
  function headerOf(typed: { 'header.name': string; 'header.value': string }) {
    if (!withHeader) return { header: null }
    if (typed['header.value'] === '' && source?.headerName) return {}
    return { header: { name: typed['header.name'], value: typed['header.value'] } }
  }

  const asked = {
    url: values.url.trim(),
    ...(values.path.trim() === '' ? {} : { path: values.path.trim() }),
    ...headerOf(values),
    timeZone,
    language,
    ...(table ? { tableId: table.id } : {}),
  }
  const settled = useTyped(JSON.stringify(asked))
  const isAddress = /^(?:https?|webcals?):/i.test(asked.url) && URL.canParse(asked.url)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['table-source-check', organisationId, settled],
    queryFn: ({ signal }) =>
      call('checkTableSource', { params: { organisationId }, body: JSON.parse(settled) as typeof asked, signal }),
    enabled: isAddress && settled === JSON.stringify(asked),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
  const found: CheckedTableSource | undefined = isAddress && !error && data?.kind ? data : undefined
  const isOfSource = source !== undefined && values.url.trim() === source.url
  // A source that cannot be read now can still be set otherwise.
  const columns: CheckedTableSource['columns'] =
    found?.columns ?? (isOfSource ? source.columns.map(({ from }) => ({ name: from, type: 'words' as const })) : [])

  // Choices follow the columns that were found. Those that somebody made stay.
  const shape = columns.map(({ name }) => name).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: proposed once for other columns, not while somebody chooses
  useEffect(() => {
    if (columns.length === 0) return
    const proposed = choicesFor(columns, table, isOfSource ? source : undefined)
    const choices = Object.fromEntries(columns.map(({ name }) => [name, values.choices[name] ?? proposed[name] ?? '']))
    const isKnown = values.key !== '' && (choices[values.key] ?? '') !== ''
    change({ choices, ...(isKnown ? {} : { key: keyFor(columns, choices, table, source) }) })
  }, [shape])

  const chosen = columns.filter(({ name }) => (values.choices[name] ?? '') !== '')
  const isTooMany = chosen.length > MAX_COLUMNS_PER_TABLE
  return (
    <Dialog
      title={t(source ? 'tables.source.dialog-change' : 'tables.source.dialog-new')}
      onClose={onClose}
      size="wide"
    >
      <FormBody form={form} className={beside.form}>
        <div className={`${beside.beside} ${styles.beside}`}>
          <section className={styles.found} aria-label={t('tables.source.preview')} aria-busy={isFetching}>
            <Found
              found={found}
              problem={isAddress && !error ? data : undefined}
              failed={isAddress && error ? codeOf(error) : undefined}
              isAddress={isAddress}
              isFetching={isFetching}
              onAgain={() => void refetch()}
            />
          </section>
        </div>
        <div className={beside.fields}>
          <TextInput
            {...URL_FIELD}
            label={t('tables.source.address')}
            description={t('tables.source.address-hint')}
            maxLength={MAX_URL_CHARACTERS}
            data-autofocus
            {...form.field('url')}
          />
          {!table && (
            <TextInput
              label={t('tables.name')}
              placeholder={hostOf(values.url) || t('tables.name-hint')}
              dir="auto"
              autoComplete="off"
              value={values.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
          )}
          {(found?.kind === 'json' || values.path !== '') && (
            <>
              <TextInput
                label={t('tables.source.path')}
                description={t('tables.source.path-hint')}
                placeholder={found?.path ?? '$.items'}
                list={pathsId}
                dir="ltr"
                autoCapitalize="none"
                spellCheck={false}
                {...form.field('path')}
              />
              <datalist id={pathsId}>
                {found?.lists.map(({ path, rows }) => (
                  <option key={path} value={path}>
                    {t('tables.source.rows', { count: rows, rows: number(rows) })}
                  </option>
                ))}
              </datalist>
            </>
          )}
          {columns.length > 0 && (
            <fieldset className={styles.columns}>
              <legend>{t('tables.source.columns')}</legend>
              <p className={styles.hint}>{t('tables.source.columns-hint')}</p>
              {isTooMany && (
                <p className={styles.error} role="alert">
                  {t('error.too-many-columns')}
                </p>
              )}
              {columns.map((column) => (
                <ColumnChoice
                  key={column.name}
                  name={column.name}
                  isNew={isOfSource && !source.columns.some(({ from }) => from === column.name)}
                  table={table}
                  value={values.choices[column.name] ?? ''}
                  onChange={(value) => {
                    change({
                      choices: { ...values.choices, [column.name]: value },
                      ...(value === '' && values.key === column.name ? { key: '' } : {}),
                    })
                  }}
                />
              ))}
            </fieldset>
          )}
          {chosen.length > 0 && (
            <NativeSelect
              label={t('tables.source.key')}
              description={t('tables.source.key-hint')}
              data={[
                { value: '', label: t('tables.source.no-key') },
                ...chosen.map(({ name }) => ({ value: name, label: name })),
              ]}
              {...form.field('key')}
            />
          )}
          <div className={styles.pair}>
            <NativeSelect
              label={t('tables.source.every')}
              data={SOURCE_EVERY_MINUTES.map((minutes) => ({
                value: String(minutes),
                label: t(`tables.source.every.${minutes}`),
              }))}
              {...form.field('everyMinutes')}
            />
            <NativeSelect
              label={t('tables.source.stale')}
              data={withOwn(SOURCE_STALE_HOURS, Number(values.staleHours)).map((hours) => ({
                value: String(hours),
                label:
                  hours % 24 === 0
                    ? t('tables.source.stale-days', { count: hours / 24 })
                    : t('tables.source.stale-hours', { count: hours }),
              }))}
              {...form.field('staleHours')}
            />
          </div>
          <NativeSelect
            label={t('tables.source.when-stale')}
            data={(['keep', 'nothing'] as const).map((value) => ({
              value,
              label: t(`tables.source.when-stale.${value}`),
            }))}
            {...form.field('whenStale')}
          />
          {withHeader ? (
            <div className={styles.header}>
              <div className={styles.pair}>
                <TextInput
                  label={t('tables.source.header-name')}
                  dir="ltr"
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  {...form.field('header.name')}
                />
                <PasswordInput
                  label={t('tables.source.header-value')}
                  placeholder={source?.headerName ? t('tables.source.header-kept') : ''}
                  dir="ltr"
                  autoComplete="off"
                  {...form.field('header.value')}
                />
              </div>
              <p className={styles.hint}>
                {t('tables.source.header-hint')} {/^http:/i.test(values.url.trim()) && t('tables.source.header-plain')}
              </p>
              <Button variant="subtle" size="compact-sm" onClick={() => setWithHeader(false)}>
                {t('tables.source.header-none')}
              </Button>
            </div>
          ) : (
            <Button
              variant="subtle"
              size="compact-md"
              className={styles.more ?? ''}
              onClick={() => setWithHeader(true)}
            >
              {t('tables.source.header-add')}
            </Button>
          )}
          {table && !source && table.rows > 0 && (
            <p className={styles.warn} role="status">
              <WarningIcon size={18} />
              <span>{t('tables.source.replaces', { count: table.rows, rows: number(table.rows) })}</span>
            </p>
          )}
        </div>
        <FormActions
          submitLabel={t(source ? 'action.save' : 'tables.source.follow')}
          isBusy={form.isBusy}
          ready={chosen.length > 0 && !isTooMany}
          onCancel={onClose}
        />
      </FormBody>
    </Dialog>
  )
}

const withOwn = (options: readonly number[], own: number) =>
  options.includes(own) ? options : [...options, own].sort((one, other) => one - other)

function hostOf(typed: string): string {
  return URL.canParse(typed.trim()) ? new URL(typed.trim()).host.replace(/^www\./, '') : ''
}

type ColumnChoiceProps = {
  name: string
  /** It was not in the source when the table was set up. */
  isNew: boolean
  table: Table | undefined
  value: string
  onChange: (value: string) => void
}

/** The use of one column of the source: nothing, a new column of a type, or one that the table has. */
function ColumnChoice({ name, isNew, table, value, onChange }: ColumnChoiceProps) {
  const { t } = useI18n()
  const present = table?.columns.filter(({ type }) => type !== 'picture') ?? []
  const types = COLUMN_TYPES.filter((type) => type !== 'picture')
  return (
    <div className={styles.column} data-off={value === '' || undefined}>
      <span dir="auto">
        {name} {isNew && <em className={styles.new}>{t('tables.source.new')}</em>}
      </span>
      <NativeSelect
        size="sm"
        aria-label={t('tables.source.column-of', { name })}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={[
          { value: '', label: t('tables.source.leave-out') },
          ...(present.length > 0
            ? [
                {
                  group: t('tables.source.present-columns'),
                  items: present.map((column) => ({ value: column.id as string, label: column.name })),
                },
              ]
            : []),
          {
            group: t('tables.source.new-column'),
            items: types.map((type) => ({ value: `new:${type}`, label: t(`tables.type.${type}`) })),
          },
        ]}
      />
    </div>
  )
}

type FoundProps = {
  found: CheckedTableSource | undefined
  problem: CheckedTableSource | undefined
  failed: string | undefined
  isAddress: boolean
  isFetching: boolean
  onAgain: () => void
}

/** The content of the address: its kind, its size and the first rows, or what is wrong with it. */
function Found({ found, problem, failed, isAddress, isFetching, onAgain }: FoundProps) {
  const { t, number } = useI18n()
  if (!isAddress) return <p className={styles.hint}>{t('tables.source.none-yet')}</p>
  if (failed !== undefined || (problem && problem.problem !== null)) {
    const words =
      problem && problem.problem !== null
        ? problemOfSource(problem.problem, t)
        : t(failed === 'too-many-requests' ? 'tables.source.asked-too-often' : 'tables.source.not-asked')
    return (
      <>
        <p className={styles.warn} role="status">
          <WarningIcon size={18} />
          <span>{words}</span>
        </p>
        <Button variant="default" size="compact-md" loading={isFetching} onClick={onAgain}>
          {t('tables.source.read-now')}
        </Button>
      </>
    )
  }
  if (!found) {
    return (
      <p className={styles.hint} role="status">
        {t('tables.source.asking')}
      </p>
    )
  }
  return (
    <>
      <p className={styles.kind}>
        <strong>{found.kind && t(`tables.source.kind.${found.kind}`)}</strong>
        <span className={styles.hint}>
          {t('tables.source.rows', { count: found.count, rows: number(found.count) })} ·{' '}
          {t('tables.columns-of', { count: found.columns.length })}
        </span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('tables.source.first-rows')}>
        <table>
          <thead>
            <tr>
              {found.columns.map(({ name, type }) => (
                <th key={name} scope="col" dir="auto">
                  {name}
                  <small>{t(`tables.type.${type}`)}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a preview never move
              <tr key={index}>
                {found.columns.map(({ name }, at) => (
                  <td key={name} dir="auto">
                    {row[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
