import { NativeSelect } from '@mantine/core'
import { type Display, DisplayId, type OrganisationId, TableId } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { tablesOf } from '../../../platform/api/tables.ts'
import { DisplayBoxes } from '../../../platform/ui/display-boxes.tsx'
import type { FieldProps } from '../../../platform/ui/field.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'

/** The displays or tables that a member or a token may use. The lists are kept while another way is chosen. */
export type Limits = { way: 'all' | 'displays' | 'tables'; displays: readonly DisplayId[]; tables: readonly TableId[] }

export const NO_LIMITS: Limits = { way: 'all', displays: [], tables: [] }

/** The limits as a form shows them. */
export function limitsOf(of: { displays: readonly DisplayId[] | null; tables: readonly TableId[] | null }): Limits {
  const way = of.tables ? 'tables' : of.displays ? 'displays' : 'all'
  return { way, displays: of.displays ?? [], tables: of.tables ?? [] }
}

/** The limits as the contract expects them. An owner has none. */
export function limitBody(role: string, { way, displays, tables }: Limits) {
  if (role === 'owner' || way === 'all') return { displays: null, tables: null }
  return way === 'tables' ? { displays: null, tables } : { displays, tables: null }
}

type Props = {
  organisationId: OrganisationId
  role: string
  displays: readonly Display[]
  fields: { [Name in keyof Limits]: FieldProps<Limits[Name]> }
}

/** Everything, some displays, or only tables. Shows nothing if there is nothing to choose. */
export function LimitChoice({ organisationId, role, displays, fields }: Props) {
  const { t } = useI18n()
  const { data: tables = [] } = useQuery(tablesOf(organisationId))
  const { value: way, onChange } = fields.way
  if (role === 'owner') return <p className={panel.lead}>{t('people.limit-owner')}</p>
  const ways = (['all', 'displays', 'tables'] as const).filter(
    (one) => one === 'all' || one === way || (one === 'displays' ? displays.length > 1 : tables.length > 0),
  )
  if (ways.length < 2) return null
  const words = (error: string | undefined) =>
    error && t(way === 'tables' && role !== 'viewer' && role !== 'editor' ? 'people.limit-role' : 'people.limit-none')
  return (
    <>
      <NativeSelect
        label={t('people.limit')}
        value={way}
        data={ways.map((value) => ({ value, label: t(`people.limit.${value}`) }))}
        onChange={(event) => onChange(ways.find((one) => one === event.currentTarget.value) ?? 'all')}
      />
      {way === 'displays' && (
        <DisplayBoxes
          label={t('people.place-displays')}
          displays={displays}
          value={[...fields.displays.value]}
          error={words(fields.displays.error)}
          onChange={(ids) => fields.displays.onChange(ids.map((id) => DisplayId.parse(id)))}
        />
      )}
      {way === 'tables' && (
        <DisplayBoxes
          label={t('nav.tables')}
          description={t(role === 'viewer' ? 'people.limit-tables-hint-viewer' : 'people.limit-tables-hint')}
          displays={tables}
          value={[...fields.tables.value]}
          error={words(fields.tables.error)}
          onChange={(ids) => fields.tables.onChange(ids.map((id) => TableId.parse(id)))}
        />
      )}
    </>
  )
}
